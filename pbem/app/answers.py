"""What became of the lines of a letter, as values that an answer can be made from."""

from dataclasses import dataclass
from typing import Literal

from pbem.app.own_lines import AddressLine, GameLine
from pbem.app.refused import CannotChange, DoneLately, Replaced
from pbem.orders.orders import NotUnderstood, WrongDesk
from pbem.rules.cards import Card
from pbem.rules.options import Problem
from pbem.rules.refusals import Refusal


@dataclass(frozen=True, slots=True)
class UnknownPreset:
    preset: str
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeveralPresets:
    """A name that more than one preset has; `ids` are theirs."""

    preset: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesProblem:
    """Options that do not go together, and `unread` words that name no option."""

    problems: tuple[Problem, ...]
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotThisMany:
    """A number of players for which the preset is not meant; `fits` lists those it is."""

    players: int
    fits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VersionsName:
    """Own rules cannot be kept under the name of a version."""

    name: str


@dataclass(frozen=True, slots=True)
class EnoughRules:
    """A player keeps as many sets of own rules as there is room for."""

    limit: int


@dataclass(frozen=True, slots=True)
class BadAddress:
    email: str


@dataclass(frozen=True, slots=True)
class BadName:
    """A display name that is taken at the table, reads as an order, or is no name."""

    name: str
    why: Literal["taken", "order", "empty", "long"]


@dataclass(frozen=True, slots=True)
class CannotInvite:
    """`limit`: too many invitations in a day. `barred`: they asked not to be invited.

    `seated`: invited to this table already. `self`: the address of this service.
    """

    email: str
    why: Literal["limit", "barred", "seated", "self"]


@dataclass(frozen=True, slots=True)
class UnknownCode:
    code: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """No place is open any more. `why`: full, begun, cancelled."""

    why: Literal["full", "begun", "cancelled"]


@dataclass(frozen=True, slots=True)
class AlreadySeated:
    code: str


@dataclass(frozen=True, slots=True)
class StarterOnly:
    name: str


@dataclass(frozen=True, slots=True)
class UnknownZone:
    name: str
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResignAsks:
    """`resign` alone asks first; a yes to that, or `resign for good`, does it."""


@dataclass(frozen=True, slots=True)
class TooLong:
    """Words to the table are limited to this many characters."""

    limit: int


@dataclass(frozen=True, slots=True)
class NothingOpen:
    """A yes, no or never with nothing to answer, or an invitation that is over."""

    why: Literal["nothing", "expired", "answered", "cancelled"]


@dataclass(frozen=True, slots=True)
class WhichJoker:
    """`joker` was written with two of them in hand; `call` is what was said with it."""

    jokers: tuple[Card, ...]
    call: str = ""


@dataclass(frozen=True, slots=True)
class SeatAway:
    """A stand-in plays this seat; `back` brings its owner back. `resigned` is for good."""

    resigned: bool


@dataclass(frozen=True, slots=True)
class TooOften:
    """A limit per day or hour was reached."""

    what: str


AppRefusal = (
    UnknownPreset
    | SeveralPresets
    | RulesProblem
    | NotThisMany
    | VersionsName
    | EnoughRules
    | BadAddress
    | BadName
    | CannotInvite
    | UnknownCode
    | TableClosed
    | AlreadySeated
    | StarterOnly
    | UnknownZone
    | ResignAsks
    | TooLong
    | NothingOpen
    | WhichJoker
    | SeatAway
    | TooOften
    | Replaced
    | DoneLately
    | CannotChange
)

AnyRefusal = Refusal | AppRefusal | NotUnderstood | WrongDesk

Did = Literal[
    "bid",
    "bid_changed",
    "played",
    "named",
    "laid",
    "said",
    "zone",
    "stopped",
    "stopped_all",
    "back",
    "back_all",
    "back_others",
    "stayed",
    "resigned",
    "shown",
    "created",
    "asked_to_confirm",
    "accepted",
    "declined",
    "barred",
    "joined",
    "invited",
    "filled",
    "cancelled",
    "practice",
    "saved",
    "revoked",
    "address_asked",
    "address_added",
    "address_removed",
    "address_voided",
    "address_main",
    "set",
]

Section = Literal[
    "status",
    "hand",
    "rules",
    "scores",
    "history",
    "help",
    "help_all",
    "odds",
    "games",
    "find",
    "addresses",
    "settings",
]
"""Parts that a letter asked for; the answer shows each once."""


@dataclass(frozen=True, slots=True)
class Done:
    """A line that was carried out.

    `taker` and `trick`: the trick it completed, if it did; nobody may have taken it.
    `call` is what was said with the card. `tricks` is the bid, also of cards laid aside,
    for which `text` is what was claimed; `secret`: nobody else knows it yet. Of what was
    `set`, `text` is the line that says it.
    """

    did: Did
    tricks: int | None = None
    card: Card | None = None
    taker: int | None = None
    trick: int | None = None
    text: str = ""
    call: str = ""
    trump: str = ""
    cards: tuple[Card, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """One line of a letter: done, refused, or (both None) not tried after a refusal."""

    line: str
    done: Done | None = None
    refused: AnyRefusal | None = None


WhyEmpty = Literal[
    "nothing", "no_order", "inline", "encrypted", "forwarded", "too_big", "malformed"
]


Silence = Literal["hour", "day", "asked"]
"""How long other letters of this kind stay unanswered after an answer.

`asked`: for an hour none is asked about that may be forged.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a letter.

    `unread` are typed lines below the orders that look like orders and were not
    read. `zone_guess` is a zone just noted from the letter, to be confirmed.
    `sought` is what a `find` told of the game that is meant. `why_empty` tells why
    nothing was taken from a letter without orders. `silence`: it is the last answer
    of its kind for a while.
    """

    lines: tuple[LineOutcome, ...] = ()
    unread: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    why_empty: WhyEmpty | None = None
    zone_guess: str | None = None
    games: tuple[GameLine, ...] = ()
    addresses: tuple[AddressLine, ...] = ()
    preset: str | None = None
    sought: str | None = None
    in_reply_to: str | None = None
    silence: Silence | None = None
