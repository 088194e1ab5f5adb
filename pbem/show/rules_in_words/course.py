"""How many cards a hand has from deal to deal, in words (catalogue, section 4)."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes, is_open_ended
from pbem.show.reader import Reader


def course(reader: Reader, rules: Rules) -> str:
    """Return the hands of a game: `(7) down to (1), up to (7)`."""
    sizes = deal_sizes(rules)
    if len(set(sizes)) == 1:
        return f"({sizes[0]})"
    told = [_stretch(reader, part) for part in _parts(sizes)]
    return f" {reader._('then')} ".join(f"{part}," for part in told).removesuffix(",")


def turns(reader: Reader, rules: Rules) -> str:
    """Return the same in short, without what is between and how often: `(7) to (1) to (7)`."""
    sizes = [size for size, _ in groupby(deal_sizes(rules))]
    last = len(sizes) - 1
    kept = [
        size
        for place, size in enumerate(sizes)
        if place in {0, last} or (sizes[place - 1] < size) != (size < sizes[place + 1])
    ]
    return f" {reader._('to')} ".join(f"({size})" for size in kept)


def span(reader: Reader, rules: Rules) -> str:
    """Return the smallest and the largest hand: `(1) to (7)`."""
    sizes = deal_sizes(rules)
    return reader._("({least}) to ({most})", least=min(sizes), most=max(sizes))


def is_fixed(rules: Rules) -> bool:
    """Tell whether it is known beforehand how many deals there are, and of what sizes."""
    return rules.sequence != "upcard" and not is_open_ended(rules)


def _parts(sizes: Sequence[int]) -> list[list[int]]:
    """Return the sizes in parts: repeated ones are a part, all others between them another."""
    parts: list[list[int]] = []
    was_repeated = True
    for _, same in groupby(sizes):
        repeated = list(same)
        is_repeated = len(repeated) > 1
        if is_repeated or was_repeated:
            parts.append(repeated)
        else:
            parts[-1] += repeated
        was_repeated = is_repeated
    return parts


def _stretch(reader: Reader, sizes: Sequence[int]) -> str:
    if len(sizes) > 1 and len(set(sizes)) == 1:
        return reader._("({count}) deals of ({n})", count=len(sizes), n=sizes[0])
    told = f"({sizes[0]})"
    for before, after in pairwise(_turns(sizes)):
        told += _way(reader, sizes[before : after + 1])
    return told


def _way(reader: Reader, sizes: Sequence[int]) -> str:
    """Return how sizes go on that differ by the same number each: ` down to (1)`."""
    step = sizes[1] - sizes[0]
    if abs(step) > 1 and len(sizes) == 2:
        return f", ({sizes[-1]})"
    if step > 0:
        told = " " + reader._("up to ({n})", n=sizes[-1])
    else:
        told = " " + reader._("down to ({n})", n=sizes[-1])
    if abs(step) > 1:
        told += " " + reader._("in steps of ({n})", n=abs(step))
    return told


def _turns(sizes: Sequence[int]) -> list[int]:
    """Return the places where the sizes stop growing or shrinking by as much as before."""
    last = len(sizes) - 1
    return [
        place
        for place in range(len(sizes))
        if place in {0, last} or sizes[place] - sizes[place - 1] != sizes[place + 1] - sizes[place]
    ]
