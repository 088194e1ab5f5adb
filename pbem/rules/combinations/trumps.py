"""What does not go together in finding trumps (catalogue, section 13)."""

from typing import Final

from pbem.rules.combinations.conflict import Conflict
from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes


def _method(rules: Rules) -> object:
    return rules.trump_method


def _takes_cycle(rules: Rules) -> bool:
    return rules.trump_method in {"rotation", "list"}


def _lacks_cycle(rules: Rules) -> bool:
    cycle = rules.trump_cycle
    is_valid = bool(cycle) and ("JK" not in (cycle or ()) or rules.joker_rule == "brader")
    return _takes_cycle(rules) and not is_valid


def _has_idle_cycle(rules: Rules) -> bool:
    return not _takes_cycle(rules) and rules.trump_cycle is not None


def _cycle_length(rules: Rules) -> bool:
    is_list = rules.trump_method == "list" and bool(rules.trump_cycle)
    return is_list and len(rules.trump_cycle or ()) != len(deal_sizes(rules))


def _repeats(rules: Rules) -> bool:
    return rules.on_miss == "repeat_round"


TRUMPS: Final = (
    Conflict(
        "E_UPCARD_TRUMP",
        "trump_method sequence",
        lambda r: r.trump_method == "second_pack_upcard" and r.sequence != "upcard",
    ),
    Conflict("E_TRUMP_CYCLE", "trump_method trump_cycle", _lacks_cycle, _method),
    Conflict("E_TRUMP_CYCLE", "trump_cycle trump_method", _has_idle_cycle, _method),
    Conflict("E_TRUMP_CYCLE", "trump_cycle sequence", _cycle_length, lambda r: len(deal_sizes(r))),
    Conflict(
        "E_TRUMP_CYCLE",
        "trump_method fixed_trump",
        lambda r: r.trump_method == "fixed" and r.fixed_trump is None,
    ),
    Conflict(
        "E_TRUMP_CYCLE",
        "fixed_trump trump_method",
        lambda r: r.trump_method != "fixed" and r.fixed_trump is not None,
        _method,
    ),
    Conflict(
        "E_TURN_UP_OPTION",
        "no_trump_upcards trump_method",
        lambda r: bool(r.no_trump_upcards) and r.trump_method != "turn_up",
    ),
    Conflict(
        "E_TURN_UP_OPTION",
        "all_dealt_trump trump_method",
        lambda r: r.all_dealt_trump != "no_trump" and r.trump_method != "turn_up",
    ),
    Conflict(
        "E_ALL_NO_TRUMP",
        "largest_hand_no_trump sequence",
        lambda r: r.largest_hand_no_trump and r.sequence == "constant",
    ),
    Conflict(
        "E_SUCCESS_MAP",
        "trump_method players",
        lambda r: r.trump_method == "previous_successes" and r.players > 4,
    ),
    Conflict(
        "E_SUCCESS_MAP",
        "trump_method on_miss",
        lambda r: r.trump_method == "previous_successes" and _repeats(r),
    ),
)
