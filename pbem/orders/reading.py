"""From a line of a mail to an order."""

from collections.abc import Iterator

from pbem.orders.cleaning import CLOSING, WRAPPERS, clean_line
from pbem.orders.lexicon import ENGLISH, GREETINGS
from pbem.orders.naming import bare, read_number
from pbem.orders.near import near_lines
from pbem.orders.orders import Desk, NotUnderstood, Order, WrongDesk
from pbem.orders.verbs import find, verbs_by_word

__all__ = [
    "clean_line",
    "fragments_that_read_as_orders",
    "is_greeting",
    "is_order",
    "read_line",
]

_GREETING_LENGTH = 40
_GREETING_WORDS = 5
_NARROWEST, _WIDEST = 10, 100
_OPENINGS = frozenset(verbs_by_word())


def read_line(line: str, desk: Desk = "game") -> Order | NotUnderstood | WrongDesk:
    """Read a line as an order for a desk. The line is cleaned first; no text makes it raise.

    A near miss is never taken for an order: `NotUnderstood.near` lists what may
    have been meant.
    """
    text = clean_line(line)
    found = find(text)
    if found is None:
        return NotUnderstood(text, near_lines(text, desk))
    verb, order = found
    return order if desk in verb.desks else WrongDesk(text, order, verb.desks[0])


def is_order(line: str) -> bool:
    """Tell whether a line, once cleaned, is an order at any desk."""
    return find(clean_line(line)) is not None


def is_greeting(line: str) -> bool:
    """Tell whether a line only greets: short, no digit, and no order at its end."""
    text = clean_line(line)
    words = text.split()
    if len(text) > _GREETING_LENGTH or not 0 < len(words) <= _GREETING_WORDS:
        return False
    if any(sign.isnumeric() for sign in text) or not _opens_with_greeting(words):
        return False
    return not any(is_order(" ".join(words[first:])) for first in range(len(words)))


def _opens_with_greeting(words: list[str]) -> bool:
    plain = [word.lower().strip(CLOSING + ":-") for word in words]
    return plain[0] in GREETINGS or " ".join(plain[:2]) in GREETINGS


def fragments_that_read_as_orders(text: str) -> tuple[str, ...]:
    """Return what re-wrapping could leave of a text as a line of its own that is an order.

    Every line, and every paragraph as one line, is wrapped greedily at blanks
    (no-break ones too: some programs make them plain) from any word on, at any
    width from 10 to 100. An empty answer means: the text is harmless when quoted.
    """
    found: dict[str, None] = {}
    for words in _units(text):
        for first, word in enumerate(words):
            if _may_open(word):
                pieces = _pieces(words, first)
                found.update(dict.fromkeys(piece for piece in pieces if is_order(piece)))
    return tuple(found)


def _units(text: str) -> Iterator[list[str]]:
    """Yield the words of every line and of every paragraph."""
    paragraph: list[str] = []
    lines = 0
    for line in [*text.splitlines(), ""]:
        words = line.split()
        if words:
            yield words
            paragraph += words
            lines += 1
        else:
            if lines > 1:
                yield paragraph
            paragraph, lines = [], 0


def _may_open(word: str) -> bool:
    """Tell whether an order can begin with this word; in doubt it can."""
    plain = bare(clean_line(word).lstrip(WRAPPERS))
    return (
        not plain
        or plain in _OPENINGS
        or plain in ENGLISH.ranks
        or plain in ENGLISH.suits
        or read_number(plain, ENGLISH) is not None
        or find(plain) is not None
    )


def _pieces(words: list[str], first: int) -> Iterator[str]:
    """Yield the lines that begin with a word, over all widths.

    A line ends after a word if some width holds it and not the next one too.
    """
    piece = words[first]
    for following in words[first + 1 :]:
        longer = f"{piece} {following}"
        if len(longer) > _NARROWEST:
            yield piece
        if len(longer) > _WIDEST:
            return
        piece = longer
    yield piece
