"""What a deal with a rule of its own is called: a word or three, for sheets and headings."""

from collections.abc import Mapping
from typing import Final

from pbem.rules.ruleset import SpecialRule
from pbem.show.reader import Reader


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


TITLES: Final[Mapping[SpecialRule, str]] = {
    "no_trump": N_("no trumps"),
    "misere": N_("misère"),
    "guess_trumps": N_("trumps after bids"),
    "blind": N_("blind bids"),
    "twos_wild": N_("twos wild"),
    "aces_low": N_("aces low"),
    "dealer_calls": N_("dealer names trumps"),
    "most_tricks": N_("most tricks"),
}


def special_title(reader: Reader, rule: SpecialRule) -> str:
    """Return what such a deal is called."""
    return reader._(TITLES[rule])
