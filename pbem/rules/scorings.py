"""Which scoring systems go with which modifiers, as their table says (catalogue, section 9)."""

from typing import Final

from pbem.rules.ruleset import System
from pbem.rules.scoring.systems import SYSTEMS, Modifier


def _without(modifier: Modifier) -> frozenset[System]:
    return frozenset(name for name, row in SYSTEMS.items() if modifier not in row.modifiers)


LOW_WINS: Final = frozenset(name for name, row in SYSTEMS.items() if row.lowest_wins)
"""Systems in which the lowest total wins (**L**)."""

NO_DOUBLING: Final = _without("double_spades")
"""Systems without points that could be doubled."""

NO_SECOND_HALF: Final = _without("second_half_scoring")
"""Systems that cannot change, or be changed to, in the middle of a game."""

ZERO_BONUS: Final = frozenset(SYSTEMS) - _without("zero_bid")
"""Systems whose made zero is a bonus, which `zero_bid` may replace."""
