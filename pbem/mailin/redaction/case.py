"""A stored letter as a case for `pbem conformance mail`."""

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml

from pbem.app.incoming import Incoming, ToNobody, ToSeat
from pbem.mailin import limits
from pbem.mailin.addresses import Identity
from pbem.mailin.body import body_of
from pbem.mailin.bounces import report_of
from pbem.mailin.conformance import check_case, read_case
from pbem.mailin.cut import cut
from pbem.mailin.headers import parse
from pbem.mailin.reader import read
from pbem.mailin.redaction.leftovers import leftovers
from pbem.mailin.redaction.letter import other_letter
from pbem.mailin.redaction.words import DOMAIN, MAILBOX, Words
from pbem.orders.reading import clean_line, is_order
from pbem.rules.moves import Position

CASE_IDENTITY: Final = Identity(f"{MAILBOX}@{DOMAIN}", DOMAIN)
_TRIES: Final = 20


class CannotRedactError(Exception):
    """No other words were found with which a letter is read as it was."""


def add_case(directory: Path, name: str, raw: bytes, recipient: str, identity: Identity) -> None:
    """Write a letter with other words into a directory, and what it is read as.

    The directory and its `cases.yaml` are made if they are not there; a case of the
    same name is replaced.

    Raises:
        CannotRedactError: it would be read otherwise, or something of it would be left.
    """
    letter = redacted(raw, recipient, identity, secrets.randbelow)
    directory.mkdir(parents=True, exist_ok=True)
    index = directory / "cases.yaml"
    document = _document(index)
    case = _case(f"{name}.eml", letter)
    (directory / case["file"]).write_bytes(letter)
    kept = [one for one in document["cases"] if one["file"] != case["file"]]
    document["cases"] = [*kept, case]
    index.write_text(yaml.safe_dump(document, allow_unicode=True, sort_keys=False), "utf-8")
    if problems := check_case(directory, case, CASE_IDENTITY):
        raise CannotRedactError(str(problems[0]))


def redacted(raw: bytes, recipient: str, identity: Identity, below: Callable[[int], int]) -> bytes:
    """Return a letter with other words that is read as the original is.

    `below` gives a number by chance that is less than the one it is given.
    """
    raw = _addressed(raw, recipient, identity)
    was = verdict(_read_by(raw, identity))
    for _ in range(_TRIES):
        letter = other_letter(raw, Words(identity, below))
        if verdict(read_case(letter, CASE_IDENTITY)) == was and not leftovers(raw, letter):
            return letter
    raise CannotRedactError("no other words were found with which it is read the same")


def verdict(incoming: Incoming) -> tuple[object, ...]:
    """Return what of a reading has to stay."""
    return (
        incoming.kind, incoming.reason, incoming.why_empty, len(incoming.lines),
        len(incoming.unread), incoming.sender is None, type(incoming.to), incoming.offset,
    )  # fmt: skip


def _read_by(raw: bytes, identity: Identity) -> Incoming:
    return read(
        raw,
        recipient="",
        recipients=(),
        identity=identity,
        resolve=lambda _: ToSeat(1, Position(1, 1)),
    )


def _addressed(raw: bytes, recipient: str, identity: Identity) -> bytes:
    """Note the recipient in the header, if nothing else there tells it."""
    if not recipient or not isinstance(_read_by(raw, identity).to, ToNobody):
        return raw
    end = b"\r\n" if b"\r\n" in raw[:1000] else b"\n"
    return b"Delivered-To: " + recipient.encode("utf-8", "surrogateescape") + end + raw


def _document(index: Path) -> dict[str, Any]:
    if not index.exists():
        return {
            "version": 1,
            "limits": {
                "max_bytes": limits.MAX_BYTES,
                "max_parts": limits.MAX_PARTS,
                "max_depth": limits.MAX_DEPTH,
                "max_command_lines": 20,
            },
            "service_domain": DOMAIN,
            "cases": [],
        }
    document: dict[str, Any] = yaml.safe_load(index.read_text("utf-8"))
    if document.get("service_domain") != DOMAIN:
        raise CannotRedactError(f"the cases of {index} are for another domain than {DOMAIN}")
    return document


def _case(file: str, letter: bytes) -> dict[str, Any]:
    incoming = read_case(letter, CASE_IDENTITY)
    commands = list(incoming.lines)
    case: dict[str, Any] = {
        "file": file,
        "kind": "command" if incoming.kind == "orders" else incoming.kind,
        "commands": commands,
        "why": incoming.why_empty or incoming.reason or "As it came in, with other words.",
    }
    if incoming.sender is not None:
        case["sender"] = incoming.sender
    if incoming.kind == "bounce":
        report = report_of(parse(limits.plain(letter)))
        found = {"bounce": report.grade, "recipient": report.recipient, "status": report.status}
        case |= {key: value for key, value in found.items() if value}
    elif incoming.kind in {"orders", "empty"}:
        case |= _quoted(letter, commands)
    return case


def _quoted(letter: bytes, commands: list[str]) -> dict[str, Any]:
    """Return the lines that look like orders and are none, and where the reply stands."""
    body = body_of(parse(limits.plain(letter)))
    lines = [clean_line(re.sub(r"^[>|\s]+", "", line)) for line in body.lines]
    forbidden = [line for line in lines if is_order(line) and line not in commands]
    found: dict[str, Any] = {"forbidden": list(dict.fromkeys(forbidden))} if forbidden else {}
    if cut(body.lines, is_whole=body.is_whole).is_below:
        found["position"] = "bottom"
    return found
