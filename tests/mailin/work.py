"""How much work something is, counted instead of timed."""

import sys
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# A second of a slow machine, and what no mail of a person comes near to.
A_SECOND = 1_000_000


def calls(what: Callable[[], T]) -> tuple[T, int]:
    """Return what a function returns, and how many calls of functions it took."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(note)
    try:
        result = what()
    finally:
        sys.setprofile(None)
    return result, count
