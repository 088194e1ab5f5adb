"""What people remember of the rules they played, read off a set of options.

Points are not looked up but scored: what a hit is worth is what a deal of seven tricks
gives for one, two and three bid and taken, so that a new system needs no row here
unless it scores in a way that none does yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, Literal

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import DealFacts, Points, deal_points
from pbem.rules.sizes import deal_sizes

Direction = Literal["up", "down", "up_down", "down_up", "same", "other"]
Hook = Literal["hook", "free", "must"]
Hit = Literal[
    "ten_and_tricks",
    "ten",
    "ten_each",
    "five_and_tricks",
    "ten_and_two_each",
    "ten_and_five_each",
    "five_and_ten_each",
    "ten_and_square",
    "twenty_and_ten_each",
    "eight",
    "other",
]
Miss = Literal[
    "nothing",
    "tricks",
    "one_each",
    "bid",
    "five_times_bid",
    "ten_each",
    "five_each",
    "five_and_five_each",
    "square_each",
    "other",
]
Trumps = Literal["turned", "rotating", "fixed", "named", "last_card", "none", "other"]

_HITS: Final[Mapping[tuple[Points, ...], Hit]] = {
    (11, 12, 13): "ten_and_tricks",
    (10, 10, 10): "ten",
    (10, 20, 30): "ten_each",
    (6, 7, 8): "five_and_tricks",
    (12, 14, 16): "ten_and_two_each",
    (15, 20, 25): "ten_and_five_each",
    (15, 25, 35): "five_and_ten_each",
    (11, 14, 19): "ten_and_square",
    (30, 40, 50): "twenty_and_ten_each",
    (8, 8, 8): "eight",
}
_MISSES: Final[Mapping[tuple[Points, ...], Miss]] = {
    (0, 0): "nothing",
    (2, 5): "tricks",
    (-1, -2): "one_each",
    (-3, -3): "bid",
    (-15, -15): "five_times_bid",
    (-10, -20): "ten_each",
    (-10, -15): "five_and_five_each",
    (-5, -10): "five_each",
    (-1, -4): "square_each",
}
_TRUMPS: Final[Mapping[str, Trumps]] = {
    "turn_up": "turned",
    "cut_before_deal": "turned",
    "second_pack_upcard": "turned",
    "rotation": "rotating",
    "list": "rotating",
    "fixed": "fixed",
    "high_bidder": "named",
    "dealer_names": "named",
    "dealer_last_card": "last_card",
    "none": "none",
}
_HOOKS: Final[Mapping[str, Hook]] = {"not_equal": "hook", "free": "free", "must_equal": "must"}
_TRICKS: Final = 7


@dataclass(frozen=True, slots=True)
class Traits:
    """The answers to five questions: largest hand, way, hook, points, trumps.

    The points are two of them: what a hit and what a miss scores.
    """

    cards: int
    direction: Direction
    hook: Hook
    hit: Hit
    miss: Miss
    trumps: Trumps


def traits(rules: Rules) -> Traits:
    """Return what one would remember of these rules."""
    return Traits(
        cards=max(deal_sizes(rules)),
        direction=_direction(rules),
        hook=_HOOKS[rules.hook],
        hit=_HITS.get(tuple(_points(rules, bid, bid) for bid in (1, 2, 3)), "other"),
        miss=_MISSES.get((_points(rules, 3, 2), _points(rules, 3, 5)), "other"),
        trumps=_TRUMPS.get(rules.trump_method, "other"),
    )


def _direction(rules: Rules) -> Direction:
    match rules.sequence:
        case "constant":
            return "same"
        case "upcard":
            return "other"
        case "list":
            return _way_of(deal_sizes(rules))
        case way:
            return way


def _way_of(sizes: tuple[int, ...]) -> Direction:
    """Return how a list of sizes goes, if it turns once or never."""
    steps = [after > before for before, after in pairwise(sizes) if after != before]
    match [rises for rises, _ in groupby(steps)]:
        case []:
            return "same"
        case [rises]:
            return "up" if rises else "down"
        case [rises, _]:
            return "up_down" if rises else "down_up"
        case _:
            return "other"


def _points(rules: Rules, bid: int, tricks: int) -> Points:
    """Return what a bid scores in a deal in which nobody else makes a bid."""
    others = rules.players - 1
    facts = DealFacts(
        round=1,
        rounds=None,
        size=_TRICKS,
        largest=_TRICKS,
        trump="NT",
        is_drawn=False,
        bids=(bid, *(2,) * others),
        tricks=(tricks, _TRICKS - tricks, *(0,) * (others - 1)),
        totals=(0,) * rules.players,
    )
    return deal_points(rules, facts)[0]
