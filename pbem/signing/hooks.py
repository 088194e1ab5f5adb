"""Signatures of webhook calls."""

import hmac
from collections.abc import Sequence


def hook_signature(key: bytes, timestamp: int, recipient: str, body: bytes) -> str:
    """Return the signature of a webhook call: hex HMAC-SHA256 of time, recipient and body.

    They are signed as three parts with a line feed between. Neither time nor recipient holds
    one, so that no two calls are signed alike. `timestamp`
    counts seconds since 1970 (UTC). Compare with `is_hook_signed`.
    """
    head = f"{timestamp}\n{recipient}\n".encode("utf-8", "surrogateescape")
    return hmac.digest(key, head + body, "sha256").hex()


def is_hook_signed(
    keys: Sequence[bytes], timestamp: int, recipient: str, body: bytes, signature: str
) -> bool:
    """Tell whether a webhook call carries the signature of one of these keys (constant time)."""
    given = signature.strip().lower().encode(errors="replace")
    expected = [hook_signature(key, timestamp, recipient, body).encode() for key in keys]
    matches = [hmac.compare_digest(given, one) for one in expected]
    return any(matches)
