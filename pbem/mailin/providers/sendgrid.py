"""SendGrid: Inbound Parse posts a form, with the raw letter where "send raw" is switched on.

https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook
https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/securing-your-parse-webhooks
"""

import binascii
import hashlib
import re
from base64 import b64decode
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from pbem.app.trust import Finding
from pbem.mailin.providers.calls import (
    Call,
    Reading,
    Refused,
    Why,
    is_fresh_unix,
    object_of,
    password_verdict,
    posted,
    text_in,
    texts_in,
)
from pbem.mailin.providers.forms import fields, text_of

# A call that is not taken is made again for three days; nothing says that it is signed anew.
OLDEST: Final = timedelta(hours=73)

_SIGNED = re.compile(r"@([a-z0-9.-]{1,253})\s{0,9}:\s{0,9}([a-z]{1,20})")
_SIGNATURE: Final = "x-twilio-email-event-webhook-signature"
_TIMESTAMP: Final = "x-twilio-email-event-webhook-timestamp"


def read(call: Call, keys: Sequence[bytes], secrets: Sequence[bytes], now: datetime) -> Reading:
    """Return the letter that SendGrid posts.

    `keys` are public keys of security policies (DER), `secrets` passwords in the address of
    the webhook. What of the two there is, is asked for; without any nothing is taken.
    """
    why = _verdict(call, keys, secrets, now)
    if why is not None:
        return Refused(why)
    given = fields(call)
    if given and "email" not in given:
        return Refused("unfit", 'switch on "POST the raw, full MIME message" (send_raw)')
    envelope = object_of(given.get("envelope", b""))
    sender = text_in(envelope, "from") if "from" in envelope else None
    # All of a call is signed, so that it is known by its content.
    name = hashlib.sha256(call.body).hexdigest()
    found = _found(given, sender or "")
    return posted(name, given.get("email", b""), sender, texts_in(envelope, "to"), found)


def _found(given: dict[str, bytes], sender: str) -> list[Finding]:
    """Return what SendGrid says of the sender: `pass`, and `{@example.org : pass}`."""
    spf = Finding("spf", text_of(given, "SPF").lower(), sender.rpartition("@")[2])
    signed = _SIGNED.findall(text_of(given, "dkim").lower())
    return [spf, *(Finding("dkim", result, domain) for domain, result in signed)]


def _verdict(
    call: Call, keys: Sequence[bytes], secrets: Sequence[bytes], now: datetime
) -> Why | None:
    if not keys and not secrets:
        return "wrong"
    why = password_verdict(call, secrets) if secrets else None
    return why or (_signature_verdict(call, keys, now) if keys else None)


def _signature_verdict(call: Call, keys: Sequence[bytes], now: datetime) -> Why | None:
    stamp = call.headers.get(_TIMESTAMP, "").strip()
    code = call.headers.get(_SIGNATURE, "").strip()
    if not stamp or not code:
        return "absent"
    try:
        signature = b64decode(code, validate=True)
    except (binascii.Error, ValueError):
        return "wrong"
    signed = stamp.encode("utf-8", "replace") + call.body
    if not any(_is_signed(key, signature, signed) for key in keys):
        return "wrong"
    return None if is_fresh_unix(stamp, now, OLDEST) else "old"


def _is_signed(key: bytes, signature: bytes, signed: bytes) -> bool:
    public = load_der_public_key(key)
    if not isinstance(public, ec.EllipticCurvePublicKey):
        return False
    try:
        public.verify(signature, signed, ec.ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True
