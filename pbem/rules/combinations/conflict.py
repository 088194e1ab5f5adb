"""A combination that is refused: one line of the tables in this package."""

from collections.abc import Callable
from dataclasses import dataclass

from pbem.rules.ruleset import Problem, Rules

Applies = Callable[[Rules], bool]
AtFault = Callable[[Rules], object]


def _nothing_said(_: Rules) -> object:
    return ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Options that do not go together (catalogue, section 13).

    `options` names them, with blanks between, the one to change first; `at_fault` is
    a value that helps to say what is wrong.
    """

    code: str
    options: str
    applies: Applies
    at_fault: AtFault = _nothing_said

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.options.split())

    def problem(self, rules: Rules) -> Problem:
        return Problem(self.code, self.names, str(self.at_fault(rules)))
