"""What one seat scores in a deal, by each system (catalogue, section 8).

A formula takes the result of the seat, and the parameters of its system by name.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from pbem.rules.scoring.facts import Points, Result

Formula = Callable[..., Points]
PenaltyOn = Literal["any_miss", "overtricks", "undertricks"]


def basic(result: Result, bonus: int) -> int:
    """A point a trick, and the bonus for a made bid."""
    return result.tricks + (bonus if result.is_made else 0)


def exact(result: Result, bonus: int) -> int:
    """The bid and the bonus, for a made bid only."""
    return bonus + result.bid if result.is_made else 0


def exact_penalty(result: Result, penalty_on: PenaltyOn) -> int:
    """Gain ten and the bid, or lose the bid where the miss is one that costs."""
    if result.is_made:
        return 10 + result.bid
    return -result.bid if _is_punished(result, penalty_on) else 0


def ten_times(result: Result, *, penalty: bool, zero_points: int) -> int:
    """Ten times the bid, which a miss costs with `penalty`; a zero has points of its own.

    A missed zero costs its points also without `penalty`, since the source states both.
    """
    worth = 10 * result.bid or zero_points
    if result.is_made:
        return worth
    return -worth if penalty or result.bid == 0 else 0


def double_hammer(result: Result) -> int:
    """Eleven times a made bid, ten for a zero; tricks for a missed one."""
    return (11 * result.bid or 10) if result.is_made else result.tricks


def exact_penalty_x5(result: Result, penalty_on: PenaltyOn) -> int:
    """Ten and five times the bid, or lose five times the bid, ten for a zero."""
    if result.is_made:
        return 10 + 5 * result.bid
    return -(5 * result.bid or 10) if _is_punished(result, penalty_on) else 0


def exact_set(result: Result) -> int:
    """Ten and the bid; all tricks for one too many, minus ten for one too few."""
    if result.is_made:
        return 10 + result.bid
    return result.tricks if result.is_over else -10


def exact_progressive_penalty(result: Result) -> int:
    """Ten and the bid, or lose the bid and ten for each trick off."""
    return 10 + result.bid if result.is_made else -(result.bid + 10 * result.off)


BASES: Final[Mapping[str, Callable[[Result], int]]] = {
    "exact_penalty": partial(exact_penalty, penalty_on="any_miss"),
    "exact_penalty_x5": partial(exact_penalty_x5, penalty_on="any_miss"),
    "ten_times": partial(ten_times, penalty=True, zero_points=0),
    "exact_set": exact_set,
    "exact_progressive_penalty": exact_progressive_penalty,
}
"""What `penalty_under_zero_over` may build on. `ten_times` is meant with its penalty."""


def penalty_under_zero_over(result: Result, base: str) -> int:
    """As the system it builds on, but nothing for tricks too many."""
    return 0 if result.is_over else BASES[base](result)


def progressive(result: Result) -> int:
    """Ten and the square of the bid, or the tricks."""
    return 10 + result.bid**2 if result.is_made else result.tricks


def montreal(result: Result) -> int:
    """Ten and two a trick, for a made bid only."""
    return 10 + 2 * result.tricks if result.is_made else 0


def negative(result: Result) -> int:
    """One for the first trick off, two for the second, and so on."""
    return result.off * (result.off + 1) // 2


def negative_square(result: Result) -> int:
    """The square of the tricks off."""
    return result.off**2


def negative_hand(result: Result) -> int:
    """As many as the deal has tricks, for a missed bid."""
    return 0 if result.is_made else result.facts.size


def trick_scoring(result: Result) -> Points:
    """The bid, half a point for a zero, or lose a point for each trick off."""
    return (result.bid or 0.5) if result.is_made else -result.off


def binary(result: Result) -> int:
    """Ten for a made bid, and nothing else."""
    return 10 if result.is_made else 0


def binary_zero(result: Result) -> int:
    """As `binary`, but a zero gains 20 or loses 10 if there are more tricks than players."""
    if result.bid == 0 and result.facts.size > len(result.facts.tricks):
        return 20 if result.is_made else -10
    return binary(result)


def binary_halving(result: Result) -> Points:
    """Eight for a made bid; a miss halves the total, rounded up."""
    total = result.facts.totals[result.seat]
    return 8 if result.is_made else -(-total // 2) - total


def scratch(result: Result) -> int:
    """One for a missed bid."""
    return 0 if result.is_made else 1


def adjusted_exact(result: Result) -> int:
    """The bid and the tricks of the deal, for a made bid only."""
    return result.bid + result.facts.size if result.is_made else 0


def get_fred(result: Result) -> int:
    """Ten and the bid, or lose a point for each trick off."""
    return 10 + result.bid if result.is_made else -result.off


def oy_vey(result: Result) -> int:
    """Ten and the square of the bid, or lose a point for each trick off."""
    return 10 + result.bid**2 if result.is_made else -result.off


def sir_scoring(result: Result) -> int:
    """Ten times the bid, five for a zero; tricks if too many, minus ten for each too few."""
    if result.is_made:
        return 10 * result.bid or 5
    return result.tricks if result.is_over else -10 * result.off


def variable_bonus(result: Result) -> int:
    """A point a trick, and a bonus that is the larger the smaller the hand."""
    return basic(result, bonus=result.facts.largest + 1 - result.facts.size)


def tens_difference(result: Result) -> int:
    """Ten times the bid, ten for a zero, or lose ten for each trick off."""
    return (10 * result.bid or 10) if result.is_made else -10 * result.off


def five_plus_ten(result: Result) -> int:
    """Five and ten times the bid, or lose five and five for each trick off."""
    return 5 + 10 * result.bid if result.is_made else -(5 + 5 * result.off)


def squares(result: Result) -> int:
    """Ten and the square of the bid, or lose the square of the tricks off."""
    return 10 + result.bid**2 if result.is_made else -(result.off**2)


def boerenbridge(result: Result) -> int:
    """A point a trick, and ten for a made bid, twenty for a zero."""
    return basic(result, bonus=10 if result.bid else 20)


def seven_truf(result: Result) -> int:
    """Ten times the bid, five for each trick of the deal for a zero; tricks for a miss."""
    return (10 * result.bid or 5 * result.facts.size) if result.is_made else result.tricks


def cooperative(_: Result) -> int:
    """Nothing: the table plays against the number of deals (catalogue, section 11)."""
    return 0


def wizard(result: Result) -> int:
    """Twenty and ten a trick, or lose ten for each trick off."""
    return 20 + 10 * result.tricks if result.is_made else -10 * result.off


def romanian(result: Result) -> int:
    """Five and a point a trick, or lose a point for each trick off."""
    return 5 + result.tricks if result.is_made else -result.off


def pocha(result: Result) -> int:
    """Ten and five a trick, or lose five for each trick off."""
    return 10 + 5 * result.tricks if result.is_made else -5 * result.off


def podrida_three(result: Result) -> int:
    """Ten and three a trick, or lose three for each trick off."""
    return 10 + 3 * result.tricks if result.is_made else -3 * result.off


def clag_two(result: Result) -> int:
    """Ten and twice the bid, for a made bid only."""
    return 10 + 2 * result.bid if result.is_made else 0


def tens_or_nothing(result: Result) -> int:
    """Ten times the bid, ten for a zero, for a made bid only."""
    return (10 * result.bid or 10) if result.is_made else 0


def _is_punished(result: Result, penalty_on: PenaltyOn) -> bool:
    """Tell whether a miss is of the kind that costs points."""
    return penalty_on == "any_miss" or result.is_over == (penalty_on == "overtricks")
