"""Whether mail reaches an address: what failures, deliveries and answers make of that."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from pbem.app.ports import Uow
from pbem.app.records import Address, Failure

MOST_IN_A_ROW: Final = 5
"""So many failures that need not be lasting, one after the other, end the mails to an address."""

NOT_ASCII: Final = "5.6.7"
"""The status that says that no server on the way takes an address with letters beyond ASCII."""

_LONGEST: Final = 200
_QUIET: Final = timedelta(days=7)
"""After a report of failure, mails that are taken show nothing before no other came for so long.

Servers give up after five days at most; until then it is open what becomes of a mail.
"""

# A full mailbox, a mail too large, a policy: the address is there all the same.
_PASSING: Final = ("4", "5.2.2", "5.2.3", "5.3.", "5.4.5", "5.4.7", "5.6.", "5.7.")
_STATUS = re.compile(r"^\s*([245]\.\d{1,3}\.\d{1,3})\b")
# Without a status of its own: the mailbox is full, the transaction failed for some reason.
_PASSING_CODES: Final = frozenset({552, 554})
_REPORTED: Final = ("hard", "soft", "complaint")
"""How a failure begins that came as a report, after the mail had been taken."""


def grade_of_status(status: str) -> Failure:
    """Return whether a failure with this status (`5.1.1`) is for good."""
    if status == NOT_ASCII:
        return "hard"
    return "soft" if status.startswith(_PASSING) else "hard"


def grade_of_reply(code: int, text: str) -> Failure:
    """Return whether what a server said of a recipient is for good."""
    status = _STATUS.match(text)
    if status is not None:
        return grade_of_status(status[1])
    return "soft" if code < 500 or code in _PASSING_CODES else "hard"


def note_failure(uow: Uow, address: Address, grade: Failure, said: str, now: datetime) -> Address:
    """Note a failure, and return the address as it is now.

    A lasting failure or a complaint suppresses it at once, others after five in a row.
    A complaint is not outdone by what comes after.
    """
    failures = address.failures + (grade == "soft")
    suppressed = address.suppressed
    if grade == "complaint" or suppressed is None:
        is_enough = grade != "soft" or failures >= MOST_IN_A_ROW
        suppressed = grade if is_enough else None
    noted = replace(
        address,
        failing=said[:_LONGEST],
        failures=failures,
        failing_since=address.failing_since or now,
        failed_at=now,
        suppressed=suppressed,
    )
    uow.players.save_reach(noted)
    return noted


def note_taken(uow: Uow, address: Address, now: datetime) -> None:
    """Note that a server has taken a mail to an address.

    What a report told stands for a week: it comes from behind a server that takes everything.
    """
    if address.failing is None or address.suppressed is not None:
        return
    is_reported = address.failing.startswith(_REPORTED)
    if not is_reported or (address.failed_at is not None and now - address.failed_at > _QUIET):
        note_alive(uow, address)


def note_alive(uow: Uow, address: Address) -> Address:
    """Note that its owner has read mail there, or wants some again; return it as it is now."""
    if address.failing is None and address.suppressed is None:
        return address
    alive = replace(
        address, failing=None, failures=0, failing_since=None, failed_at=None, suppressed=None
    )
    uow.players.save_reach(alive)
    return alive
