"""Points of a deal (catalogue, sections 8 and 9)."""

from pbem.rules.scoring.deal import deal_points, lowest_wins
from pbem.rules.scoring.facts import DealFacts, Points, as_points, is_made
from pbem.rules.scoring.systems import SYSTEMS

__all__ = [
    "SYSTEMS",
    "DealFacts",
    "Points",
    "as_points",
    "deal_points",
    "is_made",
    "lowest_wins",
]
