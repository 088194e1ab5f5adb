"""What the table of verbs yields: orders from lines, the help, and what our mails must not say."""

from collections.abc import Iterator

from pbem.orders.cleaning import WRAPPERS, clean_line
from pbem.orders.lexicon import ENGLISH
from pbem.orders.naming import bare, read_number
from pbem.orders.orders import Desk, Order
from pbem.orders.table import VERBS
from pbem.orders.usage import Usage, Verb

__all__ = [
    "Usage",
    "Verb",
    "find",
    "fragments_that_read_as_orders",
    "usages",
    "verbs_of_word",
    "words_at",
]

_NARROWEST, _WIDEST = 10, 100
_BARE = tuple(verb for verb in VERBS if not verb.name)
_NAMES = {word: name for name, words in ENGLISH.verbs.items() for word in words}
_BY_WORD = {
    word: tuple(verb for verb in VERBS if verb.name == name) for word, name in _NAMES.items()
}


def verbs_of_word(word: str) -> tuple[Verb, ...]:
    """Return the verbs that a word, in lower case, may stand for."""
    return _BY_WORD.get(word, ())


def words_at(desk: Desk) -> tuple[tuple[str, str], ...]:
    """Return the words that open a line at a desk, each with the name of its verb."""
    return tuple(
        (word, name)
        for word, name in _NAMES.items()
        if any(desk in verb.desks for verb in _BY_WORD[word])
    )


def find(text: str) -> tuple[Verb, Order] | None:
    """Read a clean line as an order of whatever desk."""
    for verb, rest in _candidates(text):
        order = verb.read(rest, ENGLISH)
        if order is not None:
            return verb, order
    return None


def _candidates(text: str) -> list[tuple[Verb, str]]:
    word, _, rest = text.partition(" ")
    # "Help!" is help, but "say" of "say, Ben" is no verb.
    named = verbs_of_word(word.lower() if rest else bare(word))
    return [(verb, rest) for verb in named] + [(verb, text) for verb in _BARE]


def usages(desk: Desk, everything: bool) -> tuple[Usage, ...]:  # noqa: FBT001 - part of the contract
    """Return what may be written at a desk: the common lines, or everything."""
    return tuple(
        usage
        for verb in VERBS
        if desk in verb.desks
        for usage in verb.usages
        if desk in (usage.desks or verb.desks) and (everything or usage.is_common(desk))
    )


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
                found.update(dict.fromkeys(piece for piece in pieces if find(clean_line(piece))))
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
        or plain in _BY_WORD
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
