"""How cards, trumps and points are drawn, and the words for those who listen."""

import re
from typing import Final

from pbem.rules.cards import JESTER, JOKERS, NO_TRUMP, SUITS, WIZARD, Card, card
from pbem.rules.events import Points
from pbem.show import cards
from pbem.show.points import figure, signed
from pbem.web.readers import reader

_BRACKETS: Final = re.compile(r"\(([-+\d\N{VULGAR FRACTION ONE HALF}]+)\)")
_WORD: Final = re.compile(r"\(([^\W\d_]+)\)")
_MINUS: Final = "\N{MINUS SIGN}"


def card_words(one: Card) -> str:
    return cards.words(reader(), one)


def card_class(one: Card) -> str:
    """Return the class by which a card gets its colour."""
    return f"card suit-{one.suit.lower()}" if one.suit else "card special"


def rank_figure(one: Card) -> str:
    """Return what stands in the corner: `10`, `Q`; a card without a suit by its letters."""
    return "10" if one.rank == "T" else one.rank


def pip(one: Card) -> str:
    """Return what stands in the middle: the suit's symbol, or what the card is called."""
    if one.suit:
        return cards.suit_symbol(one.suit)
    if one == WIZARD:
        return reader()._("Wizard")
    return reader()._("Jester") if one == JESTER else reader()._("Joker")


def trump_words(trump: str) -> str:
    """Return what is trumps: `hearts`, `no trumps`, `jokers`."""
    if trump == NO_TRUMP:
        return reader()._("no trumps")
    return reader()._("jokers") if trump == JOKERS else cards.suit(reader(), trump)


def trump_symbol(trump: str) -> str:
    """Return the sign of what is trumps; empty for no trumps."""
    return JOKERS if trump == JOKERS else cards.suit_symbol(trump)


def call_words(call: str) -> str:
    """Return what is said with a card: `high`, `low`, or the card that a wild two stands for."""
    match call:
        case "high":
            return reader()._("high")
        case "low":
            return reader()._("low")
        case _:
            return cards.words(reader(), card(call))


def call_figure(call: str) -> str:
    """Return what is said with a card in few signs: `K` and a heart."""
    return call_words(call) if call in {"high", "low"} else cards.symbol(card(call))


def points(value: Points) -> str:
    """Return points as one writes them: halves as such, and a true minus sign."""
    return figure(value).replace("-", _MINUS)


def signed_points(value: Points) -> str:
    """Return points with their sign, as a deal adds them to a total."""
    return signed(value).replace("-", _MINUS)


def unbracketed(words: str) -> str:
    """Return words without the brackets that keep numbers in mails from being read as bids."""
    return _BRACKETS.sub(r"\1", words)


def without_brackets(words: str) -> str:
    """Return words without any of the brackets of mails; of those in a row a list is made."""
    return words.replace(") (", ", ").replace("(", "").replace(")", "")


def rule_words(words: str) -> str:
    """Return a sentence of the rules without such brackets, also those around single words.

    Suits keep theirs: some of them stand behind what they are trumps for.
    """
    suits = {cards.suit(reader(), suit) for suit in SUITS}
    return _WORD.sub(lambda found: found[found[1] not in suits], unbracketed(words))
