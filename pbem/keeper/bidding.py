"""What is wrong with bids and tricks that somebody at the table called out."""

from dataclasses import dataclass

from pbem.keeper.reckoning import NextDeal
from pbem.rules.bidding import forbidden_by_hook
from pbem.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class HookBroken:
    """The bids add up to what the rules forbid, or not to what they demand.

    `seat` bid last; `bid` is what it may not bid, or None where all must fit.
    """

    seat: int
    bid: int | None
    size: int


@dataclass(frozen=True, slots=True)
class WrongSum:
    """The tricks do not add up to those of the deal."""

    told: int
    size: int


def broken_hook(
    rules: Rules, deal: NextDeal, bids: tuple[int | None, ...], size: int
) -> HookBroken | None:
    """Return how the bids break the hook, if they do (catalogue, section 6)."""
    if not deal.bidders:
        return None
    last, total = deal.bidders[-1], sum(bid or 0 for bid in bids)
    own = bids[last] or 0
    if rules.hook == "must_equal":
        return None if total == size else HookBroken(last, None, size)
    return (
        HookBroken(last, own, size) if forbidden_by_hook(rules, size, total - own) == own else None
    )


def wrong_sum(rules: Rules, tricks: tuple[int, ...], size: int) -> WrongSum | None:
    """Return how the tricks fail to add up. A trick of copies that annul may be nobody's."""
    told = sum(tricks)
    is_right = told <= size if rules.duplicate_rule == "annul" else told == size
    return None if is_right else WrongSum(told, size)
