"""What does not go together in bidding and in special deals (catalogue, section 13)."""

from typing import Final

from pbem.rules.combinations.conflict import Conflict
from pbem.rules.packs import PACKS, largest_fit
from pbem.rules.ruleset import Rules
from pbem.rules.scorings import LOW_WINS
from pbem.rules.sizes import deal_sizes

_WITHOUT_TWOS: Final = {
    "bust39",
    "jokers50",
    "spanish36",
    "piquet32",
    "short36",
    "eight_per_player",
}
_BID_CARDS: Final = 3


def _pack(rules: Rules) -> object:
    return rules.pack


def _scoring(rules: Rules) -> object:
    return rules.scoring


def _bad_change(rules: Rules) -> bool:
    if rules.bid_mode == "in_turn":
        return rules.bid_change == "until_reveal"
    return rules.bid_change == "until_next_bid"


def _without_one_card_deal(rules: Rules) -> bool:
    """Tell whether no deal is sure to be the one-card deal that is meant.

    By the upcard such a deal may come, and nobody knows whether it is the last one.
    """
    if rules.forehead == "never":
        return False
    if rules.sequence == "upcard":
        return rules.forehead == "final_one_card"
    return 1 not in deal_sizes(rules)


def _bid_cards_pack(rules: Rules) -> bool:
    table = (rules.players, rules.pack, rules.sequence, largest_fit(rules))
    return rules.bid_mode == "bid_cards" and table != (3, "short36", "constant", 9 + _BID_CARDS)


def _is_outside(rules: Rules) -> bool:
    deals = [special.deal for special in rules.special_deals]
    return bool(deals) and max(deals) > len(deal_sizes(rules))


def _is_double(rules: Rules) -> bool:
    deals = [special.deal for special in rules.special_deals]
    return len(set(deals)) < len(deals)


def _wild_twos(rules: Rules) -> bool:
    wild = any(special.rule == "twos_wild" for special in rules.special_deals)
    return wild and (rules.pack in _WITHOUT_TWOS or PACKS[rules.pack].has_copies)


def _has_blind_deal(rules: Rules) -> bool:
    return any(special.rule == "blind" for special in rules.special_deals)


def _is_target(rules: Rules) -> bool:
    return rules.end != "fixed_deals"


def _has_forehead(rules: Rules) -> bool:
    return rules.forehead != "never"


def _has_bid_cards(rules: Rules) -> bool:
    return rules.bid_mode == "bid_cards"


BIDS: Final = (
    Conflict(
        "E_HOOK_SIMULTANEOUS",
        "hook bid_mode",
        lambda r: r.hook != "free" and r.bid_mode == "simultaneous",
    ),
    Conflict("E_HOOK_BID_CARDS", "hook bid_mode", lambda r: r.hook != "free" and _has_bid_cards(r)),
    Conflict("E_BID_CHANGE", "bid_change bid_mode", _bad_change, lambda r: r.bid_mode),
    Conflict(
        "E_NO_BID_MUST_EQUAL",
        "no_bid_at_score hook",
        lambda r: r.no_bid_at_score is not None and r.hook == "must_equal",
    ),
    Conflict(
        "E_NO_BID_MUST_EQUAL",
        "no_bid_at_score bid_mode",
        lambda r: r.no_bid_at_score is not None and _has_bid_cards(r),
    ),
    Conflict(
        "E_NO_BID_LOW",
        "no_bid_at_score scoring",
        lambda r: r.no_bid_at_score is not None and r.scoring in LOW_WINS,
        _scoring,
    ),
    Conflict("E_FOREHEAD", "forehead sequence", _without_one_card_deal),
    Conflict("E_FOREHEAD", "forehead bid_mode", lambda r: _has_forehead(r) and _has_bid_cards(r)),
    Conflict(
        "E_FOREHEAD",
        "forehead joker_rule",
        lambda r: _has_forehead(r) and r.joker_rule == "atkinson",
    ),
    Conflict(
        "E_FOREHEAD",
        "forehead trump_method",
        lambda r: _has_forehead(r) and r.trump_method == "dealer_last_card",
    ),
    Conflict(
        "E_HIGH_BIDDER_SECRET",
        "trump_method bid_mode",
        lambda r: r.trump_method == "high_bidder" and _has_bid_cards(r),
    ),
    Conflict(
        "E_HIGH_BIDDER_SECRET",
        "first_leader bid_mode",
        lambda r: r.first_leader == "high_bidder" and _has_bid_cards(r),
    ),
    Conflict(
        "E_BID_CARDS_PACK", "bid_mode players pack sequence max_cards deal_out", _bid_cards_pack
    ),
    Conflict(
        "E_PREMIUM", "premium_bids bid_mode", lambda r: r.premium_bids and not _has_bid_cards(r)
    ),
    Conflict(
        "E_SCORING_BIDS", "scoring players", lambda r: r.scoring == "ninety_nine" and r.players != 3
    ),
    Conflict(
        "E_SPECIAL_DEALS", "special_deals sequence", _is_outside, lambda r: len(deal_sizes(r))
    ),
    Conflict("E_SPECIAL_DEALS", "special_deals", _is_double),
    Conflict("E_SPECIAL_DEALS", "special_deals pack", _wild_twos, _pack),
    Conflict(
        "E_SPECIAL_DEALS", "special_deals end", lambda r: bool(r.special_deals) and _is_target(r)
    ),
    # Cards cannot be laid aside before they are dealt (not in the catalogue).
    Conflict(
        "E_SPECIAL_DEALS",
        "special_deals bid_mode",
        lambda r: _has_blind_deal(r) and _has_bid_cards(r),
    ),
)
