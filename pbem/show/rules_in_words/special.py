"""Deals with a rule of their own, in words (catalogue, section 6)."""

from collections.abc import Mapping
from typing import Final

from pbem.rules.ruleset import Rules, SpecialDeal, SpecialRule
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import N_

_RULES: Final[Mapping[SpecialRule, str]] = {
    "no_trump": N_("it is without trumps."),
    "misere": N_(
        "nobody bids, and everybody is taken to have bid (0). Trumps are made the usual way."
    ),
    "guess_trumps": N_("the card that makes trumps is shown only when all have bid."),
    "blind": N_("all bid before the cards are dealt."),
    "twos_wild": N_(
        "a card of rank (2) stands for any other card that its player names, and ranks just above "
        "it. In the same trick they stand for different cards. Who holds another card of the "
        "suit led may name only a card of that suit."
    ),
    "aces_low": N_("the ace is the lowest card of its suit."),
    "dealer_calls": N_(
        "the dealer looks at the cards dealt and names the suit of trumps before the bids."
    ),
    "most_tricks": N_(
        "nobody bids. Whoever takes most tricks gets (10) points, and all others nothing; if "
        "some share the most, nobody gets any."
    ),
}


def special(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return a line for each of these deals, in the order of the game."""
    in_order = sorted(rules.special_deals, key=lambda one: one.deal)
    return tuple(_line(reader, one) for one in in_order)


def _line(reader: Reader, one: SpecialDeal) -> str:
    return reader._("Deal ({n}): {rule}", n=one.deal, rule=reader._(_RULES[one.rule]))
