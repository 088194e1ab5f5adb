"""Worked examples of a scoring, computed by the scoring itself."""

from pbem.rules.fresh import tricks_of
from pbem.rules.ruleset import Rules
from pbem.rules.scoring import DealFacts, Points, deal_points
from pbem.rules.sizes import deal_sizes
from pbem.show.reader import Reader

_TOTAL_BEFORE = 21


def examples(reader: Reader, rules: Rules) -> str:
    """Return a made bid, one missed by a trick too few and one too many, with their points."""
    if rules.scoring == "cooperative":
        return ""
    largest = max(tricks_of(rules, size) for size in deal_sizes(rules))
    size = largest if len(set(deal_sizes(rules))) == 1 else min(largest, 4)
    bid = min(2, size)
    tries = [(bid, bid), (bid, bid - 1), *([(bid, bid + 1)] if bid < size else []), (0, 0)]
    told = [_example(reader, rules, size, bid, tricks) for bid, tricks in tries]
    return f"{_setting(reader, rules, size)} {', '.join(told)}."


def _setting(reader: Reader, rules: Rules, size: int) -> str:
    if rules.scoring == "ninety_nine":
        return reader._(
            "Examples, of a deal with ({n}) tricks in which nobody else makes the bid:", n=size
        )
    if rules.scoring == "binary_halving":
        return reader._(
            "Examples, of a deal with ({n}) tricks and a total of ({total}) before it:",
            n=size,
            total=_TOTAL_BEFORE,
        )
    return reader.n_(
        "Examples, of a deal with ({n}) trick:", "Examples, of a deal with ({n}) tricks:", size
    )


def _example(reader: Reader, rules: Rules, size: int, bid: int, tricks: int) -> str:
    return reader._(
        "bid ({bid}) and take ({tricks}) for ({points})",
        bid=bid,
        tricks=tricks,
        points=points_words(_points(rules, size, bid, tricks)),
    )


def points_words(points: Points) -> str:
    """Return points as they are read: `12`, `-3`, `1/2`, `2 1/2`."""
    whole = int(points)
    if points == whole:
        return str(whole)
    sign, whole = ("-" if points < 0 else ""), abs(whole)
    return f"{sign}{whole} 1/2" if whole else f"{sign}1/2"


def _points(rules: Rules, size: int, bid: int, tricks: int) -> Points:
    """Return what the first seat scores in the first deal, where all others miss theirs."""
    others = rules.players - 1
    rest = size - tricks
    facts = DealFacts(
        round=1,
        rounds=len(deal_sizes(rules)),
        size=size,
        largest=max(tricks_of(rules, one) for one in deal_sizes(rules)),
        trump="H",
        is_drawn=True,
        bids=(bid, *[size + 1] * others),
        tricks=(tricks, rest, *[0] * (others - 1)),
        totals=(_TOTAL_BEFORE,) * rules.players,
    )
    return deal_points(rules, facts)[0]
