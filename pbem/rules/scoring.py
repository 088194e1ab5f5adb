"""Points of a deal, and who wins a game (catalogue, sections 8 to 10)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one player bid and took in a deal."""

    bid: int
    tricks: int

    @property
    def is_made(self) -> bool:
        return self.bid == self.tricks


System = Callable[[Outcome, int], int]
"""Points of one player; the second argument is the bonus for a made bid."""


def basic(outcome: Outcome, bonus: int) -> int:
    """A point a trick, and the bonus for a made bid."""
    return outcome.tricks + (bonus if outcome.is_made else 0)


def exact(outcome: Outcome, bonus: int) -> int:
    """The bid and the bonus, for a made bid only."""
    return bonus + outcome.bid if outcome.is_made else 0


def binary(outcome: Outcome, bonus: int) -> int:
    """The bonus alone, for a made bid only."""
    return bonus if outcome.is_made else 0


def get_fred(outcome: Outcome, bonus: int) -> int:
    """The bid and the bonus; a missed bid costs a point for each trick off."""
    return bonus + outcome.bid if outcome.is_made else -abs(outcome.bid - outcome.tricks)


BONUS: Final = 10
"""Points for a made bid, unless the parameter `bonus` says otherwise."""

SYSTEMS: Final[Mapping[str, System]] = {
    "basic": basic,
    "exact": exact,
    "binary": binary,
    "get_fred": get_fred,
}


def deal_points(rules: Rules, bids: Sequence[int], tricks: Sequence[int]) -> tuple[int, ...]:
    """Return the points of a deal by seat."""
    system = SYSTEMS[rules.scoring]
    bonus = _bonus(rules)
    return tuple(
        system(Outcome(bid, taken), bonus) for bid, taken in zip(bids, tricks, strict=True)
    )


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest total; they share the win (`tie_break: shared`)."""
    most = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == most)


def _bonus(rules: Rules) -> int:
    return int(dict(rules.scoring_params).get("bonus", BONUS))
