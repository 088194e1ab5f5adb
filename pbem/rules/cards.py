"""Cards and their names (catalogue, section 1)."""

from collections.abc import Iterator
from enum import Enum
from typing import Final

SUITS: tuple[str, ...] = ("C", "D", "H", "S")
"""The four suits in the pack's canonical order."""

RANKS: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
"""The ranks of the 52-card pack, upwards."""

ALL_RANKS: tuple[str, ...] = (*RANKS[:9], "11", "12", "13", *RANKS[9:])
"""The ranks of all packs, upwards."""

_FREE_RANKS: Final = ("JK", "JK1", "JK2", "WZ", "JE")

NO_TRUMP = "NT"
JOKERS = "JK"
"""The suit of the two jokers of `joker_rule: brader`, and the symbol of that trump."""


def _names() -> Iterator[str]:
    for suit in SUITS:
        for rank in ALL_RANKS:
            yield rank + suit
    yield from _FREE_RANKS


class Card(Enum):
    """One card of any pack: rank and suit letter, written rank first (`QS`, `TH`).

    Jokers, wizards and jesters have their name for a rank, and no suit. There is one
    object of each card.
    """

    rank: str
    suit: str

    _ignore_ = ["name"]  # noqa: RUF012 - a word of `enum`
    for name in _names():
        vars()[f"_{name}"] = name

    def __init__(self, name: str) -> None:
        self.rank, self.suit = (name, "") if name in _FREE_RANKS else (name[:-1], name[-1])

    def __str__(self) -> str:
        return str(self._value_)

    def __repr__(self) -> str:
        return f"Card({self})"

    # Cards are looked up more than anything else: without a detour through their names.
    __hash__ = object.__hash__


_BY_NAME: Final[dict[str, Card]] = {str(one): one for one in Card}
ALL_CARDS: Final[tuple[Card, ...]] = tuple(Card)
"""The cards of all packs together, in the canonical order of a pack."""


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


JOKER: Final = card("JK")
JOKER_1: Final = card("JK1")
JOKER_2: Final = card("JK2")
WIZARD: Final = card("WZ")
JESTER: Final = card("JE")

STANDARD_PACK: tuple[Card, ...] = tuple(card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order: suits outermost, ranks upwards."""
