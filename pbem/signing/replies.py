"""Tokens of the addresses that answers and delivery reports come to."""

import hmac
import string
from base64 import b32decode, b32encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from pbem.rules.moves import Position
from pbem.signing.generations import earlier_generations
from pbem.signing.keys import MASTER_BYTES, Keys

# The place of a kind in this list stands in its tokens: a new one goes to the end.
ReplyKind = Literal[
    "seat",
    "invitation",
    "pending",
    "bounce",
    "bounce_invitation",
    "bounce_pending",
    "bounce_address",
]
BounceKind = Literal["bounce", "bounce_invitation", "bounce_pending", "bounce_address"]
"""The kinds that reports of failure come to: of an invitation, of a question, of whatever else
went to the address of a player. `bounce` is that of a seat, in mails of earlier releases.
"""

TOKEN_LENGTH: Final = 26

_KINDS: Final[tuple[ReplyKind, ...]] = get_args(ReplyKind)
_BASE32: Final = frozenset(string.ascii_lowercase + "234567")
_HEAD_BYTES: Final = 8
_MAC_BYTES: Final = 8
_DECISION_BITS: Final = 6


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


def open_revoked_token(
    keys: Keys, token: str, generation_of: Callable[[str, int], int | None]
) -> ReplyToken | None:
    """Return what a token stood for before its row had the present generation; else None.

    Looked for are the generations that `earlier_generations` names.
    """

    def as_of(before: int) -> Callable[[str, int], int | None]:
        def generation(kind: str, row_id: int) -> int | None:
            present = generation_of(kind, row_id)
            return None if present is None or before >= present else before

        return generation

    whole = _bytes_of(token)
    opened = None if whole is None else _opened_head(whole[:_HEAD_BYTES])
    present = None if opened is None else generation_of(opened.kind, opened.id)
    earlier = earlier_generations(present or 0)
    found = (open_reply_token(keys, token, as_of(one)) for one in earlier)
    return next((one for one in found if one is not None), None)


def row_named(token: str) -> str:
    """Return the kind and id of the row that a token names, true or not; empty if it is none."""
    whole = _bytes_of(token)
    opened = None if whole is None else _opened_head(whole[:_HEAD_BYTES])
    return "" if opened is None else f"{opened.kind} {opened.id}"


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


def _bytes_of(token: str) -> bytes | None:
    # Folding the Kelvin sign gives a k, so what is not ASCII is refused before.
    folded = token.lower() if token.isascii() else ""
    if len(folded) != TOKEN_LENGTH or not _BASE32.issuperset(folded):
        return None
    whole = b32decode(folded.upper() + "======")
    # The last character has two spare bits; only the one with zeros there is ours.
    is_ours = b32encode(whole).decode().rstrip("=").lower() == folded
    return whole if is_ours else None
