"""What a seat may do, and the position for which it is meant."""

from typing import Literal, NamedTuple

from msgspec import Struct

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


class Bid(Struct, frozen=True, gc=False):
    tricks: int


class Play(Struct, frozen=True, gc=False):
    """A card, and what is said with it.

    `call` is `high` or `low` for a joker that is called, the name of the card that a
    wild two stands for, and otherwise empty.
    """

    card: Card
    call: str = ""


class NameTrump(Struct, frozen=True, gc=False):
    """A suit letter, or `NT`."""

    trump: str


class Lay(Struct, frozen=True):
    """Three cards laid aside for a bid, with or without a premium claimed for it."""

    cards: tuple[Card, ...]
    claim: Claim = ""


Move = Bid | Play | NameTrump | Lay


class Wait(Struct, frozen=True, gc=False):
    """The game stands still until this seat answers with what is wanted."""

    deal: int
    seat: int
    wants: Wants
