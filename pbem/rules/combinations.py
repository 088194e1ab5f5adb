"""Options that do not go together (catalogue, section 13): one line of a table each.

Also the combinations of options that cannot be played here yet are judged, so that
whoever writes down rules learns everything that is wrong with them at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pbem.rules.packs import PACKS, largest_fit, pool
from pbem.rules.ruleset import Problem, Rules
from pbem.rules.scorings import LOW_WINS, NO_DOUBLING, NO_SECOND_HALF, ZERO_BONUS
from pbem.rules.sizes import deal_sizes, is_open_ended

_CHANCE_TRUMPS: Final = {
    "turn_up",
    "cut_before_deal",
    "dealer_last_card",
    "second_pack_upcard",
}
_RANKS_AN_UPCARD_MAY_HAVE: Final = 13
_BID_CARDS: Final = 3


@dataclass(frozen=True, slots=True)
class Conflict:
    """A combination that is refused.

    `options` names the options in conflict, with blanks between them.
    """

    code: str
    options: str
    applies: Callable[[Rules], bool]


def conflicts(rules: Rules) -> tuple[Problem, ...]:
    """Return all refused combinations in these rules, in the order of the catalogue."""
    return tuple(
        Problem(row.code, tuple(row.options.split())) for row in CONFLICTS if row.applies(rules)
    )


def _hand_too_big(rules: Rules) -> bool:
    most = pool(rules) // rules.players
    return rules.min_cards > largest_fit(rules) or any(
        size > most for size in rules.sequence_list or ()
    )


def _ranks_pack(rules: Rules) -> bool:
    return rules.rank_order.startswith("spanish") != PACKS[rules.pack].is_spanish


def _blocks(rules: Rules) -> bool:
    given = (rules.step, rules.first_block, rules.turn_block, rules.last_block)
    return rules.sequence in {"constant", "list", "upcard"} and given != (1, 1, 1, 1)


def _turn_block(rules: Rules) -> bool:
    return rules.sequence in {"up", "down"} and rules.turn_block != 1


def _sequence_list(rules: Rules) -> bool:
    return (rules.sequence == "list") != bool(rules.sequence_list)


def _deal_count(rules: Rules) -> bool:
    if rules.sequence == "constant":
        return rules.end == "fixed_deals" and rules.deal_count is None
    return rules.sequence != "upcard" and rules.deal_count is not None


def _upcard_players(rules: Rules) -> bool:
    needed = _RANKS_AN_UPCARD_MAY_HAVE * rules.players
    return rules.sequence == "upcard" and needed > pool(rules)


def _trump_cycle(rules: Rules) -> bool:
    cycle = rules.trump_cycle
    if rules.trump_method not in {"rotation", "list"}:
        return cycle is not None
    if not cycle or ("JK" in cycle and rules.joker_rule != "brader"):
        return True
    return rules.trump_method == "list" and len(cycle) != len(deal_sizes(rules))


def _fixed_trump(rules: Rules) -> bool:
    return (rules.trump_method == "fixed") != (rules.fixed_trump is not None)


def _turn_up_option(rules: Rules) -> bool:
    given = bool(rules.no_trump_upcards) or rules.all_dealt_trump != "no_trump"
    return given and rules.trump_method != "turn_up"


def _success_map(rules: Rules) -> bool:
    if rules.trump_method != "previous_successes":
        return False
    return rules.players > 4 or rules.on_miss == "repeat_round"


def _bid_change(rules: Rules) -> bool:
    if rules.bid_mode == "in_turn":
        return rules.bid_change == "until_reveal"
    return rules.bid_change == "until_next_bid"


def _no_bid(rules: Rules) -> bool:
    if rules.no_bid_at_score is None:
        return False
    return rules.hook == "must_equal" or rules.bid_mode == "bid_cards"


def _forehead(rules: Rules) -> bool:
    if rules.forehead == "never":
        return False
    own_card = rules.trump_method == "dealer_last_card"
    unseen = rules.bid_mode == "bid_cards" or rules.joker_rule == "atkinson"
    return own_card or unseen or 1 not in deal_sizes(rules)


def _high_bidder(rules: Rules) -> bool:
    named = "high_bidder" in {rules.trump_method, rules.first_leader}
    return named and rules.bid_mode == "bid_cards"


def _bid_cards(rules: Rules) -> bool:
    if rules.bid_mode != "bid_cards":
        return False
    table = (rules.players, rules.pack, rules.sequence, largest_fit(rules))
    return table != (3, "short36", "constant", 9 + _BID_CARDS)


def _special_deals(rules: Rules) -> bool:
    numbers = [special.deal for special in rules.special_deals]
    if not numbers:
        return False
    wild = any(special.rule == "twos_wild" for special in rules.special_deals)
    is_wild_impossible = wild and (_has_no_twos(rules) or PACKS[rules.pack].has_copies)
    is_misplaced = len(set(numbers)) < len(numbers) or max(numbers) > len(deal_sizes(rules))
    return is_wild_impossible or is_misplaced or rules.end != "fixed_deals"


def _has_no_twos(rules: Rules) -> bool:
    without = {"bust39", "jokers50", "spanish36", "piquet32", "short36", "eight_per_player"}
    return rules.pack in without


def _double_spades(rules: Rules) -> bool:
    has_chance = rules.trump_method in _CHANCE_TRUMPS
    return rules.double_spades and (not has_chance or rules.scoring in NO_DOUBLING)


def _second_half(rules: Rules) -> bool:
    second = rules.second_half_scoring
    if second == "same":
        return False
    systems = {rules.scoring, second}
    is_turned = second != "double_points" and (second in LOW_WINS) != (rules.scoring in LOW_WINS)
    return is_turned or is_open_ended(rules) or bool(systems & NO_SECOND_HALF)


def _target_sequence(rules: Rules) -> bool:
    is_fixed = rules.sequence != "constant" or rules.deal_count is not None
    return rules.end != "fixed_deals" and is_fixed


def _tie_break(rules: Rules) -> bool:
    if rules.tie_break != "extra_max_deal":
        return False
    return rules.sequence == "upcard" or rules.on_miss == "repeat_round"


def _cooperative(rules: Rules) -> bool:
    repeats = rules.on_miss == "repeat_round"
    if repeats != (rules.scoring == "cooperative"):
        return True
    return repeats and rules.hook != "must_equal"


def _cooperative_extras(rules: Rules) -> bool:
    extras = (rules.stakes, rules.hard_score_bonus, rules.end, rules.no_bid_at_score)
    return rules.on_miss == "repeat_round" and extras != ("none", 0, "fixed_deals", None)


CONFLICTS: Final = (
    Conflict(
        "E_PLAYERS_PACK",
        "players pack",
        lambda rules: rules.players not in PACKS[rules.pack].players,
    ),
    Conflict("E_HAND_TOO_BIG", "min_cards max_cards sequence_list", _hand_too_big),
    Conflict("E_RANKS_PACK", "rank_order pack", _ranks_pack),
    Conflict(
        "E_JOKER_PACK",
        "joker_rule pack",
        lambda rules: rules.joker_rule not in PACKS[rules.pack].jokers,
    ),
    Conflict(
        "E_DUPLICATE_RULE",
        "duplicate_rule pack",
        lambda rules: rules.duplicate_rule != "first_wins" and (not PACKS[rules.pack].has_copies),
    ),
    Conflict(
        "E_HEAD_ANNUL",
        "head_rule duplicate_rule",
        lambda rules: (rules.head_rule, rules.duplicate_rule) == ("must_head", "annul"),
    ),
    Conflict("E_SEQUENCE_PARAMS", "sequence sequence_list", _sequence_list),
    Conflict("E_SEQUENCE_PARAMS", "sequence step first_block turn_block last_block", _blocks),
    Conflict("E_SEQUENCE_PARAMS", "sequence turn_block", _turn_block),
    Conflict("E_DEAL_COUNT", "sequence deal_count", _deal_count),
    Conflict("E_UPCARD_PLAYERS", "sequence players", _upcard_players),
    Conflict(
        "E_UPCARD_TRUMP",
        "trump_method sequence",
        lambda rules: rules.trump_method == "second_pack_upcard" and rules.sequence != "upcard",
    ),
    Conflict("E_TRUMP_CYCLE", "trump_method trump_cycle", _trump_cycle),
    Conflict("E_TRUMP_CYCLE", "trump_method fixed_trump", _fixed_trump),
    Conflict("E_TURN_UP_OPTION", "trump_method no_trump_upcards all_dealt_trump", _turn_up_option),
    Conflict(
        "E_ALL_NO_TRUMP",
        "largest_hand_no_trump sequence",
        lambda rules: rules.largest_hand_no_trump and rules.sequence == "constant",
    ),
    Conflict("E_SUCCESS_MAP", "trump_method players on_miss", _success_map),
    Conflict(
        "E_HOOK_SIMULTANEOUS",
        "hook bid_mode",
        lambda rules: rules.hook != "free" and rules.bid_mode == "simultaneous",
    ),
    Conflict(
        "E_HOOK_BID_CARDS",
        "hook bid_mode",
        lambda rules: rules.hook != "free" and rules.bid_mode == "bid_cards",
    ),
    Conflict("E_BID_CHANGE", "bid_change bid_mode", _bid_change),
    Conflict("E_NO_BID_MUST_EQUAL", "no_bid_at_score hook bid_mode", _no_bid),
    Conflict(
        "E_NO_BID_LOW",
        "no_bid_at_score scoring",
        lambda rules: rules.no_bid_at_score is not None and rules.scoring in LOW_WINS,
    ),
    Conflict("E_FOREHEAD", "forehead", _forehead),
    Conflict("E_HIGH_BIDDER_SECRET", "trump_method first_leader bid_mode", _high_bidder),
    Conflict("E_BID_CARDS_PACK", "bid_mode players pack sequence", _bid_cards),
    Conflict(
        "E_PREMIUM",
        "premium_bids bid_mode",
        lambda rules: rules.premium_bids and rules.bid_mode != "bid_cards",
    ),
    Conflict(
        "E_SCORING_BIDS",
        "scoring players",
        lambda rules: rules.scoring == "ninety_nine" and rules.players != 3,
    ),
    Conflict("E_SPECIAL_DEALS", "special_deals", _special_deals),
    Conflict(
        "E_ZERO_BID",
        "zero_bid scoring",
        lambda rules: rules.zero_bid != "normal" and rules.scoring not in ZERO_BONUS,
    ),
    Conflict("E_DOUBLE_SPADES", "double_spades trump_method scoring", _double_spades),
    Conflict("E_SECOND_HALF", "second_half_scoring scoring", _second_half),
    Conflict("E_TARGET_SEQUENCE", "end sequence deal_count", _target_sequence),
    Conflict(
        "E_LOW_WINS_TARGET",
        "end scoring",
        lambda rules: rules.end != "fixed_deals" and rules.scoring in LOW_WINS,
    ),
    Conflict(
        "E_HARD_SCORE",
        "hard_score_bonus scoring",
        lambda rules: rules.hard_score_bonus != 0 and rules.scoring in LOW_WINS,
    ),
    Conflict("E_TIE_BREAK", "tie_break sequence on_miss", _tie_break),
    Conflict("E_COOPERATIVE", "on_miss hook scoring", _cooperative),
    Conflict(
        "E_COOPERATIVE", "on_miss stakes hard_score_bonus end no_bid_at_score", _cooperative_extras
    ),
)
