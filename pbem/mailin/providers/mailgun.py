"""Mailgun: a route forwards the raw letter as a form to an address that ends in `mime`.

https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http
https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
"""

import hmac
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from pbem.mailin.providers.calls import Call, Reading, Refused, is_any, is_fresh_unix, posted
from pbem.mailin.providers.forms import fields, text_of

# A call that is not taken is made again for eight hours, with the signature of the first.
OLDEST: Final = timedelta(hours=9)

_TOKEN = re.compile(r"[!-~]{1,200}")


def signature(key: bytes, stamp: str, token: str) -> str:
    """Return how Mailgun signs: hex HMAC-SHA256 of time and token, with nothing between."""
    return hmac.digest(key, (stamp + token).encode(), "sha256").hex()


def read(call: Call, keys: Sequence[bytes], now: datetime) -> Reading:
    """Return the letter that Mailgun forwards, signed with one of these keys.

    Only time and token are signed, neither letter nor recipient: a token that was used is
    to be good for nothing else (`Posted.call` holds it).
    """
    given = fields(call)
    stamp, token = text_of(given, "timestamp"), text_of(given, "token")
    # An account below another one is signed for by that one, too.
    signatures = [text_of(given, name) for name in ("signature", "parent-signature")]
    if not any(signatures) or not stamp or not _TOKEN.fullmatch(token):
        return Refused("absent")
    right = [signature(key, stamp, token).encode() for key in keys]
    matches = [is_any(one.lower().encode(), right) for one in signatures]
    if not any(matches):
        return Refused("wrong")
    if not is_fresh_unix(stamp, now, OLDEST):
        return Refused("old")
    if "body-mime" not in given:
        return Refused("unfit", "let the address that the route forwards to end in /mime")
    sender = text_of(given, "sender") if "sender" in given else None
    return posted(token, given["body-mime"], sender, text_of(given, "recipient").split(","))
