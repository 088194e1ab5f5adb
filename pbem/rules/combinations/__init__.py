"""Options that do not go together (catalogue, section 13): one line of a table each.

A row of the catalogue that holds several cases is a line for each of them, so that
whoever writes down rules learns everything that is wrong with them at once, and
which options it is about.
"""

from typing import Final

from pbem.rules.combinations.bids import BIDS
from pbem.rules.combinations.cards import PACKS_AND_PLAYERS
from pbem.rules.combinations.conflict import Conflict
from pbem.rules.combinations.courses import COURSES
from pbem.rules.combinations.ends import ENDS
from pbem.rules.combinations.scores import SCORES
from pbem.rules.combinations.trumps import TRUMPS
from pbem.rules.ruleset import Problem, Rules

CONFLICTS: Final[tuple[Conflict, ...]] = (
    *PACKS_AND_PLAYERS,
    *COURSES,
    *TRUMPS,
    *BIDS,
    *SCORES,
    *ENDS,
)
"""All refused combinations, in the order of the catalogue."""


def conflicts(rules: Rules) -> tuple[Problem, ...]:
    """Return what is refused in these rules."""
    return tuple(row.problem(rules) for row in CONFLICTS if row.applies(rules))
