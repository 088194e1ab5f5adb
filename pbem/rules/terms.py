"""On what terms the cards of one deal are played: suits, ranks, jokers (catalogue, section 7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from pbem.rules.cards import (
    ALL_CARDS,
    ALL_RANKS,
    JESTER,
    JOKER,
    JOKER_1,
    JOKER_2,
    JOKERS,
    NO_TRUMP,
    SUITS,
    WIZARD,
    Card,
    card,
)
from pbem.rules.ruleset import Rules, SpecialRule
from pbem.rules.trick import Laid, OnTable

NO_SUIT: Final = ""

_COLOUR: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}
ORDERS: Final = {
    "ace_high": ALL_RANKS,
    "ace_low": ("A", *ALL_RANKS[:-1]),
    "jack_high_bowers": ALL_RANKS,
    "spanish_tute": ("2", "4", "5", "6", "7", "J", "Q", "K", "3", "A"),
    "spanish_plain": ("2", "3", "4", "5", "6", "7", "J", "Q", "K", "A"),
}
"""The ranks of each order, upwards (catalogue, section 3)."""

_HEIGHTS: Final = {
    name: {rank: float(height) for height, rank in enumerate(ranks)}
    for name, ranks in ORDERS.items()
}
_LEFT_BOWER, _RIGHT_BOWER, _TOP_JOKER = 100.0, 101.0, 102.0
_BOUND: Final = frozenset({"none", "brader", "top_trump"})
"""The rules by which every joker belongs to a suit that is to be followed."""
_COPY: Final = 0.5
"""A wild two ranks just above the card that it stands for."""


class Terms(Struct, frozen=True, cache_hash=True):
    """The rules of play of one deal. `trump` is a trump symbol; `NT` while it is not known."""

    trump: str
    ranks: str = "ace_high"
    jokers: str = "none"
    copies: str = "first_wins"
    must_trump: bool = False
    must_head: bool = False
    twos_wild: bool = False

    @property
    def has_trump(self) -> bool:
        return self.trump != NO_TRUMP

    @property
    def cards(self) -> Iterator[Card]:
        """The cards that have a place in this order of ranks, of all packs."""
        ranks = _HEIGHTS[self.ranks]
        return (one for one in ALL_CARDS if not one.suit or one.rank in ranks)

    def is_wild(self, one: Card) -> bool:
        """Whether a card stands for another one that its player names."""
        return self.twos_wild and one.rank == "2"

    def is_called_joker(self, one: Card) -> bool:
        """Whether a card is called high or low when it is played."""
        return self.jokers == "atkinson" and one in {JOKER_1, JOKER_2}

    def suit(self, laid: OnTable) -> str:
        """Return the suit that a card belongs to; `NO_SUIT` for free cards."""
        one = self.stands_for(laid)
        if one.suit == NO_SUIT:
            return self._suit_of_joker(one)
        return self.trump if self._is_left_bower(one) else one.suit

    def suit_in_hand(self, one: Card) -> str:
        """Return the suit of a card before anything is said with it."""
        return hand_law(self).suits[one]

    def stands_for(self, laid: OnTable) -> Card:
        """Return the card that a wild two stands for, and any other card itself."""
        return card(laid.call) if laid.call and self.is_wild(laid.card) else laid.card

    def height(self, laid: OnTable) -> float:
        """Return the place of a card within its suit, 0 for the lowest."""
        one = self.stands_for(laid)
        if one.suit == NO_SUIT:
            return _TOP_JOKER if one == JOKER else 0.0
        if self._is_left_bower(one):
            return _LEFT_BOWER
        if self.ranks == "jack_high_bowers" and (one.rank, one.suit) == ("J", self.trump):
            return _RIGHT_BOWER
        return _HEIGHTS[self.ranks][one.rank] + (_COPY if one != laid.card else 0.0)

    def _suit_of_joker(self, one: Card) -> str:
        if one == JOKER:
            return self.trump if self.has_trump else JOKERS
        return JOKERS if self.jokers == "brader" else NO_SUIT

    def _is_left_bower(self, one: Card) -> bool:
        is_ranked = self.ranks == "jack_high_bowers" and one.rank == "J"
        return is_ranked and _COLOUR.get(one.suit) == self.trump


def terms_of(rules: Rules, trump: str | None, special: SpecialRule | None = None) -> Terms:
    """Return the terms of a deal. `trump` is None while it is not known."""
    return Terms(
        trump=trump or NO_TRUMP,
        ranks="ace_low" if special == "aces_low" else rules.rank_order,
        jokers=rules.joker_rule,
        copies=rules.duplicate_rule,
        must_trump=rules.void_rule == "must_trump",
        must_head=rules.head_rule == "must_head",
        twos_wild=special == "twos_wild",
    )


class HandLaw(Struct, frozen=True):
    """What the terms say of cards before anything is said with them, worked out once.

    `suits` holds the suit that each card belongs to. `has_calls`: something is said with
    some cards. `follows_only`: following suit is all that binds, and it binds every card.
    """

    suits: Mapping[Card, str]
    has_calls: bool
    follows_only: bool


def hand_law(terms: Terms) -> HandLaw:
    """Return what the terms of a deal say of cards in hands."""
    # There are few terms, and this is asked several times for each card.
    found = _LAWS.get(terms)
    if found is None:
        found = _LAWS[terms] = _hand_law(terms)
    return found


_LAWS: Final[dict[Terms, HandLaw]] = {}


def _hand_law(terms: Terms) -> HandLaw:
    free = terms.twos_wild or terms.jokers not in _BOUND
    return HandLaw(
        suits={one: terms.suit(Laid(one)) for one in terms.cards},
        has_calls=terms.twos_wild or terms.jokers == "atkinson",
        follows_only=not free and not terms.must_head,
    )


def suit_led(terms: Terms, trick: Sequence[OnTable]) -> str | None:
    """Return the suit that has to be followed; None if there is none (yet).

    It is the suit of the first card that has one, unless a wizard lies before it.
    """
    for laid in trick:
        suit = terms.suit(laid) if laid.call else hand_law(terms).suits[laid.card]
        if suit != NO_SUIT:
            return suit
        if laid.card == WIZARD:
            return None
    return None


def sorted_hand(hand: Sequence[Card], terms: Terms) -> tuple[Card, ...]:
    """Return a hand as it is shown: free cards, trumps, then S H D C, each downwards."""
    suits = (NO_SUIT, terms.trump, JOKERS, *reversed(SUITS))
    return tuple(sorted(hand, key=lambda one: _place(terms, suits, one)))


def _place(terms: Terms, suits: tuple[str, ...], one: Card) -> tuple[int, float]:
    suit = terms.suit_in_hand(one)
    place = float(_FREE.index(one)) if suit == NO_SUIT else -terms.height(Laid(one))
    return (suits.index(suit), place)


_FREE: Final = (WIZARD, JOKER_1, JOKER_2, JESTER)
"""The order of cards without a suit in a hand that is shown."""
