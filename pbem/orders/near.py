"""What a line that is no order may have been meant to say. Only ever a suggestion."""

import re
from collections.abc import Iterator
from itertools import islice

from pbem.orders.choices import BY_NAME
from pbem.orders.distance import nearest
from pbem.orders.lexicon import ENGLISH
from pbem.orders.mending import called_in, card_in, number_of, numbers_in, suit_in
from pbem.orders.naming import bare, write_card
from pbem.orders.newgames import read_preset
from pbem.orders.orders import Desk
from pbem.orders.usage import Verb
from pbem.orders.verbs import find, verbs_of_word, words_at

_MOST = 3
_LONGEST_LINE = 80
_MOST_WORDS = 8
# Marks that stand for a blank, or mean nothing, in a line that is no order.
_MARKS = re.compile(r"[:=/()\[\]<>|#*.,;!?\"'\u2026-]+")
# Too short to be guessed from other words, or followed by any words.
_NEVER_GUESSED = frozenset({"no", "as", "say"})
_LEAD_INS = 3
# Verbs with which sentences begin that are no orders.
_OPEN_SENTENCES = frozenset({"as", *BY_NAME})


def near_lines(text: str, desk: Desk) -> tuple[str, ...]:
    """Return up to three complete orders of this desk that a clean line resembles."""
    words = _MARKS.sub(" ", text.lower()).split()
    if len(text) > _LONGEST_LINE or not 0 < len(words) <= _MOST_WORDS:
        return ()
    lines = dict.fromkeys(line for line in _guesses(text, words, desk) if _fits(line, desk))
    return tuple(islice(lines, _MOST))


def _fits(line: str, desk: Desk) -> bool:
    found = find(line)
    return found is not None and desk in found[0].desks


def _guesses(text: str, words: list[str], desk: Desk) -> Iterator[str]:
    first, *rest = words
    exact = [verb for verb in verbs_of_word(first) if desk in verb.desks]
    for verb in exact:
        yield from _mended(verb, first, rest) or _plain(verb, words)
    if not exact:
        yield from _led_in(words)
        yield from _guessed_verb(text, words, desk)
    yield from _bare_lines(words)


def _plain(verb: Verb, words: list[str]) -> Iterator[str]:
    """Suggest the verb alone if it is an order, and else the examples of the help."""
    if find(words[0]) is not None:
        yield words[0]
    # "As I said" is no attempt to say who writes, and a signature may begin with "Text me".
    elif len(words) == 1 or verb.name not in _OPEN_SENTENCES:
        yield from (usage.example for usage in verb.usages)


def _mended(  # noqa: PLR0911 - a row of cases, a line each
    verb: Verb, word: str, rest: list[str]
) -> list[str]:
    """Return lines with this verb, made from what stands after it."""
    match verb.name:
        case "bid":
            return [f"{word} {number}" for number in numbers_in(rest, ENGLISH)]
        case "play":
            return [f"{word} {card}" for card in _cards(rest)]
        case "trumps":
            suit = suit_in(rest, ENGLISH)
            return [] if suit is None else [f"{word} {suit}"]
        case "new":
            return _mended_new(word, rest)
        case "as":
            return [f"{word} {' '.join(rest).title()}"] if 0 < len(rest) < _LEAD_INS else []
        case name if name in BY_NAME:
            return _mended_choice(name, word, rest)
        case _:
            return []


def _mended_choice(name: str, word: str, rest: list[str]) -> list[str]:
    """Return the line with the value that what stands there resembles, or a number in it."""
    options = BY_NAME[name].options
    if not rest:
        return [f"{word} {one.words}" for one in options]
    known = [words for one in options for words in (one.words, *one.also)]
    close = nearest(" ".join(rest), known, most=2)
    if close is not None:
        return [f"{word} {close}"]
    tries = (" ".join(rest[:2]), *rest[:2], "-".join(rest[:2]))
    lines = [line for part in tries if find(line := f"{word} {part}")]
    if not lines and any(part.isdigit() for part in rest[:2]):
        return [f"{word} {options[-1].words}"]
    return lines


def _mended_new(word: str, rest: list[str]) -> list[str]:
    ends = [rest.index(end) for end in (ENGLISH.with_, ENGLISH.for_) if end in rest]
    name = " ".join(rest[: min(ends, default=len(rest))])
    return [f"{word} {name} {ENGLISH.for_} 4"] if read_preset(name) else []


def _led_in(words: list[str]) -> Iterator[str]:
    """Find the bid or card in "I bid 2", "please play QS"."""
    for index in range(1, min(_LEAD_INS + 1, len(words))):
        for verb in verbs_of_word(words[index]):
            if verb.name in {"bid", "play"}:
                yield from _mended(verb, words[index], words[index + 1 :])


def _guessed_verb(text: str, words: list[str], desk: Desk) -> Iterator[str]:
    """Take the first word for a misspelt verb, or for one without a blank after it."""
    known = [word for word, name in words_at(desk) if name not in _NEVER_GUESSED]
    guess = nearest(words[0], known) if len(words[0]) > 1 else None
    if guess is not None:
        as_written = f"{guess} {bare(text.partition(' ')[2])}".strip()
        for verb in verbs_of_word(guess):
            yield from _mended(verb, guess, words[1:]) or [as_written]
    for word in known:
        if words[0].startswith(word):
            for verb in verbs_of_word(word):
                yield from _mended(verb, word, [words[0][len(word) :], *words[1:]])
                if words[0] == f"{word}es":
                    yield from _plain(verb, [word])


def _cards(words: list[str]) -> Iterator[str]:
    card = card_in(words, ENGLISH)
    if card is not None:
        yield write_card(card)
    yield from called_in(words, ENGLISH)


def _bare_lines(words: list[str]) -> Iterator[str]:
    """Take the line for a misspelt card, for a bare suit, or for one that begins with a number."""
    suit = suit_in(words, ENGLISH) if len(words) == 1 else None
    cards = list(_cards(words))
    yield from cards
    if suit is not None:
        yield f"{ENGLISH.verbs['trumps'][0]} {suit}"
    elif not cards and len(words) <= _LEAD_INS and number_of(words[0], ENGLISH) is not None:
        word = ENGLISH.verbs["bid"][0]
        yield from (f"{word} {number}" for number in numbers_in(words, ENGLISH))
