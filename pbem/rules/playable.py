"""Which cards of a hand may be played to a trick, and what is said with them.

Catalogue, section 7.
"""

from collections.abc import Sequence

from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.terms import NO_SUIT, Terms, hand_law, suit_led
from pbem.rules.trick import Laid, OnTable
from pbem.rules.tricks import winning_place


def playable(
    terms: Terms, hand: Sequence[Card], trick: Sequence[OnTable], *, is_first: bool = False
) -> tuple[Card, ...]:
    """Return the cards that may be played; `is_first`: it is the first trick of the deal."""
    held = tuple(hand)
    if terms.jokers == "atkinson" and (is_first or not trick):
        held = _without_jokers(terms, held)
    led = suit_led(terms, trick) if trick else None
    if led is None:
        return held
    law = hand_law(terms)
    own = law.suits
    following = [one for one in held if own[one] == led]
    if following and law.follows_only:
        return tuple(following)
    following = [one for one in following if not terms.is_wild(one)]
    if following:
        return _kept(held, _heading(terms, following, trick), terms)
    if not terms.must_trump or not terms.has_trump or led == terms.trump:
        return held
    trumps = [one for one in held if own[one] == terms.trump]
    return _kept(held, _trumping(terms, trumps, trick) or held, terms) if trumps else held


def calls(
    terms: Terms,
    one: Card,
    hand: Sequence[Card],
    trick: Sequence[OnTable],
    pack: Sequence[Card] = STANDARD_PACK,
) -> tuple[str, ...]:
    """Return the cards of the pack that a wild two may be played as; empty for any other card.

    Two twos in one trick must name different cards; who could follow suit may play
    a two only as a card of that suit (catalogue, section 6).
    """
    if not terms.is_wild(one):
        return ()
    named = {laid.call for laid in trick if terms.is_wild(laid.card)}
    led = suit_led(terms, trick)
    could_follow = any(
        not terms.is_wild(other) and terms.suit_in_hand(other) == led for other in hand
    )
    return tuple(
        str(other)
        for other in pack
        if other.suit
        and str(other) not in named
        and not (could_follow and terms.suit_in_hand(other) != led)
    )


def joker_calls(said: Sequence[str]) -> tuple[str, ...]:
    """Return how a joker may be called after these calls in the deal (`atkinson`)."""
    if not said:
        return ("high", "low")
    return ("low",) if said[0] == "high" else ("high",)


def _is_free(terms: Terms, one: Card) -> bool:
    """Whether a card may be played whatever was led."""
    return terms.suit_in_hand(one) == NO_SUIT or terms.is_wild(one)


def _without_jokers(terms: Terms, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Leave out jokers that are to be called, unless there is nothing else."""
    return tuple([one for one in hand if not terms.is_called_joker(one)]) or hand


def _kept(held: Sequence[Card], chosen: Sequence[Card], terms: Terms) -> tuple[Card, ...]:
    """Return the chosen cards and the free ones, in the order of the hand."""
    return tuple([one for one in held if one in chosen or _is_free(terms, one)])


def _heading(terms: Terms, following: Sequence[Card], trick: Sequence[OnTable]) -> Sequence[Card]:
    """Return those that would win the trick, if they must be played and there are any."""
    if not terms.must_head:
        return following
    return _winning(terms, following, trick) or following


def _trumping(terms: Terms, trumps: Sequence[Card], trick: Sequence[OnTable]) -> Sequence[Card]:
    """Return the trumps of which one must be played; empty if none of them need be."""
    if not terms.must_head or all(terms.suit(laid) != terms.trump for laid in trick):
        return trumps
    return _winning(terms, trumps, trick)


def _winning(terms: Terms, some: Sequence[Card], trick: Sequence[OnTable]) -> tuple[Card, ...]:
    last = len(trick)
    return tuple(one for one in some if winning_place(terms, [*trick, Laid(one)]) == last)
