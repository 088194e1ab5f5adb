"""The signature of the mail webhook (time, recipient and body signed)."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from pbem.signing import is_hook_signed

OLDEST: Final = timedelta(minutes=5)

HookVerdict = Literal["ok", "absent", "malformed", "old", "wrong"]

_TIME = re.compile(r"(?:^|,)\s{0,9}t=(\d{1,12})\s{0,9}(?:,|$)")
_SIGNATURE = re.compile(r"(?:^|,)\s{0,9}v2=([0-9A-Fa-f]{64})(?=\s{0,9}(?:,|$))")
_LONGEST: Final = 1000


def check_signature(
    header: str | None, recipient: str, body: bytes, keys: Sequence[bytes], now: datetime
) -> HookVerdict:
    """Return whether a call carries a fresh signature of one of these keys.

    `header` is the value of `X-Pbem-Signature`: `t=UNIX,v2=HEX`, where HEX is the
    HMAC-SHA256 of UNIX, `recipient` (the value of `X-Pbem-Recipient`) and the body, a line
    feed after each of the first two; several `v2` are allowed while the sender changes
    keys, as several `keys` are while we do. The comparison takes constant time. A call
    repeated within the five minutes is let through, and does no harm: all that it says
    is signed, and the same letter to the same recipient is stored once.
    """
    if not header:
        return "absent"
    stamp = _TIME.search(header[:_LONGEST])
    signatures = _SIGNATURE.findall(header[:_LONGEST])
    if stamp is None or not signatures:
        return "malformed"
    timestamp = int(stamp[1])
    if not any(is_hook_signed(keys, timestamp, recipient, body, one) for one in signatures):
        return "wrong"
    age = abs(now.timestamp() - timestamp)
    return "ok" if age <= OLDEST.total_seconds() else "old"
