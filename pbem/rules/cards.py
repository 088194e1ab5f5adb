"""Cards and their names (catalogue, section 1)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

SUITS: tuple[str, ...] = ("C", "D", "H", "S")
"""The four suits in the pack's canonical order."""

RANKS: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
"""The ranks of the 52-card pack, upwards."""

ALL_RANKS: tuple[str, ...] = (*RANKS[:9], "11", "12", "13", *RANKS[9:])
"""The ranks of all packs, upwards."""

NO_TRUMP = "NT"
JOKERS = "JK"
"""The suit of the two jokers of `joker_rule: brader`, and the symbol of that trump."""


class Card(NamedTuple):
    """One card: rank and suit letter, written rank first (`QS`, `TH`).

    Jokers, wizards and jesters have their name for a rank, and no suit.
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER: Final = Card("JK", "")
JOKER_1: Final = Card("JK1", "")
JOKER_2: Final = Card("JK2", "")
WIZARD: Final = Card("WZ", "")
JESTER: Final = Card("JE", "")

STANDARD_PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order: suits outermost, ranks upwards."""


def _all_cards() -> Iterator[Card]:
    for suit in SUITS:
        for rank in ALL_RANKS:
            yield Card(rank, suit)
    yield from (JOKER, JOKER_1, JOKER_2, WIZARD, JESTER)


_BY_NAME: Final = {str(card): card for card in _all_cards()}


def card(name: str) -> Card:
    """Return the card with this catalogue name.

    Raises:
        ValueError: no card of any pack has this name.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"not a card: {name!r}") from None


def cards(names: str) -> tuple[Card, ...]:
    """Return the cards named in a text, separated by blanks (`"QS TH"`)."""
    return tuple(card(name) for name in names.split())
