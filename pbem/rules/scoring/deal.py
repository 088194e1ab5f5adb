"""The points of a deal: the system, what replaces it, and what doubles it (sections 8 and 9)."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from pbem.rules.ruleset import Param, Rules, System
from pbem.rules.scoring.facts import DealFacts, Points, Result, as_points
from pbem.rules.scoring.systems import SYSTEMS, ScoringSystem

MOST_TRICKS: Final = 10
"""Points of the one seat with most tricks, in a deal by that rule (catalogue, section 6)."""

_MADE_ZERO: Final[Mapping[str, int]] = {"five": 5, "five_plus_cards": 5, "ten": 10, "twenty": 20}


def deal_points(rules: Rules, facts: DealFacts) -> tuple[Points, ...]:
    """Return the points of a deal by seat.

    The order is that of catalogue section 9: the system or its replacement in the
    second half, then `zero_bid`, then doubling.
    """
    times = _times(rules, facts)
    return tuple([as_points(times * points) for points in _single(rules, facts)])


def lowest_wins(rules: Rules) -> bool:
    """Tell whether the lowest total wins (**L** in the catalogue)."""
    return SYSTEMS[rules.scoring].lowest_wins


def _single(rules: Rules, facts: DealFacts) -> tuple[Points, ...]:
    """Return the points before any doubling."""
    seats = range(len(facts.tricks))
    if facts.special == "most_tricks":
        return tuple(_most_tricks(rules, facts, seat) for seat in seats)
    if facts.special == "misere":
        facts = replace(facts, bids=(0,) * len(seats))
    name, given = _in_force(rules, facts)
    system = SYSTEMS[name]
    params = system.params(given)
    return tuple([_of_seat(rules, system, params, facts, seat) for seat in seats])


def _of_seat(
    rules: Rules, system: ScoringSystem, params: Mapping[str, Param], facts: DealFacts, seat: int
) -> Points:
    bid = facts.bids[seat]
    if bid is None:
        return facts.tricks[seat]
    result = Result(facts, seat, bid)
    is_replaced = rules.zero_bid != "normal" and "zero_bid" in system.modifiers
    if is_replaced and bid == 0 and result.is_made:
        return _made_zero(rules, facts.size)
    return system.points(result, **params)


def _made_zero(rules: Rules, size: int) -> int:
    per_card = size if rules.zero_bid == "five_plus_cards" else 0
    return _MADE_ZERO[rules.zero_bid] + per_card


def _in_force(rules: Rules, facts: DealFacts) -> tuple[System, Mapping[str, Param]]:
    """Return the system that counts in this deal, and the parameters it was given."""
    match rules.second_half_scoring:
        case "same" | "double_points":
            pass
        case second if _is_second_half(facts):
            return second, {}
    return rules.scoring, dict(rules.scoring_params)


def _is_second_half(facts: DealFacts) -> bool:
    """The middle deal of an odd number still belongs to the first half."""
    return facts.rounds is not None and facts.round > (facts.rounds + 1) // 2


def _times(rules: Rules, facts: DealFacts) -> int:
    by_spades = rules.double_spades and facts.is_drawn and facts.trump == "S"
    by_half = rules.second_half_scoring == "double_points" and _is_second_half(facts)
    return (1 + by_spades) * (1 + by_half)


def _most_tricks(rules: Rules, facts: DealFacts, seat: int) -> int:
    """Return the points in a deal without bids. The cooperative game never gives any."""
    alone = facts.tricks.count(max(facts.tricks)) == 1
    is_winner = alone and facts.tricks[seat] == max(facts.tricks)
    return MOST_TRICKS if is_winner and rules.scoring != "cooperative" else 0
