"""How far apart two words are, in slips of the finger."""

from collections.abc import Iterable

_LONGEST = 20


def slips(one: str, other: str) -> int:
    """Count the letters put in, left out, changed or swapped with a neighbour.

    (Optimal string alignment: no letter is touched twice.)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, aim in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != aim))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == aim:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]


def nearest(word: str, choices: Iterable[str], most: int = 1) -> str | None:
    """Return the choice with the fewest slips, not more than `most`; the first of equals."""
    if len(word) > _LONGEST:
        return None
    close = [choice for choice in choices if abs(len(choice) - len(word)) <= most]
    best = min(close, key=lambda choice: slips(word, choice), default=None)
    return best if best is not None and slips(word, best) <= most else None
