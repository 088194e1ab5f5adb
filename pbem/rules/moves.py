"""What a seat may do, and the position for which it is meant."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pbem.rules.cards import Card

Wants = Literal["bid", "card", "trump", "lay"]
Premium = Literal["declare", "reveal"]
Claim = Literal[""] | Premium


class Position(NamedTuple):
    """A seat's point in a game: the deal, and the number of its next decision in it.

    Decisions count from 0: mostly the bid is decision 0, the first card decision 1.
    Naming trumps is one too, and a seat that does not bid begins with its cards.
    A changed bid is not a new decision. What was meant for another position never
    acts.
    """

    deal: int
    decision: int


@dataclass(frozen=True, slots=True)
class Bid:
    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """A card, and what is said with it.

    `call` is `high` or `low` for a joker that is called, the name of the card that a
    wild two stands for, and otherwise empty.
    """

    card: Card
    call: str = ""


@dataclass(frozen=True, slots=True)
class NameTrump:
    """A suit letter, or `NT`."""

    trump: str


@dataclass(frozen=True, slots=True)
class Lay:
    """Three cards laid aside for a bid, with or without a premium claimed for it."""

    cards: tuple[Card, ...]
    claim: Claim = ""


Move = Bid | Play | NameTrump | Lay


@dataclass(frozen=True, slots=True)
class Wait:
    """The game stands still until this seat answers with what is wanted."""

    deal: int
    seat: int
    wants: Wants
