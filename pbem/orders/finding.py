"""Reading `find ...`: what somebody remembers of a game, in words of any order."""

import re
from collections.abc import Iterator
from typing import Any

from pbem.orders.lexicon import ENGLISH, Lexicon
from pbem.orders.orders import Find
from pbem.orders.remembered import FILLERS, PHRASES
from pbem.rules.finding import Wanted
from pbem.rules.traits import Direction

LONGEST = 300
"""Characters that are read of what somebody remembers."""

_MARKS = re.compile(r"[,;:!?()\"]+|\.(?!\.)(?<!\.\.)")
_LINK = r"(?: cards?)? ?(?:\.\.+|--?|\u2013|\u2026|down to|up to|to|down|up)(?: to)? ?"
_AGAIN = (
    r"(?: cards?)?(?: ?(?:\.\.+|-|\u2013) ?\d+"
    r"|(?: and| then)*(?: back)?(?: up| down)(?: again)?(?: to \d+)?"
    r"|(?: and| then)* to \d+"
    r"|(?: and| then)* back(?: again)?(?: to \d+)?)"
)
_COURSE = re.compile(rf"(?<!\w)(?P<first>\d+){_LINK}(?P<second>\d+)(?P<again>{_AGAIN})?(?!\d)")
_CARDS = re.compile(
    r"(?:(?:up to|at most|max(?:imum)?|starting (?:with|at)|from|largest(?: hand)?) )?(\d+) cards?"
    r"|(?:up to|at most|max(?:imum)?) (\d+)|cards? (\d+)|(\d+)(?= (?:down|up)\b)"
)
_PLAYERS = re.compile(r"(?:for|with|of)? ?(\d+) (?:players|people|of us)|for (\d+)(?! \w)")
_GONE = " | "


def read_find(rest: str, _lexicon: Lexicon) -> Find | None:
    """Read what stands after `find`; nothing asks for the questions."""
    return Find(rest) if len(rest) <= LONGEST else None


def remembered(text: str, lexicon: Lexicon = ENGLISH) -> tuple[Wanted, tuple[str, ...]]:
    """Return what a text tells of a game, and the words that were not understood."""
    left = _plain(text, lexicon)
    told: dict[str, Any] = {}
    for read in (_read_players, _read_course, _read_cards, _read_phrases):
        left = read(left, told)
    return Wanted(**told), tuple(_unread(left))


def _plain(text: str, lexicon: Lexicon) -> str:
    words = _MARKS.sub(" , ", text.lower().replace("\u2019", "'")).split()
    return " ".join(str(lexicon.numbers.get(word, word)) for word in words)


def _read_players(left: str, told: dict[str, Any]) -> str:
    found = _PLAYERS.search(left)
    if found is None:
        return left
    told["players"] = int(found[1] or found[2])
    return _without(left, found)


def _read_course(left: str, told: dict[str, Any]) -> str:
    """Read `7 down to 1 and up again`, `1..10..1`, `1 to 7`."""
    found = _COURSE.search(left)
    if found is None:
        return left
    sizes = (int(found["first"]), int(found["second"]))
    told["cards"] = max(sizes)
    is_down = sizes[0] > sizes[1]
    way: Direction = "down" if is_down else "up"
    if found["again"]:
        way = "down_up" if is_down else "up_down"
    told["direction"] = frozenset({way})
    return _without(left, found)


def _read_cards(left: str, told: dict[str, Any]) -> str:
    found = _CARDS.search(left)
    if found is None or "cards" in told:
        return left
    told["cards"] = int(next(filter(None, found.groups())))
    return _without(left, found)


def _read_phrases(left: str, told: dict[str, Any]) -> str:
    for phrase in PHRASES:
        found = None if phrase.piece in told else phrase.words.search(left)
        if found is not None:
            told[phrase.piece] = frozenset(phrase.values)
            left = _without(left, found)
    return left


def _without(text: str, found: re.Match[str]) -> str:
    return text[: found.start()] + _GONE + text[found.end() :]


def _unread(left: str) -> Iterator[str]:
    words = re.findall(r"[^\s,|]+", left)
    yield from dict.fromkeys(word for word in words if word not in FILLERS)
