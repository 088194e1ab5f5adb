"""Who takes a trick (catalogue, section 7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from pbem.rules.cards import JOKER, NO_TRUMP, WIZARD, Card
from pbem.rules.terms import NO_SUIT, Terms, suit_led
from pbem.rules.trick import Laid, OnTable

_OUTRIGHT: Final = 10_000.0
_TRUMP: Final = 1_000.0
"""What a trump is above all cards of the suit led, whatever its height."""
_NOTHING: Final = -1.0


def winning_place(terms: Terms, trick: Sequence[OnTable]) -> int | None:
    """Return the place in the order of play of the card that takes the trick.

    None if nobody does: copies annulled each other, and what is left is neither a
    trump nor of the suit led.
    """
    led = suit_led(terms, trick)
    known = strengths(terms, led)
    powers = [strength(terms, led, one) if one.call else known[one.card] for one in trick]
    most = max(powers)
    if terms.copies != "first_wins" and most < _OUTRIGHT and led is not None:
        return _among_copies(terms, trick, powers)
    # Of wizards the first one wins; where only free cards lie, of jesters too.
    return powers.index(most)


def strength(terms: Terms, led: str | None, laid: OnTable) -> float:
    """Return what a card is worth in a trick to which this suit was led; below 0: it cannot win."""
    if _wins_outright(terms, laid):
        return _OUTRIGHT
    suit = terms.suit(laid)
    if suit == NO_SUIT or suit not in {led, terms.trump}:
        return _NOTHING
    return terms.height(laid) + (_TRUMP if suit == terms.trump else 0.0)


@lru_cache(maxsize=512)
def strengths(terms: Terms, led: str | None) -> Mapping[Card, float]:
    """Return the strength of each card with which nothing is said."""
    return {one: strength(terms, led, Laid(one)) for one in terms.cards}


def _wins_outright(terms: Terms, laid: OnTable) -> bool:
    """Tell whether a card wins whatever else lies there, unless such a one lies there before it."""
    if laid.card == WIZARD or (terms.is_called_joker(laid.card) and laid.call == "high"):
        return True
    return laid.card == JOKER and terms.trump == NO_TRUMP


def _among_copies(terms: Terms, trick: Sequence[OnTable], powers: Sequence[float]) -> int | None:
    if terms.copies == "second_wins":
        return max(range(len(trick)), key=lambda place: (powers[place], place))
    counts = Counter(one.card for one in trick)
    left = [
        _NOTHING if counts[one.card] > 1 else power
        for one, power in zip(trick, powers, strict=True)
    ]
    most = max(left)
    return None if most == _NOTHING else left.index(most)
