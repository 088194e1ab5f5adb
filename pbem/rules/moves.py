"""What a seat may do, and the position for which it is meant."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pbem.rules.cards import Card

Wants = Literal["bid", "card"]


class Position(NamedTuple):
    """A seat's point in a game: the deal, and the number of its next decision in it.

    Decisions count from 0: the bid is decision 0, the first card decision 1.
    A changed bid is not a new decision. What was meant for another position
    never acts.
    """

    deal: int
    decision: int


@dataclass(frozen=True, slots=True)
class Bid:
    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    card: Card


Move = Bid | Play


@dataclass(frozen=True, slots=True)
class Wait:
    """The game stands still until this seat answers with what is wanted."""

    deal: int
    seat: int
    wants: Wants
