"""Delivery reports: which address failed, and whether for good."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message
from typing import Final, Literal

from pbem.app.reach import grade_of_status
from pbem.mailin.headers import (
    Head,
    children,
    content_type,
    message_id_of,
    parse_header,
    parts,
    report_type,
    value,
    values,
)

Grade = Literal["hard", "soft", "complaint"]

_READ: Final = 64 * 1024
_DAEMONS: Final = frozenset({"mailer-daemon", "mail-daemon", "maildaemon"})
_REPORTS: Final = frozenset({"delivery-status", "feedback-report"})
_HEADERS: Final = frozenset({"text/rfc822-headers", "message/rfc822-headers"})
_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_FAILED = re.compile(r"^<([^<>\s@]{1,128}@[^<>\s@]{1,255})>:", re.MULTILINE)
_ADDRESS = re.compile(r"[^\s<>;,@]{1,128}@[^\s<>;,@]{1,255}")
_NOT_FAILED: Final = frozenset({"delayed", "delivered", "relayed", "expanded"})
# How servers say in words alone that they go on trying.
_STILL_TRIED = re.compile(
    r"\b(?:delayed|will (?:be retried|keep trying|continue)|still (?:being|trying)|"
    r"not (?:yet been|been able to) deliver)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Report:
    """A delivery report. What it does not tell is empty.

    `soft` is also what is not known to be lasting. It is no failure (`is_failure`) where the
    mail only waits, or has arrived. `message_id` is that of the mail it is about, `mail_from` its
    envelope sender, `original_recipient` whom a complaint says it was for.
    """

    grade: Grade
    recipient: str = ""
    status: str = ""
    message_id: str | None = None
    mail_from: str = ""
    original_recipient: str = ""
    is_failure: bool = True


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
    embedded = _embedded(message)
    message_id = None if embedded is None else message_id_of(value(embedded, "message-id"))
    told = _complaint(message) or _status_report(message) or _told_in_words(message)
    mail_from = told.mail_from
    if not mail_from and embedded is not None:
        mail_from = value(embedded, "return-path").strip("<> ")
    return replace(told, message_id=message_id, mail_from=mail_from)


def _complaint(message: Message) -> Report | None:
    for part in parts(message):
        if content_type(part) == "message/feedback-report":
            recipient = _recipient(part, "original-rcpt-to")
            mail_from = _recipient(part, "original-mail-from")
            return Report("complaint", recipient, mail_from=mail_from, original_recipient=recipient)
    return None


def _status_report(message: Message) -> Report | None:
    for block in _status_blocks(message):
        recipient = _recipient(block, "final-recipient") or _recipient(block, "original-recipient")
        action = value(block, "action").lower()
        if recipient or action:
            status = _STATUS.search(value(block, "status"))
            if action in _NOT_FAILED:
                return Report("soft", recipient, status[0] if status else "", is_failure=False)
            return _graded(recipient, status[0] if status else "", failed=action == "failed")
    return None


def _embedded(message: Message) -> Message | None:
    """Return the header of the mail that a report is about; it comes whole, or the header alone."""
    for part in parts(message):
        kind = content_type(part)
        if kind == "message/rfc822" and part is not message:
            return next(iter(children(part)), None)
        if kind in _HEADERS:
            payload = part.get_payload(decode=True)
            text = payload[:_READ] if isinstance(payload, bytes) else b""
            return parse_header(text) if text else next(iter(children(part)), None)
    return None


def _status_blocks(message: Message) -> Iterator[Message]:
    for part in parts(message):
        if content_type(part) == "message/delivery-status":
            yield from children(part)


def _recipient(part: Message, name: str) -> str:
    texts = [value(one, name) for one in (part, *children(part))]
    found = next((match for text in texts if (match := _ADDRESS.search(text[:1000]))), None)
    return found[0] if found else ""


def _graded(recipient: str, status: str, *, failed: bool) -> Report:
    lasting = failed and grade_of_status(status) == "hard"
    return Report("hard" if lasting else "soft", recipient, status)


def _told_in_words(message: Message) -> Report:
    text = _first_text(message)
    address = _FAILED.search(text)
    status = _STATUS.search(text)
    recipient = address[1] if address else _recipient(message, "x-failed-recipients")
    failed = status is not None and status[1] == "5"
    if not failed and _STILL_TRIED.search(text):
        return Report("soft", recipient, status[0] if status else "", is_failure=False)
    return _graded(recipient, status[0] if status else "", failed=failed)


def _first_text(message: Message) -> str:
    part = next((one for one in parts(message) if not one.is_multipart()), message)
    payload = part.get_payload(decode=True)
    return payload[:_READ].decode("ascii", "replace") if isinstance(payload, bytes) else ""
