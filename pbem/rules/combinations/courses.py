"""What does not go together in the number of cards and of deals (catalogue, section 13)."""

from typing import Final

from pbem.rules.combinations.conflict import Conflict
from pbem.rules.packs import pool
from pbem.rules.ruleset import Rules

_RANKS_AN_UPCARD_MAY_HAVE: Final = 13


def _pack(rules: Rules) -> object:
    return rules.pack


def _sequence(rules: Rules) -> object:
    return rules.sequence


def _has_blocks(rules: Rules) -> bool:
    given = (rules.step, rules.first_block, rules.turn_block, rules.last_block)
    return rules.sequence in {"constant", "list", "upcard"} and given != (1, 1, 1, 1)


def _has_turn_block(rules: Rules) -> bool:
    return rules.sequence in {"up", "down"} and rules.turn_block != 1


def _upcard_players(rules: Rules) -> bool:
    needed = _RANKS_AN_UPCARD_MAY_HAVE * rules.players
    return rules.sequence == "upcard" and needed > pool(rules)


def _is_target(rules: Rules) -> bool:
    return rules.end != "fixed_deals"


COURSES: Final = (
    Conflict(
        "E_SEQUENCE_PARAMS",
        "sequence sequence_list",
        lambda r: r.sequence == "list" and not r.sequence_list,
    ),
    Conflict(
        "E_SEQUENCE_PARAMS",
        "sequence_list sequence",
        lambda r: r.sequence != "list" and r.sequence_list is not None,
        _sequence,
    ),
    Conflict(
        "E_SEQUENCE_PARAMS",
        "sequence step first_block turn_block last_block",
        _has_blocks,
        _sequence,
    ),
    Conflict("E_SEQUENCE_PARAMS", "sequence turn_block", _has_turn_block, _sequence),
    Conflict(
        "E_DEAL_COUNT",
        "sequence end deal_count",
        lambda r: r.sequence == "constant" and not _is_target(r) and r.deal_count is None,
    ),
    Conflict(
        "E_DEAL_COUNT",
        "deal_count sequence",
        lambda r: r.sequence not in {"constant", "upcard"} and r.deal_count is not None,
        _sequence,
    ),
    Conflict("E_UPCARD_PLAYERS", "sequence players pack", _upcard_players, _pack),
)
