"""A stream of bytes under a passphrase: what was changed or cut off is not taken for whole.

A line of JSON tells how the key comes from the passphrase (scrypt) and is bound into every
piece. The pieces follow, each sealed with AES-256-GCM; its nonce holds its number and whether
it is the last one, so that pieces cannot be left out, moved, or missing at the end.
"""

import hmac
import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from pbem.wiring.backup.faults import Refused

MAGIC: Final = b"Oh Hell by e-mail, backup 1\n"
PIECE: Final = 1 << 18
_TAG: Final = 16
_LONGEST_HEAD: Final = 1000
# Scrypt with 64 MiB, half a second: a passphrase cannot be tried out quickly.
_COST: Final = {"n": 1 << 16, "r": 8, "p": 1}
_MOST_COST: Final = {"n": 1 << 20, "r": 16, "p": 4}


@dataclass(slots=True)
class Sealer:
    """Writes into a file under a passphrase. Without `close` it can be told as cut off."""

    out: BinaryIO
    passphrase: str = field(repr=False)
    _waiting: bytearray = field(default_factory=bytearray, repr=False)
    _number: int = 0
    _head: bytes = b""
    _key: AESGCM | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        salt = secrets.token_bytes(16)
        key, check = _derived(self.passphrase, salt, _COST)
        told = {"salt": _text(salt), "check": _text(check), **_COST}
        self._head = json.dumps(told).encode() + b"\n"
        self._key = AESGCM(key)
        self.out.write(MAGIC + self._head)

    def write(self, data: bytes) -> None:
        self._waiting += data
        while len(self._waiting) > PIECE:
            self._seal(bytes(self._waiting[:PIECE]), is_last=False)
            del self._waiting[:PIECE]

    def close(self) -> None:
        """Seal what is left as the last piece."""
        self._seal(bytes(self._waiting), is_last=True)
        self._waiting.clear()

    def _seal(self, piece: bytes, *, is_last: bool) -> None:
        assert self._key is not None  # noqa: S101 - set where the object is made
        nonce = _nonce(self._number, is_last=is_last)
        self.out.write(self._key.encrypt(nonce, piece, self._head))
        self._number += 1


def opened(source: BinaryIO, passphrase: str) -> Iterator[bytes]:
    """Yield what was written, piece by piece.

    Raises:
        Refused: this is no backup, the passphrase is another one, or bytes were changed or
            are missing. What was yielded before that is as it was written.
    """
    key, head = _key_of(source, passphrase)
    number, piece = 0, source.read(PIECE + _TAG)
    while True:
        following = source.read(PIECE + _TAG)
        try:
            yield key.decrypt(_nonce(number, is_last=not following), piece, head)
        except InvalidTag:
            raise Refused(
                "The file is damaged: it was cut off or changed. Take another backup."
            ) from None
        if not following:
            return
        number, piece = number + 1, following


def _key_of(source: BinaryIO, passphrase: str) -> tuple[AESGCM, bytes]:
    if source.read(len(MAGIC)) != MAGIC:
        raise Refused("This is no backup of this service, or one of another release.")
    head = source.readline(_LONGEST_HEAD)
    try:
        told = json.loads(head)
        cost = {name: int(told[name]) for name in _COST}
        salt, check = b64decode(told["salt"]), b64decode(told["check"])
    except (ValueError, KeyError, TypeError):
        raise Refused("The file is damaged at its beginning. Take another backup.") from None
    if any(not 1 <= cost[name] <= most for name, most in _MOST_COST.items()):
        raise Refused("The file is damaged at its beginning. Take another backup.")
    key, found = _derived(passphrase, salt, cost)
    if not hmac.compare_digest(found, check):
        raise Refused("The passphrase is not that of this backup.")
    return AESGCM(key), head


def _derived(passphrase: str, salt: bytes, cost: dict[str, int]) -> tuple[bytes, bytes]:
    """Return the key, and what tells a wrong passphrase from a damaged file."""
    try:
        both = Scrypt(salt, 48, **cost).derive(passphrase.encode())
    except ValueError:
        raise Refused("The file is damaged at its beginning. Take another backup.") from None
    return both[:32], both[32:]


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _text(data: bytes) -> str:
    return b64encode(data).decode()
