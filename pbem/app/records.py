"""Rows of the service as plain values: what the store keeps and the use cases change."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from pbem.app.trust import NO_ORIGIN, Origin
from pbem.orders.choices import USUAL, Choices
from pbem.rules.events import Event
from pbem.rules.moves import Position, Wants
from pbem.rules.options import Rules

By = Literal["person", "order", "forced", "bot", "admin", "service"]


Failure = Literal["hard", "soft", "complaint"]
"""How a mail fails: for good, perhaps not for good, or because its reader wants none."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event of the log with its number (from 1), its time (UTC) and by whom."""

    seq: int
    at: datetime
    by: By
    event: Event


@dataclass(frozen=True, slots=True)
class Player:
    """A person. `zone` is an IANA name; `zone_told` once it was confirmed to them."""

    id: int
    name: str
    zone: str | None = None
    zone_told: bool = False
    locale: str = "en"
    choices: Choices = USUAL


@dataclass(frozen=True, slots=True)
class Address:
    """A mail address of a player; two players may have the same one.

    `failing` is the last refusal or report of failure, None while mail arrives;
    `failing_since` and `failed_at` are when the first and the last of a row of them came
    up, `failures` counts those in a row that need not be lasting. With `suppressed` no
    mail goes there until its owner asks for some, or proves that it lives.
    """

    id: int
    player_id: int
    email: str
    proven: bool = False
    failing: str | None = None
    failures: int = 0
    failing_since: datetime | None = None
    failed_at: datetime | None = None
    suppressed: Failure | None = None

    @property
    def reach(self) -> Literal["ok", "failing", "suppressed"]:
        """How mail fares there."""
        if self.failing is None:
            return "ok"
        return "failing" if self.suppressed is None else "suppressed"


class GameStatus(StrEnum):
    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class CalledOff:
    """A row of the public list of games that were called off; `number` counts from 1.

    Digests are hex; `hash` is that of the row, `previous` that of the row before. `root`
    is None for a game that was called off before its seats were settled.
    """

    number: int
    game_id: int
    commitment: str
    root: str | None
    at: datetime
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game beside its log. `code` is public (`K7Q2`), `join_code` lets people in.

    `commitment` is the hash of the game's secret, known from the beginning; `root`
    the hash over all deals, known from the start of play (both hex).
    """

    id: int
    code: str
    join_code: str
    watch_code: str
    status: GameStatus
    preset: str
    rules: Rules
    starter_id: int | None
    limit: timedelta
    seq: int
    commitment: str
    root: str | None
    rated: bool
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table. `number` is its seat in the game, None until the start.

    `player_id` is None for a bot. `generation` counts revocations of its reply
    addresses and links. `stand_in`: a bot plays for its owner. `mails`: its owner
    wants mail of this game. `resigned`: the owner gave the seat up for good. `seed` is
    the owner's share of the shuffle. `greeted`: a first letter has been answered.
    `asked_to_resign`: when its owner was asked whether to give it up, and has not said no.
    """

    id: int
    game_id: int
    number: int | None
    player_id: int | None
    address_id: int | None
    name: str
    seed: str = ""
    generation: int = 0
    stand_in: bool = False
    resigned: bool = False
    mails: bool = True
    greeted: bool = False
    asked_to_resign: datetime | None = None

    @property
    def is_bot(self) -> bool:
        return self.player_id is None


class InvitationState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"
    UNDELIVERABLE = "undeliverable"


@dataclass(frozen=True, slots=True)
class Invitation:
    id: int
    game_id: int
    email: str
    inviter_id: int
    state: InvitationState
    expires_at: datetime
    generation: int = 0


@dataclass(frozen=True, slots=True)
class WaitRow:
    """A seat (by number) that a game waits for, and until when."""

    game_id: int
    deal: int
    seat: int
    wants: Wants
    since: datetime
    deadline: datetime
    remind_at: datetime | None


class LetterState(StrEnum):
    NEW = "new"
    DONE = "done"
    SHUNTED = "shunted"


@dataclass(frozen=True, slots=True)
class StoredLetter:
    """An inbound mail as it was received, and what became of it.

    `recipient` is the envelope recipient this row stands for, `recipients` all of
    them. Letters of one `lane` (a seat) are read in the order of their ids.
    """

    id: int
    received_at: datetime
    transport: str
    recipient: str = field(repr=False)
    recipients: tuple[str, ...] = field(repr=False)
    lane: str | None
    raw: bytes = field(repr=False)
    state: LetterState
    verdict: str | None = None
    reason: str | None = None
    trace: str | None = field(default=None, repr=False)
    origin: Origin = field(default=NO_ORIGIN, repr=False)


@dataclass(frozen=True, slots=True)
class Talk:
    """Words of a player to the table."""

    id: int
    game_id: int
    seat: int
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """What a short link in a mail opens: one seat, for one position."""

    seat_id: int
    position: Position
    generation: int
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class WebSession:
    """A sign-in on the web."""

    player_id: int
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None

    def holds(self, now: datetime) -> bool:
        """Tell whether the player is still signed in."""
        return self.revoked_at is None and now < self.expires_at


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules that a player keeps: name, the preset they come from, options unlike the defaults.

    `title` is the name as it was written; it is found by what of it tells it from others.
    """

    name: str
    preset: str
    options: dict[str, object]
    title: str = ""
