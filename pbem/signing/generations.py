"""Generations of a row, each of which makes the addresses of those before it void."""

from typing import Final

_LOOKED_BACK: Final = 32


def earlier_generations(present: int) -> list[int]:
    """Return the generations that a void address may be of, newest first.

    They are those right before the present one, and the first ones of all: a restored
    backup leaves a thousand out.
    """
    earlier = {*range(min(present, _LOOKED_BACK))}
    return sorted(earlier | {*range(max(0, present - _LOOKED_BACK), present)}, reverse=True)
