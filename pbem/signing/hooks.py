"""Signatures of webhook calls."""

import hmac
from collections.abc import Sequence


def hook_signature(key: bytes, timestamp: int, body: bytes) -> str:
    """Return the signature of a webhook call: hex HMAC-SHA256 of `TIMESTAMP.BODY`.

    `timestamp` counts seconds since 1970 (UTC). Compare with `is_hook_signed`.
    """
    return hmac.digest(key, f"{timestamp}.".encode() + body, "sha256").hex()


def is_hook_signed(keys: Sequence[bytes], timestamp: int, body: bytes, signature: str) -> bool:
    """Tell whether a webhook call carries the signature of one of these keys (constant time)."""
    given = signature.strip().lower().encode(errors="replace")
    expected = [hook_signature(key, timestamp, body).encode() for key in keys]
    matches = [hmac.compare_digest(given, one) for one in expected]
    return any(matches)
