"""Cards as people read, hear and type them."""

from collections.abc import Iterable

from pbem.orders.naming import speak_card, write_card
from pbem.rules.cards import JOKERS, NO_TRUMP, Card, card
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


# Words of the order language, which are not translated.
_SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

_FACES = {"JK": "Joker", "JK1": "Joker", "JK2": "Joker", "WZ": "Wizard", "JE": "Jester"}


def code(one: Card) -> str:
    """Return what one types for the card: `QS`, `10H`, `JK1`, `wizard`."""
    return write_card(one)


def line(reader: Reader, one: Card) -> str:
    """Return the line that plays the card, as this reader likes to see it: a code, or in words."""
    return speak_card(one) if reader.card_words else code(one)


def symbol(one: Card) -> str:
    """Return rank and suit symbol: `Q` and a spade; of others the name. Show the code beside it."""
    return _FACES.get(one.rank, _figure(one.rank)) + suit_symbol(one.suit)


def suit_symbol(suit: str) -> str:
    """Return the suit's symbol in text form; empty for no trumps."""
    return _SYMBOLS[suit] + TEXT_FORM if suit in _SYMBOLS else ""


def words(reader: Reader, one: Card) -> str:
    """Return the card in words: `queen of spades`, `9 of clubs`, `wizard`, `joker 1`."""
    if not one.suit:
        return rank(reader, one)
    return reader._("{rank} of {suit}", rank=rank(reader, one), suit=suit(reader, one.suit))


def played(reader: Reader, one: Card, call: str) -> str:
    """Return a card as it was played: `joker 1, called high`, `2 of hearts for ace of clubs`.

    To be told in brackets only.
    """
    told = words(reader, one)
    match call:
        case "":
            return told
        case "high":
            return reader._("{card}, called high", card=told)
        case "low":
            return reader._("{card}, called low", card=told)
        case _:
            return reader._("{card} for {other}", card=told, other=words(reader, card(call)))


def rank(reader: Reader, one: Card) -> str:
    """Return the rank: `queen`, `ace`, `9`; for cards without a suit their name."""
    names = {
        "JK": reader._("joker"),
        "JK1": reader._("joker {n}", n=1),
        "JK2": reader._("joker {n}", n=2),
        "WZ": reader._("wizard"),
        "JE": reader._("jester"),
        "J": reader._("jack"),
        "Q": reader._("queen"),
        "K": reader._("king"),
        "A": reader._("ace"),
    }
    return names.get(one.rank, _figure(one.rank))


def suit(reader: Reader, letter: str) -> str:
    """Return the suit's name in the plural: `spades`; the suit of two jokers is `jokers`."""
    names = {
        JOKERS: reader._("jokers"),
        "C": reader._("clubs"),
        "D": reader._("diamonds"),
        "H": reader._("hearts"),
        "S": reader._("spades"),
    }
    return names[letter]


def suit_one(reader: Reader, letter: str) -> str:
    """Return a card of this suit: `a spade`."""
    names = {
        JOKERS: reader._("any of the jokers"),
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


def named_trump(trump: str) -> str:
    """Return how one names these trumps: `trumps hearts`, `no trumps`."""
    if trump == NO_TRUMP:
        return "no trumps"
    return f"trumps {_SUIT_WORDS[trump]}"


def typed(reader: Reader, cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the cards as one may write them: `<QS>`, `<10H>`."""
    return tuple(f"<{line(reader, one)}>" for one in cards)


def told(reader: Reader, cards: Iterable[Card]) -> str:
    """Return cards in words, each in its own brackets: `(queen of spades) (joker)`."""
    return " ".join(f"({words(reader, one)})" for one in cards)


def _figure(letter: str) -> str:
    return "10" if letter == "T" else letter
