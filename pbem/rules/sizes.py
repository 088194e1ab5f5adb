"""How many cards each deal has (catalogue, section 4)."""

from typing import assert_never

from pbem.rules.packs import largest_fit
from pbem.rules.ruleset import Block, Rules

UPCARD_LARGEST = 13
"""The largest hand of `sequence: upcard`: that of a king."""

UPCARD_ROUNDS = 13
"""Rounds of `sequence: upcard` where `deal_count` does not say."""


def deal_sizes(rules: Rules) -> tuple[int, ...]:
    """Return the number of cards a seat gets in each deal, from the first deal on.

    With an open number of deals (`end: target`) these are the `deal_limit` deals
    that are played at most; the sizes of `sequence: upcard` are those of its
    largest hand, since a card decides them later.
    """
    match rules.sequence:
        case "up_down" | "down_up" | "up" | "down":
            return _steps(rules)
        case "constant":
            return (largest_fit(rules),) * _count(rules)
        case "list":
            return rules.sequence_list or ()
        case "upcard":
            return (UPCARD_LARGEST,) * (rules.deal_count or UPCARD_ROUNDS)
        case _:
            assert_never(rules.sequence)


def is_open_ended(rules: Rules) -> bool:
    """Tell whether the number of deals is not known beforehand."""
    return rules.sequence == "constant" and rules.end != "fixed_deals"


def _count(rules: Rules) -> int:
    return rules.deal_limit if is_open_ended(rules) else rules.deal_count or 0


def _steps(rules: Rules) -> tuple[int, ...]:
    up = tuple(range(rules.min_cards, largest_fit(rules) + 1, rules.step))
    one_way = up if rules.sequence in {"up", "up_down"} else up[::-1]
    if len(one_way) <= 1:
        return one_way * _times(rules.first_block, rules)
    first = one_way[:1] * _times(rules.first_block, rules)
    if rules.sequence in {"up", "down"}:
        return first + one_way[1:-1] + one_way[-1:] * _times(rules.last_block, rules)
    turn = one_way[-1:] * _times(rules.turn_block, rules)
    back = one_way[-2:0:-1] + one_way[:1] * _times(rules.last_block, rules)
    return first + one_way[1:-1] + turn + back


def _times(block: Block, rules: Rules) -> int:
    return rules.players if isinstance(block, str) else block
