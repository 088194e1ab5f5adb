"""What does not go together in players, pack, ranks and jokers (catalogue, section 13)."""

from typing import Final

from pbem.rules.combinations.conflict import Conflict
from pbem.rules.packs import PACKS, largest_fit, pool
from pbem.rules.ruleset import Rules


def _pack(rules: Rules) -> object:
    return rules.pack


def _largest_of_list(rules: Rules) -> int:
    return pool(rules) // rules.players


def _is_listed_too_big(rules: Rules) -> bool:
    return any(size > _largest_of_list(rules) for size in rules.sequence_list or ())


def _is_spanish_order(rules: Rules) -> bool:
    return rules.rank_order.startswith("spanish")


PACKS_AND_PLAYERS: Final = (
    Conflict(
        "E_PLAYERS_PACK",
        "players pack",
        lambda r: r.players not in PACKS[r.pack].players,
        lambda r: f"{r.players} {r.pack}",
    ),
    Conflict(
        "E_HAND_TOO_BIG", "min_cards max_cards", lambda r: r.min_cards > largest_fit(r), largest_fit
    ),
    Conflict("E_HAND_TOO_BIG", "sequence_list players pack", _is_listed_too_big, _largest_of_list),
    Conflict(
        "E_RANKS_PACK",
        "rank_order pack",
        lambda r: _is_spanish_order(r) and not PACKS[r.pack].is_spanish,
        _pack,
    ),
    Conflict(
        "E_RANKS_PACK",
        "pack rank_order",
        lambda r: not _is_spanish_order(r) and PACKS[r.pack].is_spanish,
        _pack,
    ),
    Conflict(
        "E_JOKER_PACK", "joker_rule pack", lambda r: r.joker_rule not in PACKS[r.pack].jokers, _pack
    ),
    Conflict(
        "E_DUPLICATE_RULE",
        "duplicate_rule pack",
        lambda r: r.duplicate_rule != "first_wins" and not PACKS[r.pack].has_copies,
    ),
    Conflict(
        "E_HEAD_ANNUL",
        "head_rule duplicate_rule",
        lambda r: (r.head_rule, r.duplicate_rule) == ("must_head", "annul"),
    ),
)
