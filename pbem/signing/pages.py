"""What stands in the addresses of our pages: tokens of rows, short links, time-stamped payloads."""

import hashlib
import hmac
from collections.abc import Callable
from datetime import timedelta
from typing import Final, Literal

from itsdangerous import BadData, URLSafeTimedSerializer

from pbem.rules.moves import Position
from pbem.signing.generations import earlier_generations
from pbem.signing.keys import MASTER_BYTES, Keys

PageKind = Literal["confirm", "invitation", "stop", "stop_all"]

SHORT_TOKEN_LENGTH: Final = 20

# Letters without vowels and without pairs that look alike: a short token spells
# no word, and no line of it is ever read as a card or a number.
SHORT_ALPHABET: Final = "bfgjklmnpqrtvwxyz"

_PAGE_HEAD_BYTES: Final = 5
_PAGE_LETTERS: Final = 26
_PAGE_ALPHABET: Final = "bfgjklmnpqrtvwxz"
_TO_LETTERS: Final = str.maketrans("0123456789abcdef", _PAGE_ALPHABET)
_FROM_LETTERS: Final = str.maketrans(_PAGE_ALPHABET, "0123456789abcdef")


def page_token(keys: Keys, kind: PageKind, row_id: int, generation: int = 0) -> str:
    """Return the part of a page's address that says which row it is about, for good.

    26 letters, two a byte: 1 byte key id, 4 bytes row id, 8 bytes HMAC-SHA256. They are
    consonants of which no piece can be read as a card or a bid, should a mail program
    break the link. No time is in it: a mail rendered twice holds the same address. Until
    when it is of any use, the row says; a new `generation` of it makes the address void.

    Raises:
        ValueError: the id does not fit.
    """
    if not 0 <= row_id < 1 << 32:
        raise ValueError(f"row id out of range: {row_id}")
    head = bytes([keys.newest]) + row_id.to_bytes(4, "big")
    whole = head + _page_mac(keys.current(f"page/{kind}"), head, generation)
    return whole.hex().translate(_TO_LETTERS)


def open_page_token(
    keys: Keys,
    kind: PageKind,
    token: str,
    generation_of: Callable[[int], int | None] = lambda _row_id: 0,
) -> int | None:
    """Return the row that a page's address is about; None if it is altered or of another kind.

    `generation_of` tells the present generation of a row, None if there is no such row; an
    address of another generation is none.
    """
    whole = _page_bytes(token)
    if whole is None:
        return None
    head, mac = whole[:_PAGE_HEAD_BYTES], whole[_PAGE_HEAD_BYTES:]
    key = keys.derived(head[0], f"page/{kind}")
    row_id = int.from_bytes(head[1:], "big")
    generation = generation_of(row_id)
    # Compared in any case: the time taken does not tell which rows exist.
    expected = _page_mac(key or bytes(MASTER_BYTES), head, generation or 0)
    is_true = hmac.compare_digest(mac, expected)
    return row_id if is_true and key is not None and generation is not None else None


def is_replaced_page_token(
    keys: Keys,
    kind: PageKind,
    token: str,
    generation_of: Callable[[int], int | None],
) -> bool:
    """Tell whether a page's address was good under an earlier generation of its row.

    Looked for are the generations that `earlier_generations` names.
    """

    def as_of(before: int) -> Callable[[int], int | None]:
        def generation(row_id: int) -> int | None:
            present = generation_of(row_id)
            return None if present is None or before >= present else before

        return generation

    row_id = _row_id(token)
    present = None if row_id is None else generation_of(row_id)
    found = (
        open_page_token(keys, kind, token, as_of(one)) for one in earlier_generations(present or 0)
    )
    return any(one is not None for one in found)


def _row_id(token: str) -> int | None:
    whole = _page_bytes(token)
    return None if whole is None else int.from_bytes(whole[1:_PAGE_HEAD_BYTES], "big")


def _page_bytes(token: str) -> bytes | None:
    if len(token) != _PAGE_LETTERS or not set(token) <= set(_PAGE_ALPHABET):
        return None
    return bytes.fromhex(token.translate(_FROM_LETTERS))


def _page_mac(key: bytes, head: bytes, generation: int) -> bytes:
    # The first generation is not written: so the addresses of older mails stay good.
    message = head + generation.to_bytes(8, "big") if generation else head
    return hmac.digest(key, message, "sha256")[:8]


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
