"""Totals from deal to deal, when a game is over and who won (catalogue, section 10)."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import Points, as_points, lowest_wins

MOST_EXTRA: Final = 60
"""Deals that break a tie, at most; then the leaders win together.

Where all score alike in every deal (two players with `must_equal`), none ever would
break it. The catalogue does not say what follows.
"""


class Over(Struct, frozen=True):
    """The game is over: the seats that won, and final totals with `hard_score_bonus`."""

    winners: tuple[int, ...]
    totals: tuple[Points, ...]


class GoesOn(Struct, frozen=True):
    """Another deal follows. `is_extra` tells that it is one to break a tie."""

    is_extra: bool = False


def is_dealt_again(rules: Rules, bids: Iterable[int | None], taken: Iterable[int]) -> bool:
    """Tell whether the same round follows a deal with these bids and tricks by seat."""
    is_missed = any(bid not in {None, tricks} for bid, tricks in zip(bids, taken, strict=True))
    return rules.on_miss == "repeat_round" and is_missed


def totals_after(
    rules: Rules, totals: Iterable[Points], points: Iterable[Points]
) -> tuple[Points, ...]:
    """Return the totals by seat after a deal with these points.

    With `end: exact_target`, what goes beyond the target bounces back from it.
    """
    together = [total + more for total, more in zip(totals, points, strict=True)]
    return tuple([as_points(_bounced(rules, total)) for total in together])


def after_deal(
    rules: Rules,
    *,
    played: int,
    rounds: int | None,
    totals: tuple[Points, ...],
    made_bids: tuple[int, ...],
    is_extra: bool = False,
) -> Over | GoesOn:
    """Judge whether the game ends after a deal, and for whom.

    `played` counts the rounds completed, this one and extra deals included; `rounds`
    is how many the sequence has, None if that is open. `made_bids` holds by seat the
    sum of the bids that were made. `is_extra` tells that the deal was one to break a
    tie, for which `GoesOn.is_extra` asked.
    """
    if rules.on_miss == "repeat_round":
        everybody = tuple(range(len(totals)))
        return Over(everybody, totals) if _are_all_played(played, rounds) else GoesOn()
    if not (is_extra or _is_end(rules, played, rounds, totals)):
        return GoesOn()
    winners = _winners(rules, totals, made_bids)
    if (
        len(winners) > 1
        and rules.tie_break == "extra_max_deal"
        and not _is_enough(rules, played, rounds)
    ):
        return GoesOn(is_extra=True)
    return Over(winners, _with_bonus(rules, totals, winners))


def _bounced(rules: Rules, total: Points) -> Points:
    target = rules.target_score
    return 2 * target - total if rules.end == "exact_target" and total > target else total


def _is_end(rules: Rules, played: int, rounds: int | None, totals: tuple[Points, ...]) -> bool:
    """Tell whether the game would end here, but for a tie.

    Totals of `exact_target` never exceed the target, so reaching it is being there.
    """
    if rules.end == "fixed_deals":
        return _are_all_played(played, rounds)
    return max(totals) >= rules.target_score or _is_last(rules, played)


def _are_all_played(played: int, rounds: int | None) -> bool:
    return rounds is not None and played >= rounds


def _is_last(rules: Rules, played: int) -> bool:
    """Tell whether no deal may follow: games to a target stop at `deal_limit`, tied or not."""
    return rules.end != "fixed_deals" and played >= rules.deal_limit


def _is_enough(rules: Rules, played: int, rounds: int | None) -> bool:
    """Tell whether no further deal may break a tie."""
    return _is_last(rules, played) or (rounds is not None and played >= rounds + MOST_EXTRA)


def _winners(
    rules: Rules, totals: tuple[Points, ...], made_bids: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the leaders, of whom `successful_bids` leaves those with most made bids."""
    best = min(totals) if lowest_wins(rules) else max(totals)
    leaders = tuple(seat for seat, total in enumerate(totals) if total == best)
    if rules.tie_break != "successful_bids":
        return leaders
    most = max(made_bids[seat] for seat in leaders)
    return tuple(seat for seat in leaders if made_bids[seat] == most)


def _with_bonus(
    rules: Rules, totals: tuple[Points, ...], winners: tuple[int, ...]
) -> tuple[Points, ...]:
    return tuple(
        total + (rules.hard_score_bonus if seat in winners else 0)
        for seat, total in enumerate(totals)
    )
