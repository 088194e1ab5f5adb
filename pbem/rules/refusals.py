"""Why a move was not accepted. A player's mistake is a value that carries data.

The sentence is made elsewhere; here are only the facts from which it is made.
"""

from dataclasses import dataclass
from typing import Literal

from pbem.rules.cards import Card
from pbem.rules.moves import Position, Wants

WhyBid = Literal["hook", "too_many"]


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
    """A card came where a bid is wanted, or the other way round."""

    wanted: Wants
    legal_bids: tuple[int, ...]
    legal_cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BidForbidden:
    """The bid is not open to this seat; `legal` lists the bids that are, upwards."""

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
    | TooLate
)
