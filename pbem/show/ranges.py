"""Which numbers a setting takes, told to whoever has written others."""

from collections.abc import Mapping
from typing import Final

from pbem.orders.orders import NotUnderstood
from pbem.orders.reading import read_line
from pbem.show.reader import Reader


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


_RANGES: Final[Mapping[str, str]] = {
    "hours": N_(
        "hours are full ones: the first from (0) to (23), the last from (1) to (24), and not "
        "the first once more."
    ),
    "digest": N_("the hour of a digest is a full one, from (0) to (23)."),
}


def out_of_range(reader: Reader, line: str) -> str:
    """Return what numbers the setting takes that a line names, if it holds others; else nothing."""
    verb, _, rest = line.lower().strip().partition(" ")
    told = _RANGES.get(verb.rstrip(":="))
    is_meant = told is not None and (not rest.strip(" -") or any(map(str.isdigit, rest)))
    if told is None or not is_meant or not isinstance(read_line(line), NotUnderstood):
        return ""
    return reader._(told)
