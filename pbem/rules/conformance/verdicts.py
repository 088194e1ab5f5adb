"""What running one case comes to, and how it is compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.rules.options import Rules, RulesRefused

Case = Mapping[str, Any]
"""A case, or a part of one, as it stands in its file."""


@dataclass(frozen=True, slots=True)
class Passed:
    pass


@dataclass(frozen=True, slots=True)
class Failed:
    expected: object
    found: object


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The kind of case, or the system, is none that is known here."""

    what: tuple[str, ...]


Verdict = Passed | Failed | NotKnown


def compared(expected: object, found: object) -> Verdict:
    """Return whether what was found is what was expected."""
    return Passed() if expected == found else Failed(expected, found)


def faults(rules: Rules | RulesRefused) -> tuple[str, ...]:
    """Return the codes of all problems."""
    problems = rules.problems if isinstance(rules, RulesRefused) else ()
    return tuple(problem.code for problem in problems)


def unplayable(refused: RulesRefused) -> Verdict:
    """Judge a refusal of a case that expects to be played."""
    return Failed("rules that can be played", faults(refused))
