"""What a seat plays for: its bid exactly, or as many tricks as it can get."""

from collections.abc import Sequence

from pbem.bots.odds import Temper


def worth(need: int | None, spread: Sequence[float], temper: Temper) -> float:
    """Return what it is worth to have so many tricks ahead, each with its chance.

    With a bid: the chance of exactly the tricks it lacks, less a little for the miss to
    expect. That is best in nearly every scoring system. Without one (`need` None):
    the tricks to expect, which score a point each or decide the deal.
    """
    if need is None:
        return sum(chance * tricks for tricks, chance in enumerate(spread))
    exactly = spread[need] if 0 <= need < len(spread) else 0.0
    miss = sum(chance * abs(tricks - need) for tricks, chance in enumerate(spread))
    return exactly - temper.miss_cost * miss


def rounded(value: float) -> float:
    """Round, so that equal choices stay equal whatever the order of the sums."""
    return round(value, 9)
