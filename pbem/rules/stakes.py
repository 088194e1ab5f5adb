"""What the players pay each other after a game (catalogue, section 12)."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import assert_never

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import Points, lowest_wins


def payments(rules: Rules, totals: Sequence[Points], winners: Sequence[int]) -> tuple[int, ...]:
    """Return by seat what each receives, in the smallest coin; who pays has less than zero.

    `totals` are the final ones, with `hard_score_bonus`. The payments add up to zero;
    without stakes there are none.
    """
    match rules.stakes:
        case "none":
            return ()
        case "average":
            return _in_coins(_shares(rules, totals, Fraction(1, len(totals))))
        case "pairwise":
            return _in_coins(_shares(rules, totals, Fraction(1)))
        case "pool":
            return _pool(rules.ante, len(totals), winners)
        case _:
            assert_never(rules.stakes)


def _shares(rules: Rules, totals: Sequence[Points], part: Fraction) -> list[Fraction]:
    """Return what each receives, exactly: a part of the differences to all the others."""
    sign = -1 if lowest_wins(rules) else 1
    owned = [sign * Fraction(total) for total in totals]
    return [rules.stake_unit * part * (len(owned) * own - sum(owned)) for own in owned]


def _in_coins(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Return whole coins that add up to zero, as the shares do.

    All are rounded down, and the coins left go to the largest fractions, of equal
    ones to the lower seats first.
    """
    coins = [floor(share) for share in shares]
    by_fraction = sorted(range(len(coins)), key=lambda seat: coins[seat] - shares[seat])
    for seat in by_fraction[: -sum(coins)]:
        coins[seat] += 1
    return tuple(coins)


def _pool(ante: int, players: int, winners: Sequence[int]) -> tuple[int, ...]:
    """Return the net payments if each puts in the ante and the winners share it all."""
    each, odd = divmod(ante * players, len(winners))
    won = {seat: each + (place < odd) for place, seat in enumerate(sorted(winners))}
    return tuple(won.get(seat, 0) - ante for seat in range(players))
