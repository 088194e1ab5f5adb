"""Who takes a trick (catalogue, section 7)."""

from collections.abc import Sequence
from typing import Final

from pbem.rules.cards import RANKS, Card

_HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS)}


def height(card: Card) -> int:
    """Return the place of a card within its suit, 0 for the lowest."""
    return _HEIGHT[card.rank]


def winning_place(cards: Sequence[Card], trump: str) -> int:
    """Return the place in the order of play of the card that takes the trick."""
    best, best_card = 0, cards[0]
    for place, card in enumerate(cards):
        if card.suit == best_card.suit:
            if _HEIGHT[card.rank] > _HEIGHT[best_card.rank]:
                best, best_card = place, card
        elif card.suit == trump:
            best, best_card = place, card
    return best
