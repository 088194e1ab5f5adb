"""Delivery reports: which address failed, and whether for good."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Final, Literal

from pbem.mailin.headers import (
    Head,
    children,
    content_type,
    parts,
    report_type,
    value,
    values,
)

Grade = Literal["hard", "soft", "complaint"]

_READ: Final = 64 * 1024
_DAEMONS: Final = frozenset({"mailer-daemon", "mail-daemon", "maildaemon"})
_REPORTS: Final = frozenset({"delivery-status", "feedback-report"})
_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_FAILED = re.compile(r"^<([^<>\s@]{1,128}@[^<>\s@]{1,255})>:", re.MULTILINE)
_ADDRESS = re.compile(r"[^\s<>;,@]{1,128}@[^\s<>;,@]{1,255}")
# A full mailbox, a mail too large, a policy: the address is there all the same.
_PASSING: Final = ("5.2.2", "5.2.3", "5.3.", "5.4.5", "5.4.7", "5.6.", "5.7.")


@dataclass(frozen=True, slots=True)
class Report:
    """A delivery report. `recipient` and `status` are empty where it does not tell them.

    `soft` is also what is not known to be lasting.
    """

    grade: Grade
    recipient: str = ""
    status: str = ""


def is_bounce(message: Message, head: Head, *, to_bounce_address: bool) -> bool:
    """Whether this is a delivery report or a complaint."""
    if report_type(message) in _REPORTS:
        return True
    locals_ = {sender.address.partition("@")[0].lower() for sender in head.senders}
    if locals_ & _DAEMONS or values(message, "x-failed-recipients"):
        return True
    return to_bounce_address and head.return_path == "" and "postmaster" in locals_


def report_of(message: Message) -> Report:
    """Return what a delivery report says, in as far as it can be read."""
    for part in parts(message):
        if content_type(part) == "message/feedback-report":
            return Report("complaint", _recipient(part, "original-rcpt-to"))
    for block in _status_blocks(message):
        recipient = _recipient(block, "final-recipient") or _recipient(block, "original-recipient")
        if recipient:
            status = value(block, "status")
            found = _STATUS.search(status)
            failed = value(block, "action").lower() == "failed"
            return _graded(recipient, found[0] if found else "", failed=failed)
    return _told_in_words(message)


def _status_blocks(message: Message) -> Iterator[Message]:
    for part in parts(message):
        if content_type(part) == "message/delivery-status":
            yield from children(part)


def _recipient(part: Message, name: str) -> str:
    texts = [value(one, name) for one in (part, *children(part))]
    found = next((match for text in texts if (match := _ADDRESS.search(text[:1000]))), None)
    return found[0] if found else ""


def _graded(recipient: str, status: str, *, failed: bool) -> Report:
    lasting = failed and not status.startswith("4") and not status.startswith(_PASSING)
    return Report("hard" if lasting else "soft", recipient, status)


def _told_in_words(message: Message) -> Report:
    text = _first_text(message)
    address = _FAILED.search(text)
    status = _STATUS.search(text)
    recipient = address[1] if address else _recipient(message, "x-failed-recipients")
    failed = status is not None and status[1] == "5"
    return _graded(recipient, status[0] if status else "", failed=failed)


def _first_text(message: Message) -> str:
    part = next((one for one in parts(message) if not one.is_multipart()), message)
    payload = part.get_payload(decode=True)
    return payload[:_READ].decode("ascii", "replace") if isinstance(payload, bytes) else ""
