"""How much work something is: counted, since counts are the same on every machine.

One expression that goes astray is a single call, however long it takes: so there is also the
time of the processor, for the one bound that is a requirement in seconds.
"""

import sys
import time
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


# No letter may take longer, on whatever machine; most take a thousandth of it.
MOST_SECONDS = 1.0


def timed(what: Callable[[], T]) -> tuple[T, float]:
    """Return what a function returns, and its seconds of the processor (the better of two)."""
    result, spent = _timed(what)
    return result, min(spent, _timed(what)[1]) if spent > MOST_SECONDS else spent


def _timed(what: Callable[[], T]) -> tuple[T, float]:
    begun = time.process_time()
    result = what()
    return result, time.process_time() - begun
