"""What does not go together in the end of a game and in playing together (section 13)."""

from typing import Final

from pbem.rules.combinations.conflict import Conflict
from pbem.rules.ruleset import Rules
from pbem.rules.scorings import LOW_WINS


def _scoring(rules: Rules) -> object:
    return rules.scoring


def _repeats(rules: Rules) -> bool:
    return rules.on_miss == "repeat_round"


def _is_target(rules: Rules) -> bool:
    return rules.end != "fixed_deals"


ENDS: Final = (
    Conflict(
        "E_TARGET_SEQUENCE", "end sequence", lambda r: _is_target(r) and r.sequence != "constant"
    ),
    Conflict(
        "E_TARGET_SEQUENCE", "end deal_count", lambda r: _is_target(r) and r.deal_count is not None
    ),
    Conflict(
        "E_LOW_WINS_TARGET",
        "end scoring",
        lambda r: _is_target(r) and r.scoring in LOW_WINS,
        _scoring,
    ),
    Conflict(
        "E_HARD_SCORE",
        "hard_score_bonus scoring",
        lambda r: r.hard_score_bonus != 0 and r.scoring in LOW_WINS,
        _scoring,
    ),
    Conflict(
        "E_TIE_BREAK",
        "tie_break sequence",
        lambda r: r.tie_break == "extra_max_deal" and r.sequence == "upcard",
    ),
    Conflict(
        "E_TIE_BREAK",
        "tie_break on_miss",
        lambda r: r.tie_break == "extra_max_deal" and (_repeats(r) or r.scoring == "cooperative"),
    ),
    Conflict("E_COOPERATIVE", "on_miss hook", lambda r: _repeats(r) and r.hook != "must_equal"),
    Conflict(
        "E_COOPERATIVE", "on_miss scoring", lambda r: _repeats(r) != (r.scoring == "cooperative")
    ),
    Conflict("E_COOPERATIVE", "on_miss stakes", lambda r: _repeats(r) and r.stakes != "none"),
    Conflict(
        "E_COOPERATIVE",
        "on_miss hard_score_bonus",
        lambda r: _repeats(r) and r.hard_score_bonus != 0,
    ),
    Conflict("E_COOPERATIVE", "on_miss end", lambda r: _repeats(r) and _is_target(r)),
    Conflict(
        "E_COOPERATIVE",
        "on_miss no_bid_at_score",
        lambda r: _repeats(r) and r.no_bid_at_score is not None,
    ),
    # Nobody may take a trick of a misere, so it would be repeated for ever (not in the catalogue).
    Conflict(
        "E_COOPERATIVE",
        "on_miss special_deals",
        lambda r: _repeats(r) and any(one.rule == "misere" for one in r.special_deals),
    ),
)
