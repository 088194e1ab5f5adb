"""Bytes that are kept encrypted."""

import os
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pbem.signing.keys import Keys

_NONCE_BYTES: Final = 12


class UnsealError(Exception):
    """Sealed bytes were altered, made for another purpose, or their key is gone."""


class KeyGoneError(UnsealError):
    """The key that sealed these bytes is not among the keys. They open once it is back."""

    def __init__(self, key_id: int) -> None:
        super().__init__(f"no key {key_id} for these sealed bytes")
        self.key_id = key_id


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
        KeyGoneError: their key is gone.
        UnsealError: the bytes were altered, or are of another purpose.
    """
    if not sealed:
        raise UnsealError("these sealed bytes do not open")
    key = keys.derived(sealed[0], "seal")
    if key is None:
        raise KeyGoneError(sealed[0])
    nonce, body = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
    try:
        return AESGCM(key).decrypt(nonce, body, purpose.encode())
    except (InvalidTag, ValueError):
        raise UnsealError("these sealed bytes do not open") from None
