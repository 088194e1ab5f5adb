"""Cards and their names (catalogue, section 1)."""

from typing import NamedTuple

SUITS: tuple[str, ...] = ("C", "D", "H", "S")
"""The four suits in the pack's canonical order."""

RANKS: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
"""The ranks of the 52-card pack, upwards."""

NO_TRUMP = "NT"


class Card(NamedTuple):
    """One card: rank and suit letter, written rank first (`QS`, `TH`)."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


STANDARD_PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order: suits outermost, ranks upwards."""

_BY_NAME = {str(card): card for card in STANDARD_PACK}


def card(name: str) -> Card:
    """Return the card with this catalogue name.

    Raises:
        ValueError: no card of the pack has this name.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"not a card: {name!r}") from None


def cards(names: str) -> tuple[Card, ...]:
    """Return the cards named in a text, separated by blanks (`"QS TH"`)."""
    return tuple(card(name) for name in names.split())
