"""A letter after reading: what the use cases get to see of a mail."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from pbem.app.trust import Trust
from pbem.rules.moves import Position

LetterKind = Literal[
    "orders",
    "empty",
    "auto_reply",
    "bounce",
    "receipt",
    "loop",
    "too_big",
    "malformed",
]


@dataclass(frozen=True, slots=True)
class ToSeat:
    seat_id: int
    position: Position


@dataclass(frozen=True, slots=True)
class ToInvitation:
    invitation_id: int


@dataclass(frozen=True, slots=True)
class ToPending:
    """An answer to a mail that asked for a confirmation."""

    pending_id: int


@dataclass(frozen=True, slots=True)
class ToAddress:
    """A report on mail to the address of a player.

    `was_voided`: the address that it came to stood in mails that were made void since.
    """

    address_id: int
    was_voided: bool = False


@dataclass(frozen=True, slots=True)
class ToService:
    pass


@dataclass(frozen=True, slots=True)
class ToNobody:
    """An unknown, altered or revoked reply address, or several of them."""

    why: Literal["unknown", "several"]


@dataclass(frozen=True, slots=True)
class ToRevoked:
    """A reply address of a seat that was replaced by a new one."""

    seat_id: int


Desk = ToSeat | ToInvitation | ToPending | ToAddress | ToService | ToRevoked | ToNobody


@dataclass(frozen=True, slots=True)
class About:
    """What a report says of a mail of ours, as far as it does: its id, and whom it was for.

    `is_failure` is false where the mail only waits, or has arrived.
    """

    message_id: str | None = None
    recipient: str = field(default="", repr=False)
    is_failure: bool = True


@dataclass(frozen=True, slots=True)
class Incoming:
    """One read letter.

    `lines` are the order lines of the strict first block, cleaned, at most 20;
    `unread` the typed lines below it that were not read (for kind `empty` its
    first typed lines). `sender` is the one address of From, or None. `offset` is
    the Date header's offset from UTC. `key` identifies the mail (Message-ID, else
    a digest). `why_empty`: nothing typed, no order, inline answer, encrypted,
    forwarded. `trust`: whether the sender's domain vouches for it. `about`: the mail that
    a report is about.
    """

    kind: LetterKind
    to: Desk
    sender: str | None
    sender_name: str
    lines: tuple[str, ...]
    unread: tuple[str, ...]
    offset: timedelta | None
    key: str
    message_id: str | None
    why_empty: Literal["nothing", "no_order", "inline", "encrypted", "forwarded"] | None = None
    reason: str = ""
    trust: Trust = "none"
    about: About | None = None


SEAT_LANE = "seat:"
"""How the lanes of seats begin; the id of the seat follows."""


def seat_lane(seat_id: int) -> str:
    """Return the lane of a seat's letters, which are read in the order of receipt."""
    return f"{SEAT_LANE}{seat_id}"


def seat_of_lane(lane: str | None) -> int | None:
    """Return whose letters a lane holds; None if it is not that of a seat."""
    if lane is None or not lane.startswith(SEAT_LANE):
        return None
    return int(lane.removeprefix(SEAT_LANE))
