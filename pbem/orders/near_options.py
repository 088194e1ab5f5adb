"""What a change of the rules that is none may have been meant to say. Only ever a suggestion."""

from collections.abc import Iterator
from itertools import islice

from pbem.orders.distance import nearest
from pbem.orders.house_rules import OPTION_WORDS, read_option
from pbem.orders.lexicon import ENGLISH
from pbem.orders.named_options import OPTION_NAMES, takes
from pbem.orders.naming import bare

_MOST = 2
_LONGEST = 60
_LONGEST_NAME = 4
_SHORTEST_FOR_TWO_SLIPS = 6
_WORDS = tuple(
    dict.fromkeys(
        word for row in OPTION_WORDS for word in row.example.split() if not word.isdecimal()
    )
)


def near_changes(text: str) -> tuple[str, ...]:
    """Return up to two changes that a text resembles, as one would write them."""
    words = bare(text).replace("=", " ").split()
    if not words or len(text) > _LONGEST:
        return ()
    found = dict.fromkeys(guess for guess in _guesses(words) if _is_change(guess))
    return tuple(islice(found, _MOST))


def _guesses(words: list[str]) -> Iterator[str]:
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        name = " ".join(words[:count]).replace("_", " ")
        near = nearest(name, OPTION_NAMES, 2 if len(name) >= _SHORTEST_FOR_TWO_SLIPS else 1)
        if near is not None:
            yield " ".join([near, *words[count:]])
    yield " ".join(nearest(word, _WORDS) or word for word in words)
    # A value alone may be that of some option.
    value = "_".join(words)
    for name, option in OPTION_NAMES.items():
        if value != "none" and takes(option, value):
            yield " ".join([name, *words])


def _is_change(text: str) -> bool:
    change = read_option(text, ENGLISH)
    return change is not None and all(takes(name, value) for name, value in change.items())
