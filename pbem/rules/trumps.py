"""How trumps are made in a deal (catalogue, section 5)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pbem.rules.cards import JOKER_1, JOKER_2, JOKERS, NO_TRUMP, WIZARD, Card
from pbem.rules.events import How, Namer
from pbem.rules.ruleset import Rules, SpecialRule
from pbem.rules.sizes import deal_sizes

_SHOWN: Final[dict[str, How]] = {
    "turn_up": "turned",
    "dealer_last_card": "dealers",
    "cut_before_deal": "cut",
    "second_pack_upcard": "upcard",
}
_NAMERS: Final[dict[str, Namer]] = {"high_bidder": "high_bidder", "dealer_names": "dealer"}
_SUCCESSES: Final = ("D", "S", "H", "C", NO_TRUMP)
"""Trumps by the number of players who made their bid in the deal before."""

_SUITS: Final = ("S", "H", "D", "C")


class TrumpPlan(Struct, frozen=True):
    """What will make trumps in a deal: a card shown, somebody who names them, or they are fixed."""

    trump: str | None = None
    how: How = ""
    namer: Namer | None = None
    is_late: bool = False


def special_rule(rules: Rules, round_: int) -> SpecialRule | None:
    """Return the rule of its own that a round of the sequence has (catalogue, section 6)."""
    for one in rules.special_deals:
        if one.deal == round_:
            return one.rule
    return None


def trump_plan(
    rules: Rules, round_: int, size: int, *, is_card_left: bool, successes: int | None
) -> TrumpPlan:
    """Return how trumps are made in this round, with hands of this size.

    `successes`: how many made their bid in the deal before, None in the first one.
    """
    special = special_rule(rules, round_)
    if special == "no_trump" or _is_largest(rules, size):
        return TrumpPlan(NO_TRUMP)
    if special == "dealer_calls":
        return TrumpPlan(namer="dealer")
    how = _shown(rules, is_card_left=is_card_left)
    if how:
        is_late = rules.trump_reveal == "after_bidding" or special in {"guess_trumps", "blind"}
        return TrumpPlan(how=how, is_late=is_late)
    return _without_card(rules, round_, successes)


def trump_of_card(rules: Rules, card: Card, how: How) -> str | None:
    """Return what is trumps if this card decides; None if it lets the dealer name them."""
    if how == "turned" and card.rank in rules.no_trump_upcards:
        return NO_TRUMP
    if card == WIZARD:
        return None
    if card in {JOKER_1, JOKER_2} and rules.joker_rule == "brader":
        return JOKERS
    return card.suit or NO_TRUMP


def trump_choices(namer: Namer) -> tuple[str, ...]:
    """Return what somebody who names trumps may choose from."""
    return (*_SUITS, NO_TRUMP) if namer == "high_bidder" else _SUITS


def high_bidder(order: Sequence[int], bids: Sequence[int | None]) -> int | None:
    """Return who bid highest; of equals, the first in this order; None if nobody bid."""
    bidding = [seat for seat in order if bids[seat] is not None]
    return max(bidding, key=lambda seat: bids[seat] or 0, default=None)


def _shown(rules: Rules, *, is_card_left: bool) -> How:
    how = _SHOWN.get(rules.trump_method, "")
    if how != "turned" or is_card_left:
        return how
    return _SHOWN.get(rules.all_dealt_trump, "")


def _without_card(rules: Rules, round_: int, successes: int | None) -> TrumpPlan:
    """Return how trumps are made where no card is shown."""
    namer = _NAMERS.get(rules.trump_method)
    if namer is not None:
        return TrumpPlan(namer=namer)
    return TrumpPlan(_set_beforehand(rules, round_, successes))


def _set_beforehand(rules: Rules, round_: int, successes: int | None) -> str | None:
    cycle = rules.trump_cycle or (NO_TRUMP,)
    match rules.trump_method:
        case "rotation":
            return cycle[(round_ - 1) % len(cycle)]
        case "list":
            return cycle[min(round_, len(cycle)) - 1]
        case "fixed":
            return rules.fixed_trump
        case "previous_successes" if successes is not None:
            return _SUCCESSES[successes]
        case _:
            return NO_TRUMP


def _is_largest(rules: Rules, size: int) -> bool:
    return rules.largest_hand_no_trump and size == max(deal_sizes(rules))
