"""The points of Ninety-Nine, for which the results of all count (catalogue, section 8.3)."""

from collections.abc import Mapping
from typing import Final, Literal

from pbem.rules.scoring.facts import DealFacts, Result, is_made

PREMIUM: Final[Mapping[Literal["declare", "reveal"], int]] = {"declare": 30, "reveal": 60}


def ninety_nine(result: Result) -> int:
    """A point a trick, more for a made bid the fewer made theirs, and the premium."""
    success = _success(result.facts) if result.is_made else 0
    return result.tricks + success + _premium(result)


def _success(facts: DealFacts) -> int:
    """Return what each made bid is worth: 10 if all three made theirs, 20 for two, 30 for one."""
    made = sum(map(is_made, facts.bids, facts.tricks))
    return 10 * (4 - made)


def _premium(result: Result) -> int:
    """Return the premium if it goes to this seat: to its bidder, or on a miss to the others."""
    facts = result.facts
    if facts.premium is None:
        return 0
    bidder, kind = facts.premium
    earned = is_made(facts.bids[bidder], facts.tricks[bidder])
    return PREMIUM[kind] if earned == (bidder == result.seat) else 0
