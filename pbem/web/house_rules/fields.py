"""The fields of the form for house rules: every option of the game, in groups, in plain words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["choice", "flag", "number", "text", "lines"]


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


@dataclass(frozen=True, slots=True)
class Field:
    """An option as a field: a choice of words, a tick, a whole number, a list or lines.

    `values` are those of a choice, each with its words. Numbers and lists may be empty
    where the option may be left open.
    """

    option: str
    label: str
    kind: Kind = "choice"
    values: Mapping[str, str] | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that one thinks of together."""

    id: str
    title: str
    fields: tuple[Field, ...]
