"""Which letters are no answer of a person: reports, receipts, our own mail, machines."""

import re
from email.message import Message
from typing import Final

from pbem.app.incoming import LetterKind
from pbem.mailin.addresses import Identity, is_in_domain, our_address
from pbem.mailin.bounces import is_bounce
from pbem.mailin.headers import (
    Head,
    content_type,
    has_any,
    parameters,
    parts,
    report_type,
    value,
    values,
)

Verdict = tuple[LetterKind, str]

_AUTO_HEADERS: Final = ("x-autoreply", "x-autorespond", "x-auto-reply", "x-mail-autoreply")
_MACHINES: Final = frozenset({*_AUTO_HEADERS, "auto-submitted", "precedence"})
_MARKS: Final = frozenset({"x-loop", "list-id", "list-post"})
_MASS: Final = frozenset({"bulk", "junk", "auto_reply", "auto-reply"})
_READ: Final = 64 * 1024
_NO_PERSONS: Final = frozenset({
    "noreply", "donotreply", "postmaster", "root", "bounce", "bounces",
})  # fmt: skip


def not_a_person(
    message: Message, head: Head, identity: Identity, *, to_bounce_address: bool
) -> Verdict | None:
    """Return kind and reason of a letter that no person wrote to us; None for all others.

    A report from our own relay carries our own domain, so reports are looked for
    before our own mail.
    """
    if is_bounce(message, head, to_bounce_address=to_bounce_address):
        return "bounce", "delivery report"
    if reason := _receipt(message):
        return "receipt", reason
    if reason := _loop(message, head, identity):
        return "loop", reason
    if reason := _automatic(message, head):
        return "auto_reply", reason
    return None


def malformed(message: Message, head: Head) -> str:
    """Return why a letter cannot be an answer at all; empty if it can."""
    if head.sender is None:
        return "no sender" if not head.senders else "several senders"
    if content_type(message).startswith("multipart/") and not message.is_multipart():
        return "multipart without parts"
    return ""


def is_automatic(message: Message, head: Head, identity: Identity) -> bool:
    """Whether the header alone shows that nobody is there to read an answer."""
    return bool(_automatic(message, head) or _loop(message, head, identity)) or is_bounce(
        message, head, to_bounce_address=False
    )


def names_a_person(head: Head) -> bool:
    """Whether somebody could stand behind the sender's name, and not only a machine."""
    local = (head.sender or "").partition("@")[0].lower()
    return bool(local) and re.sub(r"[._-]", "", local) not in _NO_PERSONS


def _receipt(message: Message) -> str:
    if report_type(message) == "disposition-notification":
        return "read receipt"
    for part in parts(message):
        if content_type(part) == "message/disposition-notification":
            return "read receipt"
        if content_type(part) == "text/calendar" and _is_calendar_reply(part):
            return "calendar answer"
    return ""


def _is_calendar_reply(part: Message) -> bool:
    if parameters(part).get("method", "").lower() == "reply":
        return True
    payload = part.get_payload(decode=True)
    text = payload[:_READ] if isinstance(payload, bytes) else b""
    return b"METHOD:REPLY" in text.upper()


def _loop(message: Message, head: Head, identity: Identity) -> str:
    service = identity.service_address.lower()
    is_marked = has_any(message, _MARKS)
    if is_marked and any(
        text.strip("<> ").lower() == service for text in values(message, "x-loop")
    ):
        return "our loop mark"
    if any(_is_service(sender.address, identity) for sender in head.senders):
        return "sent by us"
    if _has_our_id(head, identity):
        return "our message id"
    if is_marked and any(_is_foreign(text, identity) for text in values(message, "list-id")):
        return "mailing list"
    return "mailing list" if is_marked and values(message, "list-post") else ""


def _is_service(address: str, identity: Identity) -> bool:
    box = our_address(address, identity)
    return box is not None and box.box != "postmaster"


def _has_our_id(head: Head, identity: Identity) -> bool:
    # A player may have an address in our domain, and then writes ids of it; where it is not
    # ours, its other users do.
    if (
        head.message_id is None
        or not identity.owns_domain
        or not is_in_domain(head.message_id.strip("<>"), identity)
    ):
        return False
    return not any(is_in_domain(sender.address, identity) for sender in head.senders)


def _is_foreign(list_id: str, identity: Identity) -> bool:
    name = list_id.rpartition("<")[2].strip("<> ").lower()
    domain = identity.domain.lower()
    return name != domain and not name.endswith(f".{domain}")


def _automatic(message: Message, head: Head) -> str:
    if not has_any(message, _MACHINES):
        return "null return path" if head.return_path == "" else ""
    submitted = value(message, "auto-submitted").partition(";")[0].strip().lower()
    if submitted not in {"", "no"}:
        return "auto-submitted"
    for name in _AUTO_HEADERS:
        if value(message, name).lower() not in {"", "no"}:
            return name
    if value(message, "precedence").lower() in _MASS:
        return "precedence"
    return "null return path" if head.return_path == "" else ""
