"""What does not go together, in the words of the form, and what may be set instead."""

import json
from dataclasses import dataclass
from typing import Final

from pbem.rules.ruleset import Problem
from pbem.show.conflicts import reason, ways_out
from pbem.show.names import capital
from pbem.show.option_names import option_name, plain, value_words
from pbem.show.scoring_titles import TITLES, scoring_title
from pbem.web.figures import unbracketed
from pbem.web.house_rules.form import option_label
from pbem.web.house_rules.scores import FIELDS
from pbem.web.readers import reader
from pbem.web.scorings import SYSTEMS

_SCORINGS: Final = frozenset({"scoring", "second_half_scoring"})


@dataclass(frozen=True, slots=True)
class WayOut:
    """What may be set instead: the value of a button, and its words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Clash:
    """Something that does not go together: why, and what may be done."""

    why: str
    ways: tuple[WayOut, ...]


def clash(problem: Problem) -> Clash:
    """Return a problem as the form shows it."""
    ways = tuple(
        WayOut(json.dumps(dict(way)), reader().all_of([_set(name, value) for name, value in way]))
        for way in ways_out(problem)
    )
    return Clash(clash_words(problem), ways)


def clash_words(problem: Problem) -> str:
    """Return why it does not go together, with options as the form calls them."""
    why = unbracketed(reason(reader(), problem))
    for option in problem.options:
        why = why.replace(f"({option_name(option)})", f"({option_label(reader(), option)})")
    for system in SYSTEMS:
        why = why.replace(f"({plain(system)})", f"({scoring_title(reader(), system)})")
    return capital(why)


def _set(option: str, value: object) -> str:
    return f"{option_label(reader(), option)}: {_value(option, value)}"


def _value(option: str, value: object) -> str:
    field = FIELDS.get(option)
    words = (field.values or {}).get(str(value)) if field else None
    if words is None and option in _SCORINGS:
        words = next((title for name, title in TITLES.items() if name == value), None)
    return reader()._(words) if words else value_words(value)
