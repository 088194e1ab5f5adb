"""Rows of outbound mail as plain values."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pbem.rules.moves import Position


class NoticeState(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    SUPERSEDED = "superseded"
    FAILED = "failed"
    SUPPRESSED = "suppressed"


@dataclass(frozen=True, slots=True)
class Notice:
    """An outbound mail. No cards are in it: they come from the seat's view when it is rendered.

    `key` is unique: the same happening never makes two notices. `facts` holds what
    the view does not (the lines of an answer, ...) as JSON-able data, stored sealed.
    `rendered` are the bytes of the first try, kept for every later one; `told_seq` is
    the event up to which they tell, `address_id` the address they are made out to.
    Until `in_hand_until` a worker is at it. `provider` is who takes mail for the address.
    """

    id: int
    key: str
    kind: str
    game_id: int | None
    seat_id: int | None
    player_id: int | None
    email: str = field(repr=False)
    position: Position | None
    facts: dict[str, object] = field(repr=False)
    state: NoticeState
    created_at: datetime
    not_before: datetime
    tries: int = 0
    number: int | None = None
    message_id: str | None = None
    rendered: bytes | None = field(default=None, repr=False)
    last_reply: str | None = None
    sent_at: datetime | None = None
    address_id: int | None = None
    provider: str | None = None
    told_seq: int | None = None
    in_hand_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewNotice:
    key: str
    kind: str
    email: str
    not_before: datetime
    game_id: int | None = None
    seat_id: int | None = None
    player_id: int | None = None
    position: Position | None = None
    facts: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Queued:
    """A notice in a list of them, without what is sealed of it."""

    id: int
    kind: str
    state: str
    provider: str | None
    created_at: datetime
    not_before: datetime
    tries: int
    last_reply: str | None


@dataclass(frozen=True, slots=True)
class QueueCount:
    """How many notices of a state are for a provider; None for those not looked at yet."""

    provider: str | None
    state: str
    number: int
