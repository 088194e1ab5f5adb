"""How many cards a pack has and who may play with it (catalogue, section 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.rules.ruleset import Pack, Rules


@dataclass(frozen=True, slots=True)
class PackFacts:
    """`size` is None where it depends on the number of players."""

    size: int | None
    players: range
    jokers: tuple[str, ...] = ("none",)
    has_copies: bool = False
    is_spanish: bool = False


PACKS: Final[Mapping[Pack, PackFacts]] = {
    "std52": PackFacts(52, range(2, 11)),
    "std52_even": PackFacts(None, range(3, 8)),
    "double104": PackFacts(104, range(3, 13), has_copies=True),
    "five_hundred63": PackFacts(63, range(3, 13), jokers=("top_trump",)),
    "joker53": PackFacts(53, range(2, 11), jokers=("top_trump",)),
    "bust65": PackFacts(65, range(5, 6), has_copies=True),
    "bust78": PackFacts(78, range(6, 7), has_copies=True),
    "bust39": PackFacts(39, range(3, 4)),
    "jokers54": PackFacts(54, range(3, 11), jokers=("brader", "atkinson")),
    "jokers50": PackFacts(50, range(5, 6), jokers=("brader", "atkinson")),
    "wizard60": PackFacts(60, range(3, 7), jokers=("wizard",)),
    "spanish40": PackFacts(40, range(3, 9), is_spanish=True),
    "spanish36": PackFacts(36, range(3, 7), is_spanish=True),
    "piquet32": PackFacts(32, range(2, 7)),
    "short36": PackFacts(36, range(2, 7)),
    "eight_per_player": PackFacts(None, range(3, 7)),
}


def pool(rules: Rules) -> int:
    """Return the number of cards that may be dealt."""
    size = PACKS[rules.pack].size
    if size is not None:
        return size
    return 52 - 52 % rules.players if rules.pack == "std52_even" else 8 * rules.players


def largest_fit(rules: Rules) -> int:
    """Return the largest hand the pack and the cap allow (M of catalogue, section 4)."""
    reserve = 1 if rules.deal_out == "leave_turn_up" else 0
    fit = (pool(rules) - reserve) // rules.players
    return fit if rules.max_cards is None else min(fit, rules.max_cards)
