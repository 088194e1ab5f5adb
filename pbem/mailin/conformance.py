"""Runs a directory of mails against its `cases.yaml`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pbem.app.addresses import address_key
from pbem.app.incoming import Incoming, ToSeat
from pbem.mailin.addresses import Identity
from pbem.mailin.body import body_of
from pbem.mailin.bounces import report_of
from pbem.mailin.cut import cut
from pbem.mailin.headers import parse
from pbem.mailin.limits import plain
from pbem.mailin.reader import read
from pbem.rules.moves import Position

_KINDS = {"command": "orders"}


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that came out otherwise than its file says, with either line end."""

    file: str
    problem: str

    def __str__(self) -> str:
        return f"{self.file}: {self.problem}"


def cases_of(directory: Path) -> list[dict[str, Any]]:
    """Return the cases of a directory as its `cases.yaml` has them."""
    return list(_document(directory)["cases"])


def run_directory(path: str | Path) -> list[Failure]:
    """Read each mail with LF and with CRLF; return what is not as stated, case by case."""
    directory = Path(path)
    identity = _identity(_document(directory))
    return [
        failure for case in cases_of(directory) for failure in check_case(directory, case, identity)
    ]


def check_case(directory: Path, case: dict[str, Any], identity: Identity) -> list[Failure]:
    """Return the failures of one case, each once."""
    path = directory / case["file"]
    if not path.is_file():
        return [Failure(case["file"], "there is no such file")]
    raw = plain(path.read_bytes())
    problems = dict.fromkeys(
        problem
        for letter in (raw, raw.replace(b"\n", b"\r\n"))
        for problem in (
            *_differences(case, read_case(letter, identity)),
            *_details(case, letter),
            *_twin(directory, case, letter, identity),
        )
    )
    return [Failure(case["file"], problem) for problem in problems]


def read_case(letter: bytes, identity: Identity) -> Incoming:
    """Read a mail whose envelope is unknown; every token is taken for a seat's."""
    return read(
        letter,
        recipient="",
        recipients=(),
        identity=identity,
        resolve=lambda _: ToSeat(1, Position(1, 1)),
    )


def identity_of(directory: Path) -> Identity:
    """Return the identity of the service that the cases were written for."""
    return _identity(_document(directory))


def _identity(document: dict[str, Any]) -> Identity:
    domain = document["service_domain"]
    return Identity(service_address=f"play@{domain}", domain=domain)


def _document(directory: Path) -> dict[str, Any]:
    text = (directory / "cases.yaml").read_text(encoding="utf-8")
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def _differences(case: dict[str, Any], found: Incoming) -> Iterator[str]:
    kind = _KINDS.get(case["kind"], case["kind"])
    if found.kind != kind:
        yield f"kind {found.kind!r} ({found.reason}), not {kind!r}"
    if list(found.lines) != case["commands"]:
        yield f"commands {list(found.lines)}, not {case['commands']}"
    for line in found.lines:
        if line in case.get("forbidden", ()) and line not in case["commands"]:
            yield f"forbidden line {line!r} came out"
    for line in case.get("rejects", ()):
        if line not in found.unread:
            yield f"{line!r} is not told as unread"
    if "sender" in case and address_key(found.sender or "") != address_key(case["sender"]):
        yield f"sender {found.sender!r}, not {case['sender']!r}"


def _details(case: dict[str, Any], letter: bytes) -> Iterator[str]:
    if "bounce" in case:
        report = report_of(parse(letter))
        for key, value in (
            ("bounce", report.grade),
            ("recipient", report.recipient),
            ("status", report.status),
        ):
            if key in case and case[key] != value:
                yield f"{key} {value!r}, not {case[key]!r}"
    if case.get("position") == "bottom":
        body = body_of(parse(letter))
        if not cut(body.lines, is_whole=body.is_whole).is_below:
            yield "not taken from below the quote"


def _twin(
    directory: Path, case: dict[str, Any], letter: bytes, identity: Identity
) -> Iterator[str]:
    if "duplicate_of" in case:
        first = (directory / case["duplicate_of"]).read_bytes()
        if read_case(letter, identity).key != read_case(first, identity).key:
            yield f"not known as a duplicate of {case['duplicate_of']}"
