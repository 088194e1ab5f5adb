"""Numbers and cards as people write them."""

import re
from collections.abc import Sequence

from pbem.orders.cleaning import CLOSING
from pbem.orders.lexicon import Lexicon
from pbem.rules.cards import JOKER, JOKER_1, JOKER_2, Card, card

_DIGITS = re.compile(r"0|[1-9][0-9]?")
_LONGEST_CARD = 3
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_SPOKEN = {
    "T": "10",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
    "JK1": "joker 1",
    "JK2": "joker 2",
}
_WRITTEN = {"T": "10", "JK": "joker", "WZ": "wizard", "JE": "jester"}


def bare(text: str) -> str:
    """Return a text in lower case, without closing marks."""
    return text.lower().rstrip(CLOSING)


def read_number(text: str, lexicon: Lexicon) -> int | None:
    """Read a number from 0 to 99 in ASCII digits without a leading zero, or a number word."""
    if _DIGITS.fullmatch(text):
        return int(text)
    return lexicon.numbers.get(text)


def read_card(text: str, lexicon: Lexicon) -> Card | None:
    """Read a card: rank or suit first, closed up or apart, in letters, signs or words."""
    if text in lexicon.free:
        return card(lexicon.free[text])
    match text.split():
        case [closed]:
            return _closed_up(closed, lexicon)
        case [first, second]:
            return _pair(first, second, lexicon)
        case [rank, of, suit] if of == lexicon.of and len(suit) > 1:
            return _card(rank, suit, lexicon)
        case _:
            return None


def read_cards(words: Sequence[str], lexicon: Lexicon) -> tuple[Card, ...] | None:
    """Read one card after the other; None if the words are anything else too."""
    found: list[Card] = []
    at = 0
    while at < len(words):
        for length in range(1, _LONGEST_CARD + 1):
            card = read_card(" ".join(words[at : at + length]), lexicon)
            if card is not None:
                break
        else:
            return None
        found.append(card)
        at += length
    return tuple(found)


def jokers_meant(card: Card, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the jokers in a hand that somebody may mean who writes `joker`.

    Empty for any other card, and where there is none.
    """
    if card != JOKER:
        return ()
    return tuple(one for one in (JOKER, JOKER_1, JOKER_2) if one in hand)


def write_card(card: Card) -> str:
    """Write a card as players do: `QS`, `10H`, `wizard`."""
    return _WRITTEN.get(card.rank, card.rank) + card.suit


def speak_card(card: Card) -> str:
    """Write a card in words that can be read again: `queen of spades`, `10 of hearts`, `joker 1`.

    They are words of the order language, which are not translated.
    """
    name = _SPOKEN.get(card.rank, write_card(card) if not card.suit else card.rank)
    return f"{name} of {_SUITS[card.suit]}" if card.suit else name


def _card(rank: str, suit: str, lexicon: Lexicon) -> Card | None:
    if rank in lexicon.ranks and suit in lexicon.suits:
        return card(lexicon.ranks[rank] + lexicon.suits[suit])
    return None


def _pair(first: str, second: str, lexicon: Lexicon) -> Card | None:
    return _card(first, second, lexicon) or _card(second, first, lexicon)


def _closed_up(text: str, lexicon: Lexicon) -> Card | None:
    """Read `qs`, `10h`, `h10`: a rank of one or two signs and a suit of one."""
    if not 1 < len(text) <= len("10h"):
        return None
    return _pair(text[:-1], text[-1], lexicon) or _pair(text[0], text[1:], lexicon)
