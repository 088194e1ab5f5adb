"""What does not go together in scoring (catalogue, section 13)."""

from typing import Final

from pbem.rules.combinations.conflict import Conflict
from pbem.rules.ruleset import Rules
from pbem.rules.scorings import LOW_WINS, NO_DOUBLING, NO_SECOND_HALF, ZERO_BONUS

_CHANCE_TRUMPS: Final = {
    "turn_up",
    "cut_before_deal",
    "dealer_last_card",
    "second_pack_upcard",
}


def _scoring(rules: Rules) -> object:
    return rules.scoring


def _half_turned(rules: Rules) -> bool:
    second = rules.second_half_scoring
    if second in {"same", "double_points"}:
        return False
    return (second in LOW_WINS) != (rules.scoring in LOW_WINS)


def _half_impossible(rules: Rules) -> bool:
    systems = {rules.scoring, rules.second_half_scoring}
    return rules.second_half_scoring != "same" and bool(systems & NO_SECOND_HALF)


def _is_target(rules: Rules) -> bool:
    return rules.end != "fixed_deals"


SCORES: Final = (
    Conflict(
        "E_ZERO_BID",
        "zero_bid scoring",
        lambda r: r.zero_bid != "normal" and r.scoring not in ZERO_BONUS,
        _scoring,
    ),
    Conflict(
        "E_DOUBLE_SPADES",
        "double_spades trump_method",
        lambda r: r.double_spades and r.trump_method not in _CHANCE_TRUMPS,
    ),
    Conflict(
        "E_DOUBLE_SPADES",
        "double_spades scoring",
        lambda r: r.double_spades and r.scoring in NO_DOUBLING,
        _scoring,
    ),
    Conflict(
        "E_SECOND_HALF",
        "second_half_scoring end",
        lambda r: r.second_half_scoring != "same" and _is_target(r),
    ),
    Conflict(
        "E_SECOND_HALF",
        "second_half_scoring scoring",
        lambda r: _half_turned(r) and not _half_impossible(r),
    ),
    Conflict("E_SECOND_HALF", "scoring second_half_scoring", _half_impossible),
)
