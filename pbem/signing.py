"""Keys, and everything that is signed or sealed with them.

Master keys come from the configuration, newest first. The newest one signs and
seals; the older ones still open what was made before. No master key is used
itself: each purpose has a key of its own (HKDF-SHA256), so that a token of one
purpose is never good for another.
"""

import hashlib
import hmac
import os
import string
from base64 import b32decode, b32encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from typing import Final, Literal, get_args

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from itsdangerous import BadData, URLSafeTimedSerializer

from pbem.rules.moves import Position

ReplyKind = Literal["seat", "invitation", "pending", "bounce"]
PageKind = Literal["confirm", "invitation", "stop"]

MASTER_BYTES: Final = 32
HIGHEST_KEY_ID: Final = 31
TOKEN_LENGTH: Final = 26
SHORT_TOKEN_LENGTH: Final = 20

# Letters without vowels and without pairs that look alike: a short token spells
# no word, and no line of it is ever read as a card or a number.
SHORT_ALPHABET: Final = "bfgjklmnpqrtvwxyz"

_KINDS: Final[tuple[ReplyKind, ...]] = get_args(ReplyKind)
_BASE32: Final = frozenset(string.ascii_lowercase + "234567")
_HEAD_BYTES: Final = 8
_MAC_BYTES: Final = 8
_NONCE_BYTES: Final = 12
_DECISION_BITS: Final = 6
_PAGE_HEAD_BYTES: Final = 5
_PAGE_LETTERS: Final = 26
_PAGE_ALPHABET: Final = "bfgjklmnpqrtvwxz"
_TO_LETTERS: Final = str.maketrans("0123456789abcdef", _PAGE_ALPHABET)
_FROM_LETTERS: Final = str.maketrans(_PAGE_ALPHABET, "0123456789abcdef")


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A master key under its id (0 to 31). The secret never shows in a `repr`."""

    id: int
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.id <= HIGHEST_KEY_ID:
            raise ValueError(f"a key id is a number from 0 to {HIGHEST_KEY_ID}")
        if len(self.secret) < MASTER_BYTES:
            raise ValueError(f"a key has at least {MASTER_BYTES} bytes")


@dataclass(frozen=True, slots=True)
class Keys:
    """The master keys of the service, newest first.

    Raises:
        ValueError: there is no key, or two share an id.
    """

    masters: tuple[MasterKey, ...]

    def __post_init__(self) -> None:
        ids = [master.id for master in self.masters]
        if not ids:
            raise ValueError("at least one key is needed")
        if len(ids) != len(set(ids)):
            raise ValueError("two keys share an id")

    @classmethod
    def of(cls, *pairs: tuple[int, bytes]) -> "Keys":
        """Return keys from pairs of id and secret, newest first."""
        return cls(tuple(MasterKey(key_id, secret) for key_id, secret in pairs))

    @property
    def newest(self) -> int:
        """The id of the key that signs and seals now."""
        return self.masters[0].id

    def ids(self) -> tuple[int, ...]:
        return tuple(master.id for master in self.masters)

    def derived(self, key_id: int, purpose: str) -> bytes | None:
        """Return the 32 bytes for this purpose; None if there is no such master key."""
        for master in self.masters:
            if master.id == key_id:
                return _derived(master.secret, purpose)
        return None

    def current(self, purpose: str) -> bytes:
        """Return the newest key for this purpose."""
        return _derived(self.masters[0].secret, purpose)

    def all_for(self, purpose: str) -> tuple[bytes, ...]:
        """Return the keys for this purpose, newest first."""
        return tuple(_derived(master.secret, purpose) for master in self.masters)


@lru_cache(maxsize=256)
def _derived(secret: bytes, purpose: str) -> bytes:
    info = b"pbem/" + purpose.encode()
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)


@dataclass(frozen=True, slots=True)
class ReplyToken:
    """What a reply address stands for: whose it is, and the position it was sent for."""

    kind: ReplyKind
    id: int
    position: Position


def reply_token(keys: Keys, kind: ReplyKind, id: int, position: Position, generation: int) -> str:
    """Return the part of a reply address that says who may answer, and what to.

    26 lower-case base32 characters: 1 byte key id (5 bits) and kind (3 bits), 5
    bytes row id, 2 bytes position (10 bits deal, 6 bits decision), 8 bytes
    HMAC-SHA256. The generation is not in the token but in its HMAC: a new
    generation of the row revokes all its tokens.

    Raises:
        ValueError: the id or the position does not fit.
    """
    head = _head(keys.newest, kind, id, position)
    mac = _mac(keys.current(f"reply/{kind}"), head, generation)
    return b32encode(head + mac).decode().rstrip("=").lower()


def open_reply_token(
    keys: Keys, token: str, generation_of: Callable[[str, int], int | None]
) -> ReplyToken | None:
    """Return what a token stands for; None if it is unknown, altered or revoked.

    Upper and lower case are the same, since mail programs fold addresses.
    `generation_of(kind, id)` tells the present generation of the row, or None if
    there is no such row.
    """
    whole = _bytes_of(token)
    if whole is None:
        return None
    head, mac = whole[:_HEAD_BYTES], whole[_HEAD_BYTES:]
    opened = _opened_head(head)
    if opened is None:
        return None
    key = keys.derived(head[0] >> 3, f"reply/{opened.kind}")
    generation = generation_of(opened.kind, opened.id)
    # The comparison is made even if key or row is missing, so that the time taken
    # does not tell which rows exist.
    expected = _mac(key or bytes(MASTER_BYTES), head, generation or 0)
    is_true = hmac.compare_digest(mac, expected)
    return opened if is_true and key is not None and generation is not None else None


def _head(key_id: int, kind: ReplyKind, row_id: int, position: Position) -> bytes:
    deal, decision = position
    if not 0 <= row_id < 1 << 40:
        raise ValueError(f"row id out of range: {row_id}")
    if not (0 <= deal < 1 << 10 and 0 <= decision < 1 << _DECISION_BITS):
        raise ValueError(f"position out of range: {position}")
    first = key_id << 3 | _KINDS.index(kind)
    place = deal << _DECISION_BITS | decision
    return bytes([first]) + row_id.to_bytes(5, "big") + place.to_bytes(2, "big")


def _opened_head(head: bytes) -> ReplyToken | None:
    kind = head[0] & 0b111
    if kind >= len(_KINDS):
        return None
    place = int.from_bytes(head[6:8], "big")
    position = Position(place >> _DECISION_BITS, place & (1 << _DECISION_BITS) - 1)
    return ReplyToken(_KINDS[kind], int.from_bytes(head[1:6], "big"), position)


def _mac(key: bytes, head: bytes, generation: int) -> bytes:
    message = head + generation.to_bytes(8, "big")
    return hmac.digest(key, message, "sha256")[:_MAC_BYTES]


def page_token(keys: Keys, kind: PageKind, row_id: int) -> str:
    """Return the part of a page's address that says which row it is about, for good.

    26 letters, two a byte: 1 byte key id, 4 bytes row id, 8 bytes HMAC-SHA256. They are
    consonants of which no piece can be read as a card or a bid, should a mail program
    break the link. No time is in it: a mail rendered twice holds the same address. Until
    when it is of any use, the row says.

    Raises:
        ValueError: the id does not fit.
    """
    if not 0 <= row_id < 1 << 32:
        raise ValueError(f"row id out of range: {row_id}")
    head = bytes([keys.newest]) + row_id.to_bytes(4, "big")
    whole = head + _page_mac(keys.current(f"page/{kind}"), head)
    return whole.hex().translate(_TO_LETTERS)


def open_page_token(keys: Keys, kind: PageKind, token: str) -> int | None:
    """Return the row that a page's address is about; None if it is altered or of another kind."""
    if len(token) != _PAGE_LETTERS or not set(token) <= set(_PAGE_ALPHABET):
        return None
    whole = bytes.fromhex(token.translate(_FROM_LETTERS))
    head, mac = whole[:_PAGE_HEAD_BYTES], whole[_PAGE_HEAD_BYTES:]
    key = keys.derived(head[0], f"page/{kind}")
    if key is None or not hmac.compare_digest(mac, _page_mac(key, head)):
        return None
    return int.from_bytes(head[1:], "big")


def _page_mac(key: bytes, head: bytes) -> bytes:
    return hmac.digest(key, head, "sha256")[:8]


def _bytes_of(token: str) -> bytes | None:
    # Folding the Kelvin sign gives a k, so what is not ASCII is refused before.
    folded = token.lower() if token.isascii() else ""
    if len(folded) != TOKEN_LENGTH or not _BASE32.issuperset(folded):
        return None
    whole = b32decode(folded.upper() + "======")
    # The last character has two spare bits; only the one with zeros there is ours.
    is_ours = b32encode(whole).decode().rstrip("=").lower() == folded
    return whole if is_ours else None


def short_token(keys: Keys, seat_id: int, position: Position, generation: int) -> str:
    """Return the 20 letters of the short link in a mail's text part (81 bits).

    The same seat, position and generation give the same letters, so that a mail
    rendered twice holds the same link. It is looked up by its hash.
    """
    message = f"{seat_id}/{position.deal}/{position.decision}/{generation}".encode()
    number = int.from_bytes(hmac.digest(keys.current("short-link"), message, "sha256"), "big")
    letters = []
    for _ in range(SHORT_TOKEN_LENGTH):
        number, index = divmod(number, len(SHORT_ALPHABET))
        letters.append(SHORT_ALPHABET[index])
    return "".join(letters)


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


def signed(keys: Keys, purpose: str, payload: object) -> str:
    """Return a URL-safe, time-stamped token that carries the payload (JSON-able, readable)."""
    return str(_serializer(keys, purpose).dumps(payload))


def unsigned(
    keys: Keys, purpose: str, token: str, max_age: timedelta | None = None
) -> object | None:
    """Return the payload of a token; None if it is altered, too old or of another purpose."""
    seconds = None if max_age is None else int(max_age.total_seconds())
    try:
        payload: object = _serializer(keys, purpose).loads(token, max_age=seconds)
    except BadData:
        return None
    return payload


def _serializer(keys: Keys, purpose: str) -> URLSafeTimedSerializer:
    # Its list of keys runs from the oldest to the newest; the last one signs.
    newest_last = list(reversed(keys.all_for(f"token/{purpose}")))
    digest = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeTimedSerializer(newest_last, salt=purpose, signer_kwargs=digest)


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
