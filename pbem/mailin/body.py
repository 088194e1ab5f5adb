"""The text that a person typed: which part of a letter it is, and how it is decoded."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Final

from pbem.mailin.charset import decoded
from pbem.mailin.flowed import unflowed
from pbem.mailin.headers import (
    children,
    content_type,
    disposition,
    parameters,
    value,
    written_plainly,
)
from pbem.mailin.html import outline_of_html, text_of_html
from pbem.orders.reading import clean_line

MAX_TEXT: Final = 64 * 1024
MAX_LINES: Final = 200
# A line that is longer holds no order; its rest is not looked at.
MAX_LINE: Final = 1000
_MAX_HTML: Final = 256 * 1024
_SEALED: Final = frozenset({
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
    "application/pgp-encrypted",
    "application/ms-tnef",
    "application/vnd.ms-tnef",
})  # fmt: skip
_PLAIN_ENCODINGS: Final = frozenset({"", "7bit", "8bit"})
_ARMOUR = re.compile(r"-----BEGIN PGP (SIGNED MESSAGE|MESSAGE)-----\s*$")


@dataclass(frozen=True, slots=True)
class Body:
    """The lines of a letter as typed and quoted. `is_whole`: none was left out.

    `sealed`: it has no readable text, since it is encrypted.
    """

    lines: tuple[str, ...]
    is_whole: bool = True
    sealed: bool = False


def body_of(message: Message) -> Body:
    """Return the text of a letter: its text part, else its HTML part as text."""
    leaves = list(_leaves(message))
    text = _first(leaves, "text/plain")
    if text is not None:
        body = _lines(_plain_text(text))
        if body.sealed or any(clean_line(line) for line in body.lines):
            return body
    html = _first(leaves, "text/html")
    if html is not None:
        label = parameters(html).get("charset")
        return _lines(text_of_html(_bytes(html)[:_MAX_HTML], label))
    # The encrypted part is often marked as an attachment, so all leaves count.
    sealed = text is None and any(content_type(leaf) in _SEALED for leaf in leaves)
    return Body((), sealed=sealed)


def outline_of(message: Message) -> tuple[str, ...]:
    """Return the lines around the quotes of a letter in HTML alone; none if it has a text part."""
    leaves = list(_leaves(message))
    text = _first(leaves, "text/plain")
    html = _first(leaves, "text/html")
    if html is None or (text is not None and _plain_text(text).strip()):
        return ()
    label = parameters(html).get("charset")
    return _lines(outline_of_html(_bytes(html)[:_MAX_HTML], label)).lines


def _leaves(message: Message) -> Iterator[Message]:
    """Yield the parts without parts, in order; not those of mails inside of the mail."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        kind = content_type(part)
        if not part.is_multipart():
            yield part
        elif kind.startswith("multipart/"):
            inner = children(part)
            # Of a signed part only the first is text, the second is the signature.
            waiting += inner[:1] if kind == "multipart/signed" else reversed(inner)


def _first(leaves: list[Message], kind: str) -> Message | None:
    return next((one for one in leaves if content_type(one) == kind and not _is_file(one)), None)


def _is_file(part: Message) -> bool:
    told = f"{value(part, 'content-disposition')} {value(part, 'content-type')}".lower()
    if "attachment" not in told and "name" not in told:
        return False
    if disposition(part) == "attachment":
        return True
    names = {*parameters(part, "content-disposition"), *parameters(part)}
    # Names in a charset, or in pieces, have a star behind theirs (RFC 2231).
    return any(name.partition("*")[0] in {"name", "filename"} for name in names)


def _bytes(part: Message) -> bytes:
    written = written_plainly(part)
    if written is not None and value(part, "content-transfer-encoding").lower() in _PLAIN_ENCODINGS:
        return written
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _plain_text(part: Message) -> str:
    data = _bytes(part)
    if len(data) > 4 * MAX_TEXT:
        # Cut at a line's end, where every charset is in its first state.
        end = data.rfind(b"\n", 0, 4 * MAX_TEXT) + 1
        # A line end of two bytes or four may have its NULs behind it.
        end += len(data[end : end + 3]) - len(data[end : end + 3].lstrip(b"\0"))
        data = data[:end] or data[: 4 * MAX_TEXT]
    kind = parameters(part)
    # Only now, since in some charsets half of the bytes are NUL.
    text = _one_line_end(decoded(data, kind.get("charset")).replace("\0", ""))
    if kind.get("format", "").lower() == "flowed":
        text = unflowed(text, delete_space=kind.get("delsp", "").lower() == "yes")
    return text


def _one_line_end(text: str) -> str:
    # Also the separators of Unicode end a line for whoever sees it.
    return re.sub(r"\r\n?|[\u2028\u2029\x0b\x0c\x85]", "\n", text)


def _lines(text: str) -> Body:
    lines = text[:MAX_TEXT].split("\n")
    is_whole = len(text) <= MAX_TEXT and len(lines) <= MAX_LINES
    first = next((n for n, line in enumerate(lines) if line.strip()), 0)
    armour = _ARMOUR.match(lines[first])
    if armour is not None and armour[1] == "MESSAGE":
        return Body((), sealed=True)
    if armour is not None:
        lines = _unarmoured(lines[first + 1 :])
    return Body(tuple(line[:MAX_LINE] for line in lines[:MAX_LINES]), is_whole)


def _unarmoured(lines: list[str]) -> list[str]:
    """Return the text of a clear-signed message: no armour headers, no dash escapes."""
    start = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    text = lines[start + 1 :]
    end = next(
        (n for n, line in enumerate(text) if line.startswith("-----BEGIN PGP SIGNATURE")), len(text)
    )
    return [line.removeprefix("- ") for line in text[:end]]
