"""What a letter's header says, read from its raw text with bounded expressions.

The standard library's structured headers raise on Message-IDs, nested comments and
dates that exist in the wild, so none of them is used.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from typing import Final

from pbem.mailin.charset import header_words, undo_surrogates
from pbem.mailin.mailboxes import Mailbox, has_unusable, mailboxes

_CAP: Final = 8192
_NAME_LENGTH: Final = 100
_ID_LENGTH: Final = 250
_TRACES: Final = ("x-original-to", "delivered-to", "envelope-to")
_NAMED: Final = ("to", "cc")
_ID = re.compile(r"<([^<>]{1,1000})>")
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\s{1,5}(?:([+-])(\d{2})([0-5]\d)|(GMT|UTC?|Z)\b)")
_PARAMETER = re.compile(
    r"""([\w!#$%&'*+.^|~-]{1,60})\s{0,9}=\s{0,9}(?:"([^"]{0,500})"|([^\s;]{1,500}))"""
)
# Where a parsed part keeps what was found of it.
_INDEX: Final = "_pbem_index"
_KIND: Final = "_pbem_kind"
_BODY: Final = "_pbem_body"
# Whole headers, of which none is of the kind that the parser takes for something else.
_PLAIN_HEADER = re.compile(r"[!-9;-~]{1,200}:[^\r\n]*(?:\n(?:[ \t]|[!-9;-~]{1,200}:)[^\r\n]*)*")
_UNFOLDED = re.compile(r"\n(?![ \t])")
_NESTED = re.compile(r"multipart/|message/", re.IGNORECASE)
_FURTHEST: Final = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class Head:
    """The headers that matter. `senders` are all addresses of all From headers.

    `is_certain`: there is one From header, and it names nothing that could not be an address.
    `message_id` keeps its angle brackets; it is None if there is none that a header
    could carry again. `traces` are the recipients that mail servers noted, `named`
    those of To and Cc. `return_path` is "" for the null path, None if unknown.
    """

    senders: tuple[Mailbox, ...]
    is_certain: bool
    message_id: str | None
    date: str
    traces: tuple[str, ...]
    named: tuple[str, ...]
    return_path: str | None

    @property
    def sender(self) -> str | None:
        """The one address that the letter comes from; None if it names none, or several."""
        return self.senders[0].address if self._is_single else None

    @property
    def sender_name(self) -> str:
        return clean_name(self.senders[0].name) if self._is_single else ""

    @property
    def _is_single(self) -> bool:
        return self.is_certain and len(self.senders) == 1

    @property
    def offset(self) -> timedelta | None:
        return offset_of(self.date)


def parse(letter: bytes) -> Message:
    """Return the letter parsed with the plain old policy, which is the fast one.

    Raises:
        RecursionError: it is nested deeper than the limits can see.
        ValueError: a boundary is written in a charset that the parser chokes on (`idna`).
    """
    return _simple(letter) or BytesParser(policy=compat32).parsebytes(letter)


def _simple(letter: bytes) -> Message | None:
    """Return a letter of a single part, as the parser would, without its detours; else None."""
    text = letter.decode("ascii", "surrogateescape")
    header, gap, body = text.partition("\n\n")
    if not gap or not _PLAIN_HEADER.fullmatch(header):
        return None
    message = Message(policy=compat32)
    found: dict[str, list[str]] = {}
    for line in _UNFOLDED.split(header):
        name, _, told = line.partition(":")
        told = told.lstrip(" \t")
        message.set_raw(name, told)
        found.setdefault(name.lower(), []).append(told)
    if _NESTED.search(header) and _NESTED.match(content_type(message)):
        return None
    message.__dict__[_INDEX] = found
    message.__dict__[_BODY] = letter[len(header) + 2 :]
    message.set_payload(body)
    return message


def parse_header(header: bytes) -> Message:
    """Return the header alone, parsed."""
    return BytesParser(policy=compat32).parsebytes(header, headersonly=True)


def values(message: Message, name: str) -> list[str]:
    """Return the texts of all headers of this name: unfolded, raw bytes decoded."""
    return [" ".join(undo_surrogates(text).split()) for text in _index(message).get(name, ())]


def _index(message: Message) -> dict[str, list[str]]:
    """Return the raw texts of all headers by their names, which are looked for once."""
    found: dict[str, list[str]] | None = message.__dict__.get(_INDEX)
    if found is None:
        found = message.__dict__[_INDEX] = {}
        for key, value in message.raw_items():
            found.setdefault(key.lower(), []).append(str(value))
    return found


def has_any(message: Message, names: frozenset[str]) -> bool:
    """Whether there is a header of one of these names, in lower case."""
    return not names.isdisjoint(_index(message))


def value(message: Message, name: str) -> str:
    """Return the text of the first header of this name, empty if there is none."""
    texts = _index(message).get(name)
    return " ".join(undo_surrogates(texts[0]).split()) if texts else ""


def head_of(message: Message) -> Head:
    """Return what the header says; nothing in it makes this raise."""
    paths = values(message, "return-path")
    written = values(message, "from")
    return Head(
        senders=tuple(box for text in written for box in mailboxes(text)),
        is_certain=len(written) == 1 and not has_unusable(written[0]),
        message_id=message_id_of(value(message, "message-id")),
        date=value(message, "date")[:_CAP],
        traces=_addresses(message, _TRACES),
        named=_addresses(message, _NAMED),
        return_path=paths[0].strip("<> ") if paths else None,
    )


def _addresses(message: Message, names: tuple[str, ...]) -> tuple[str, ...]:
    found = _index(message)
    return tuple(
        box.address
        for name in names
        if name in found
        for text in values(message, name)
        for box in mailboxes(text)
    )


def message_id_of(text: str) -> str | None:
    """Return the Message-ID in its brackets; None if it is empty or could not be repeated."""
    found = _ID.search(text[:_CAP])
    inner = (found[1] if found else text.strip("<> ")).strip()
    is_plain = inner.isascii() and inner.isprintable() and " " not in inner
    return f"<{inner}>" if inner and is_plain and len(inner) <= _ID_LENGTH else None


def clean_name(text: str) -> str:
    """Return a display name decoded, on one line, without control or direction marks."""
    if text.isascii() and text.isprintable() and "=?" not in text:
        return " ".join(text.split())[:_NAME_LENGTH].strip()
    words = header_words(text[:_CAP])
    kept = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in words)
    return " ".join(kept.split())[:_NAME_LENGTH].strip()


def offset_of(date: str) -> timedelta | None:
    """Return the offset from UTC of a Date header; None if it tells none (`-0000` does so)."""
    found = _CLOCK.search(date)
    if found is None or (found[1] == "-" and found[2] + found[3] == "0000"):
        return None
    if found[4]:
        return timedelta()
    offset = timedelta(hours=int(found[2]), minutes=int(found[3]))
    if offset > _FURTHEST:
        return None
    return -offset if found[1] == "-" else offset


def parts(message: Message) -> Iterator[Message]:
    """Yield a letter and all its parts in order, but none of a mail inside of it."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        yield part
        if part.is_multipart() and content_type(part).startswith("multipart/"):
            waiting += reversed(children(part))


def written_plainly(part: Message) -> bytes | None:
    """Return the bytes of a letter's only part as they are, encoded or not; else None."""
    body: bytes | None = part.__dict__.get(_BODY)
    return body


def children(part: Message) -> list[Message]:
    """Return the parts right inside of one."""
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def content_type(part: Message) -> str:
    """Return the media type of a part as the parser took it, in lower case."""
    kind: str | None = part.__dict__.get(_KIND)
    if kind is None:
        kind = part.__dict__[_KIND] = _kind_of(part)
    return kind


def _kind_of(part: Message) -> str:
    written = _index(part).get("content-type")
    if written is None or not written[0].isascii():
        return part.get_content_type()
    kind = written[0].partition(";")[0].strip().lower()
    return kind if kind.count("/") == 1 else "text/plain"


def parameters(part: Message, name: str = "content-type") -> dict[str, str]:
    """Return the parameters of Content-Type or Content-Disposition, names in lower case."""
    _, _, rest = value(part, name)[:_CAP].partition(";")
    found = _PARAMETER.findall(rest)
    return {key.lower(): (quoted or bare).strip() for key, quoted, bare in reversed(found)}


def report_type(message: Message) -> str:
    """Return what a multipart/report is a report of, empty if it is none."""
    if content_type(message) != "multipart/report":
        return ""
    return parameters(message).get("report-type", "").lower()


def disposition(part: Message) -> str:
    """Return `attachment`, `inline` or whatever else is written, in lower case."""
    return value(part, "content-disposition")[:_CAP].partition(";")[0].strip().lower()
