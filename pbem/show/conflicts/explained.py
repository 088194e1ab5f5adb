"""Why options do not go together, in the players' words, and what to say instead."""

from collections.abc import Mapping
from dataclasses import dataclass

Way = tuple[tuple[str, object], ...]
"""Options to set together, each with its value."""


@dataclass(frozen=True, slots=True)
class Explained:
    """Why options do not go together. `text` may hold `{detail}` and `{rules}`."""

    text: str
    ways: tuple[Way, ...] = ()


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


def either(*ways: Way | tuple[str, object]) -> tuple[Way, ...]:
    """Return alternatives, of which a single option need not be put into a tuple."""
    return tuple((way,) if isinstance(way[0], str) else way for way in ways)


Table = Mapping[tuple[str, tuple[str, ...]], Explained]


def table(rows: Mapping[str, Explained]) -> Table:
    """Return the rows by code and options, which are written with blanks between them."""
    found = {}
    for key, row in rows.items():
        code, *options = key.split()
        found[code, tuple(options)] = row
    return found
