"""Why a move was not accepted. A player's mistake is a value that carries data.

The sentence is made elsewhere; here are only the facts from which it is made.
"""

from dataclasses import dataclass
from typing import Literal

from pbem.rules.cards import Card
from pbem.rules.moves import Position, Wants

WhyBid = Literal["hook", "too_many", "must_fit", "zero_again"]
WhyCard = Literal["must_trump", "must_head", "joker_led", "joker_first"]
WhyLaid = Literal["count", "not_held", "claim"]


@dataclass(frozen=True, slots=True)
class NotYourTurn:
    """Other seats are waited for."""

    on_turn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameNotRunning:
    """The game has not begun, or is over."""

    over: bool


@dataclass(frozen=True, slots=True)
class WrongKind:
    """Something else came than what is wanted, as a card where a bid is."""

    wanted: Wants
    legal_bids: tuple[int, ...]
    legal_cards: tuple[Card, ...]
    legal_trumps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BidForbidden:
    """The bid is not open to this seat; `legal` lists the bids that are, upwards.

    `hook`: the total would equal the tricks; `must_fit`: it could not, or would not,
    come to the tricks; `zero_again`: too many zero bids in a row.
    """

    bid: int
    legal: tuple[int, ...]
    why: WhyBid


@dataclass(frozen=True, slots=True)
class BidStands:
    """The seat has bid already and may not, or need not, change it."""

    bid: int


@dataclass(frozen=True, slots=True)
class CardNotHeld:
    """The card is not in the seat's hand; `playable` lists those that may be played."""

    card: Card
    playable: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MustFollowSuit:
    card: Card
    led: str
    playable: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MustPlay:
    """The card is held, and another rule than following suit keeps it back."""

    card: Card
    why: WhyCard
    playable: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CallNeeded:
    """Something is to be said with this card; `calls` lists what.

    `said` is what was said, or empty: a joker is called high or low, a wild two
    names a card.
    """

    card: Card
    said: str
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrumpForbidden:
    trump: str
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayForbidden:
    """The cards laid aside are not as many as wanted, or not held; or nothing can be claimed."""

    cards: tuple[Card, ...]
    wanted: int
    why: WhyLaid


@dataclass(frozen=True, slots=True)
class TooLate:
    """The move was meant for another position than the one the seat is at."""

    meant: Position
    now: Position | None


Refusal = (
    NotYourTurn
    | GameNotRunning
    | WrongKind
    | BidForbidden
    | BidStands
    | CardNotHeld
    | MustFollowSuit
    | MustPlay
    | CallNeeded
    | TrumpForbidden
    | LayForbidden
    | TooLate
)
