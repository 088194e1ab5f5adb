"""Bytes that are kept encrypted."""

import os
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pbem.signing.keys import Keys

_NONCE_BYTES: Final = 12


class UnsealError(Exception):
    """Sealed bytes were altered, made for another purpose, or their key is gone."""


def seal(keys: Keys, data: bytes, purpose: str) -> bytes:
    """Return the data encrypted (AES-256-GCM) with the newest key, its id in front.

    The purpose is bound to the bytes: what was sealed for one row or column does
    not open as another.
    """
    nonce = os.urandom(_NONCE_BYTES)
    body = AESGCM(keys.current("seal")).encrypt(nonce, data, purpose.encode())
    return bytes([keys.newest]) + nonce + body


def unseal(keys: Keys, sealed: bytes, purpose: str) -> bytes:
    """Return the data that was sealed for this purpose.

    Raises:
        UnsealError: the bytes were altered, are of another purpose, or their key is gone.
    """
    key = keys.derived(sealed[0], "seal") if sealed else None
    if key is None:
        raise UnsealError("no key for these sealed bytes")
    nonce, body = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
    try:
        return AESGCM(key).decrypt(nonce, body, purpose.encode())
    except (InvalidTag, ValueError):
        raise UnsealError("these sealed bytes do not open") from None
