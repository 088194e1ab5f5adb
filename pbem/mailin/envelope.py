"""What an envelope says beside the letter: who sent it, and for whom it is."""

import re
from collections.abc import Mapping
from typing import Final

# Postfix's local(8) puts this line of the mbox format above what it pipes.
_MBOX_LINE = re.compile(rb"From [^\r\n]{0,1000}\r?\n")
_PATH = re.compile(r"[^\s<>\x00-\x1f\x7f]{0,320}")

# What mail servers write where a report has no sender; Postfix does so in SENDER.
_NO_SENDER: Final = "mailer-daemon"
# As it was before aliases changed it (Postfix), and as it is (Postfix, Exim, Courier, qmail).
_RECIPIENT_VARIABLES: Final = ("ORIGINAL_RECIPIENT", "RECIPIENT")


def with_return_path(raw: bytes, sender: str | None) -> bytes:
    """Return the letter with its envelope sender on top, as a final delivery adds it.

    `sender` is empty for reports; a letter whose sender is unknown (None), or could not
    stand in a header, is returned as it is.
    """
    path = None if sender is None else sender.strip("<>")
    if path is None or _PATH.fullmatch(path) is None:
        return raw
    return b"Return-Path: <" + path.encode("utf-8", "surrogateescape") + b">\r\n" + raw


def piped(raw: bytes) -> bytes:
    """Return a letter as it was before a mail server put the line of an mbox above it."""
    line = _MBOX_LINE.match(raw)
    return raw[line.end() :] if line else raw


def piped_sender(given: str | None, environ: Mapping[str, str]) -> str | None:
    """Return the envelope sender that a mail server named; None if it named none."""
    sender = environ.get("SENDER") if given is None else given
    if sender is None:
        return None
    return "" if sender.strip("<>").lower() == _NO_SENDER else sender


def piped_recipients(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names that a mail server has for the recipient, the most original first."""
    named = (environ.get(name, "").strip() for name in _RECIPIENT_VARIABLES)
    return tuple(dict.fromkeys(name for name in named if name))
