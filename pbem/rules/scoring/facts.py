"""What the points of a deal depend on (catalogue, section 8)."""

from typing import Literal

from msgspec import Struct

from pbem.rules.ruleset import SpecialRule

Points = int | float
"""Whole numbers, or the halves of `trick_scoring`, which are exact as floats."""


class DealFacts(Struct, frozen=True):
    """All about a finished deal that counts for its points.

    `round` is its number in the sequence, from 1, and `rounds` how many the sequence
    has (None: their number is open). `size` is the number of tricks, `largest` that
    of the largest hand of the game. `is_drawn` tells that trumps came from a card
    shown by chance. A bid is None for a seat that does not bid. `totals` are those
    before the deal. `premium` is the seat with a premium bid, and its kind.
    """

    round: int
    rounds: int | None
    size: int
    largest: int
    trump: str
    is_drawn: bool
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    totals: tuple[Points, ...]
    special: SpecialRule | None = None
    premium: tuple[int, Literal["declare", "reveal"]] | None = None


class Result(Struct, frozen=True):
    """What one seat bid in a deal, and what came of it."""

    facts: DealFacts
    seat: int
    bid: int

    @property
    def tricks(self) -> int:
        return self.facts.tricks[self.seat]

    @property
    def is_made(self) -> bool:
        return is_made(self.bid, self.tricks)

    @property
    def off(self) -> int:
        """How many tricks the bid was missed by, either way."""
        return abs(self.bid - self.tricks)

    @property
    def is_over(self) -> bool:
        """Whether the seat took more tricks than it bid."""
        return self.tricks > self.bid


def is_made(bid: int | None, tricks: int) -> bool:
    """Tell whether a bid was made. No bid (None) is never made."""
    return bid == tricks


def as_points(value: Points) -> Points:
    """Return a value as whole number if it is one, so that 1.0 is kept and shown as 1."""
    whole = int(value)
    return whole if whole == value else value
