"""Options by their names: `max cards 7`, `max_cards=7`, `announce total`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from pbem.orders.lexicon import Lexicon
from pbem.orders.naming import bare, read_number
from pbem.rules.choices import NoSuchValue, read_value
from pbem.rules.ruleset import Rules

OWN_NAMES: Final[Mapping[str, str]] = {
    # "score" alone on a line of a mail is an order; so are "bid five", "zero" and "no trump".
    "no_bid_at_score": "no bid from",
    "hard_score_bonus": "winner bonus",
    "target_score": "target points",
    "zero_bid": "zero",
    "max_zero_bids_in_row": "max nils in row",
    "largest_hand_no_trump": "largest without trumps",
    "no_trump_upcards": "ranks without trumps",
}
"""What options are called whose names in the catalogue would not do in a mail."""

OPTION_NAMES: Final[Mapping[str, str]] = {
    name: field.name
    for field in fields(Rules)
    for name in (field.name.replace("_", " "), OWN_NAMES.get(field.name))
    if name is not None
}
"""Every name of every option, in words, and the option it is for."""

_LONGEST: Final = 400
_MOST_WORDS: Final = max(len(name.split()) for name in OPTION_NAMES)
_EQUATION: Final = re.compile(r"([a-z][a-z_ ]*?) ?= ?(.+)")
_FLAGS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NOTHING: Final = frozenset({"none", "null"})
_PLACES: Final = re.compile(r"\d{1,4}")
_NUMBER: Final = re.compile(r"-?\d{1,4}")


def read_named(text: str, lexicon: Lexicon) -> dict[str, object] | None:
    """Read an option and its value; None if no option is named.

    After a sign of equality an unknown name is kept, and so is a value that the option
    does not take: they are judged where the rules are. A name alone sets what is yes or no.
    """
    plain = bare(text)
    if len(plain) > _LONGEST:
        return None
    equation = _EQUATION.fullmatch(plain)
    if equation is not None:
        name, words = " ".join(equation[1].replace("_", " ").split()), equation[2]
        return _named(OPTION_NAMES.get(name, name.replace(" ", "_")), words, lexicon)
    return _in_words(plain.split(), lexicon) if "@" not in plain else None


def _in_words(words: list[str], lexicon: Lexicon) -> dict[str, object] | None:
    """Take as many of the words as possible for the name, and the others for the value."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        option = OPTION_NAMES.get(" ".join(words[:count]).replace("_", " "))
        if option is None:
            continue
        if words[count:]:
            return _named(option, " ".join(words[count:]), lexicon)
        if takes(option, value=True):
            return {option: True}
    return None


def _named(option: str, words: str, lexicon: Lexicon) -> dict[str, object]:
    """Return the first form of a value that the option takes; the words if it takes none."""
    digits = " ".join(_digits(word, lexicon) for word in words.split())
    forms = (form for said in (words, words.upper(), digits) for form in _forms(said))
    return {option: next((form for form in forms if takes(option, form)), words)}


def takes(option: str, value: object) -> bool:
    """Tell whether there is such an option, and whether it may have this value."""
    try:
        read_value(option, value)
    except NoSuchValue:
        return False
    return True


def _digits(word: str, lexicon: Lexicon) -> str:
    number = read_number(word, lexicon)
    return word if number is None else str(number)


def _forms(words: str) -> Iterator[object]:
    if words in _FLAGS:
        yield _FLAGS[words]
    if _NUMBER.fullmatch(words):
        yield int(words)
    yield words
    yield words.replace(" ", "_").replace("-", "_")
    if words in _NOTHING:
        yield from (None, [], {})
    parts = re.split(r"[ /+]+", words)
    yield parts
    if all(_PLACES.fullmatch(part) for part in parts):
        yield [int(part) for part in parts]
    yield from _lists_of_pairs(words)


def _lists_of_pairs(words: str) -> Iterator[object]:
    """Yield what `8 misere/9 no trump` and `penalty:true/zero_points:5` say."""
    pairs = [re.split(r"[ :] ?", part.strip(), maxsplit=1) for part in re.split(r"[/+]", words)]
    if not all(len(pair) > 1 for pair in pairs):
        return
    if all(_PLACES.fullmatch(first) for first, _ in pairs):
        yield [{"deal": int(first), "rule": re.sub(r"[ -]+", "_", rule)} for first, rule in pairs]
    yield {name.replace("-", "_"): _param(value) for name, value in pairs}


def _param(value: str) -> object:
    if _NUMBER.fullmatch(value):
        return int(value)
    return _FLAGS.get(value, re.sub(r"[ -]+", "_", value))
