"""What is noted of a letter for whoever runs the service: one word, and the reason behind it."""

from typing import Final

from pbem.app.answers import AnyRefusal, LineOutcome
from pbem.app.incoming import Incoming
from pbem.orders.orders import NotUnderstood, WrongDesk

UNREADABLE: Final = frozenset({"too_big", "malformed"})
"""Kinds of letters of which nothing is read."""


def verdict_of(incoming: Incoming, outcomes: tuple[LineOutcome, ...]) -> tuple[str, str]:
    """Return verdict and reason of a letter that came to a desk.

    The reason tells how many lines were done, or which of them was refused, and never
    what it said or why the rules refuse it: an operator who plays too reads it.
    """
    if incoming.kind in UNREADABLE:
        return incoming.kind, incoming.reason
    if not outcomes:
        return "empty", incoming.why_empty or ""
    for number, line in enumerate(outcomes, 1):
        if line.refused is not None:
            return "refused", f"line {number} of {len(outcomes)} {_why(line.refused)}"
    return "applied", "1 line" if len(outcomes) == 1 else f"{len(outcomes)} lines"


def _why(refusal: AnyRefusal) -> str:
    match refusal:
        case NotUnderstood():
            return "was not understood"
        case WrongDesk():
            return "is for another address"
        case _:
            return "was not possible"
