"""What happened in a game: facts, in the past tense.

A game is the list of its events. They hold seat numbers, never names, addresses
or talk, and outcomes, never requests: a later correction of a rule cannot change
a deal that was played.
"""

from dataclasses import dataclass
from typing import Literal

from pbem.rules.cards import Card
from pbem.rules.options import Rules

Handover = Literal["resigned", "stopped", "came_back"]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The first event: the rules are fixed in it for the whole game."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class FirstDealerChosen:
    """Who deals first, and the cards that decided it, in the order they were shown.

    Seat k was shown card k; when seats tied they drew again, in seat order
    (`high_card`). For `first_jack` the cards were dealt face up from seat 0 on.
    `drawn` is empty for `random` and `seat_0` (catalogue, section 4).
    """

    dealer: int
    drawn: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal was handed out. The hands are secret, everything else is public."""

    deal: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None
    trump: str


@dataclass(frozen=True, slots=True)
class BidMade:
    deal: int
    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class BidChanged:
    """A bid was replaced before the next player had bid (`bid_change`)."""

    deal: int
    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    deal: int
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick was completed; `trick` counts from 1 within the deal."""

    deal: int
    seat: int
    trick: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """Points of the deal by seat. From here on all hands of the deal are public."""

    deal: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealRevealed:
    """The secret (32 bytes, hex) from which a scored deal was shuffled."""

    deal: int
    secret: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SecretRevealed:
    """The secret of the whole game (32 bytes, hex), shown when it is over."""

    secret: str


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """A seat did not answer in time; the stand-in acts once for it."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """A stand-in took the seat (`resigned`, `stopped`) or its owner is back."""

    seat: int
    why: Handover


Event = (
    GameStarted
    | FirstDealerChosen
    | Dealt
    | BidMade
    | BidChanged
    | CardPlayed
    | TrickTaken
    | DealScored
    | DealRevealed
    | GameEnded
    | SecretRevealed
    | ClockRanOut
    | SeatHandedOver
)
