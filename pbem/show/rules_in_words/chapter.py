"""A part of the rules: a heading and its sentences."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.rules.ruleset import Rules
from pbem.show.reader import Reader


@dataclass(frozen=True, slots=True)
class Chapter:
    """`lines` are paragraphs of a sentence or a few each."""

    title: str
    lines: tuple[str, ...]


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


def lines(told: Iterable[str]) -> tuple[str, ...]:
    """Return what is not empty."""
    return tuple(line for line in told if line)


def side(reader: Reader, rules: Rules) -> str:
    """Return on which side the next player sits: `left`, where play goes clockwise."""
    return reader._("left") if rules.direction == "clockwise" else reader._("right")


def other_side(reader: Reader, rules: Rules) -> str:
    return reader._("right") if rules.direction == "clockwise" else reader._("left")
