"""Who takes a trick (catalogue, section 7)."""

from collections import Counter
from collections.abc import Sequence

from pbem.rules.cards import JOKER, NO_TRUMP, WIZARD
from pbem.rules.terms import NO_SUIT, Laid, Terms, suit_led


def winning_place(terms: Terms, trick: Sequence[Laid]) -> int | None:
    """Return the place in the order of play of the card that takes the trick.

    None if nobody does: copies annulled each other, and what is left is neither a
    trump nor of the suit led.
    """
    outright = _outright(terms, trick)
    if outright is not None:
        return outright
    led = suit_led(terms, trick)
    if led is None:
        # Only free cards lie there: of jesters the first one wins.
        return 0
    annulled = _annulled(terms, trick)
    for suit in (terms.trump, led):
        place = _highest(terms, trick, suit, annulled)
        if place is not None:
            return place
    return None


def _outright(terms: Terms, trick: Sequence[Laid]) -> int | None:
    """Return the place of a card that wins whatever else lies there."""
    for place, laid in enumerate(trick):
        if laid.card == WIZARD or (terms.is_called_joker(laid.card) and laid.call == "high"):
            return place
        if laid.card == JOKER and terms.trump == NO_TRUMP:
            return place
    return None


def _annulled(terms: Terms, trick: Sequence[Laid]) -> frozenset[int]:
    if terms.copies != "annul":
        return frozenset()
    counts = Counter(laid.card for laid in trick)
    return frozenset(place for place, laid in enumerate(trick) if counts[laid.card] > 1)


def _highest(
    terms: Terms, trick: Sequence[Laid], suit: str, annulled: frozenset[int]
) -> int | None:
    best, most = None, -1.0
    for place, laid in enumerate(trick):
        own = terms.suit(laid)
        if own == NO_SUIT or own != suit or place in annulled:
            continue
        height = terms.height(laid)
        if height > most or (height == most and terms.copies == "second_wins"):
            best, most = place, height
    return best
