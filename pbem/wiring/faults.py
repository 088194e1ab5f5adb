"""Faults as they may be written down: what happened and where, without what it was about."""

import logging
import traceback
from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

# The class of SQLSTATE for programs that ask too much.
_LIMIT_EXCEEDED = "54"
_TIMES: Final = 3

T = TypeVar("T")

log = logging.getLogger(__name__)


def where(fault: BaseException) -> str:
    """Return the kind of a fault and the lines it came through.

    Its message is left out: it may quote a mail, and so a hand.
    """
    frames = traceback.extract_tb(fault.__traceback__)
    lines = "".join(f"  {frame.filename}:{frame.lineno} {frame.name}\n" for frame in frames)
    return f"{type(fault).__name__}\n{lines}"


def is_passing(fault: BaseException) -> bool:
    """Tell whether the fault is the database's own: out of reach, or busy with others.

    What was tried is as it was before, and may be tried again. What is too large for
    the database will be so each time.
    """
    if not isinstance(fault, DBAPIError):
        return False
    state = getattr(fault.orig, "sqlstate", None) or ""
    if state.startswith(_LIMIT_EXCEEDED):
        return False
    return fault.connection_invalidated or isinstance(fault, OperationalError | InterfaceError)


def again(work: Callable[[], T]) -> T:
    """Do a unit of work, up to three times as long as its fault is a passing one."""
    for _ in range(_TIMES - 1):
        try:
            return work()
        except Exception as fault:
            if not is_passing(fault):
                raise
            log.warning("tried again: %s", type(fault).__name__)
    return work()
