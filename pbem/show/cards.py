"""Cards as people read, hear and type them."""

from collections.abc import Iterable

from pbem.rules.cards import NO_TRUMP, Card
from pbem.show.reader import Reader

# The variation selector asks for the black and white letter form; without it
# some programs draw a coloured picture.
TEXT_FORM = "\N{VARIATION SELECTOR-15}"

_SYMBOLS = {
    "C": "\N{BLACK CLUB SUIT}",
    "D": "\N{BLACK DIAMOND SUIT}",
    "H": "\N{BLACK HEART SUIT}",
    "S": "\N{BLACK SPADE SUIT}",
}


def code(card: Card) -> str:
    """Return what one types for the card: `QS`, `10H`."""
    return _figure(card.rank) + card.suit


def symbol(card: Card) -> str:
    """Return rank and suit symbol: `Q` and a spade. Show the code beside it."""
    return _figure(card.rank) + suit_symbol(card.suit)


def suit_symbol(suit: str) -> str:
    """Return the suit's symbol in text form; empty for no trumps."""
    return _SYMBOLS[suit] + TEXT_FORM if suit in _SYMBOLS else ""


def words(reader: Reader, card: Card) -> str:
    """Return the card in words: `queen of spades`, `9 of clubs`."""
    return reader._("{rank} of {suit}", rank=rank(reader, card), suit=suit(reader, card.suit))


def rank(reader: Reader, card: Card) -> str:
    """Return the rank: `queen`, `ace`, `9`."""
    names = {
        "J": reader._("jack"),
        "Q": reader._("queen"),
        "K": reader._("king"),
        "A": reader._("ace"),
    }
    return names.get(card.rank, _figure(card.rank))


def suit(reader: Reader, letter: str) -> str:
    """Return the suit's name in the plural: `spades`."""
    names = {
        "C": reader._("clubs"),
        "D": reader._("diamonds"),
        "H": reader._("hearts"),
        "S": reader._("spades"),
    }
    return names[letter]


def suit_one(reader: Reader, letter: str) -> str:
    """Return a card of this suit: `a spade`."""
    names = {
        "C": reader._("a club"),
        "D": reader._("a diamond"),
        "H": reader._("a heart"),
        "S": reader._("a spade"),
    }
    return names[letter]


def trumps(reader: Reader, trump: str) -> str:
    """Return what is trumps, as a sentence (`Trumps: hearts.`)."""
    if trump == NO_TRUMP:
        return reader._("Without trumps.")
    return reader._("Trumps: {suit}.", suit=suit(reader, trump))


def typed(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the cards as one may write them: `<QS>`, `<10H>`."""
    return tuple(f"<{code(card)}>" for card in cards)


def _figure(letter: str) -> str:
    return "10" if letter == "T" else letter
