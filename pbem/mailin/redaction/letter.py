"""A whole letter with other words: its parts, charsets and encodings stay."""

import base64
import io
import quopri
import re
from email.generator import BytesGenerator
from email.message import Message
from email.policy import compat32
from typing import Final

from pbem.mailin import limits
from pbem.mailin.charset import decoded_by, undo_surrogates
from pbem.mailin.headers import content_type, parameters, parse
from pbem.mailin.redaction.headers import redacted
from pbem.mailin.redaction.page import other_page
from pbem.mailin.redaction.words import Words

_TEXTS: Final = ("text/plain", "text/calendar", "text/rfc822-headers", "message/")
_POLICY = compat32.clone(max_line_length=0, linesep="\n")
_HEADER = re.compile(r"([^\s:]{1,200}):(.*(?:\n[ \t].*)*)")


def other_letter(raw: bytes, words: Words) -> bytes:
    """Return a letter of the same shape, with LF, in which nothing of the words is left."""
    letter = limits.plain(raw)
    if len(raw) > limits.MAX_BYTES or limits.over_limit(letter):
        return _blotted(letter, words)
    try:
        message = parse(letter)
    except (RecursionError, ValueError):
        return _blotted(letter, words)
    _redact(message, words)
    out = io.BytesIO()
    BytesGenerator(out, mangle_from_=False, policy=_POLICY).flatten(message)
    return out.getvalue()


def _redact(message: Message, words: Words) -> None:
    waiting = [message]
    while waiting:
        part = waiting.pop()
        # Before its headers change: they tell how the text is written.
        if part.is_multipart():
            payload = part.get_payload()
            waiting += [one for one in payload if isinstance(one, Message)]
        else:
            _redact_leaf(part, words)
        part.preamble = _lines(part.preamble, words)
        part.epilogue = _lines(part.epilogue, words)
        _redact_headers(part, words)


def _lines(text: str | None, words: Words) -> str | None:
    return None if text is None else "\n".join(map(words.line, undo_surrogates(text).split("\n")))


def _redact_headers(part: Message, words: Words) -> None:
    found = [redacted(name, undo_surrogates(str(value)), words) for name, value in part.raw_items()]
    unix_from = part.get_unixfrom()
    for name in set(part.keys()):
        del part[name]
    for name, value in found:
        raw = value.encode("utf-8", "replace").decode("ascii", "surrogateescape")
        part.set_raw(name, raw)
    if unix_from is not None:
        part.set_unixfrom("From x")


def _redact_leaf(part: Message, words: Words) -> None:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return
    kind = content_type(part)
    if kind == "text/html":
        text, codec = decoded_by(data, parameters(part).get("charset"))
        new = other_page(text, words).encode(codec, "replace")
    elif kind.startswith(_TEXTS):
        text, codec = decoded_by(data, parameters(part).get("charset"))
        new = "\n".join(map(words.line, text.split("\n"))).encode(codec, "replace")
    elif kind.startswith("multipart/"):
        # It lacks its boundary, and is read as one piece.
        new = _outline(data, words)
    else:
        new = re.sub(rb"[^\s]", b"x", data)
    part.set_payload(_encoded(new, part).decode("ascii", "surrogateescape"))


def _encoded(data: bytes, part: Message) -> bytes:
    match str(part.get("content-transfer-encoding", "")).strip().lower():
        case "base64":
            return base64.encodebytes(data)
        case "quoted-printable":
            return quopri.encodestring(data)
        case _:
            return data


def _blotted(letter: bytes, words: Words) -> bytes:
    """Return a letter that nothing parses: its headers, and lines of as many signs."""
    head, gap, body = letter.partition(b"\n\n")
    return _headers(head, words) + gap + _outline(body, words)


def _outline(body: bytes, words: Words) -> bytes:
    pieces = re.split(rb"(?mi)^(--[^\n]{1,210}|content-type:[^\n]*(?:\n[ \t][^\n]*)*)$", body)
    return b"".join(
        _structure(piece, words) if number % 2 else re.sub(rb"[^\s]", b"x", piece)
        for number, piece in enumerate(pieces)
    )


def _structure(line: bytes, words: Words) -> bytes:
    if not line.startswith(b"--"):
        return _headers(line, words)
    return words.text(line.decode("utf-8", "replace"), frozenset()).encode()


def _headers(head: bytes, words: Words) -> bytes:
    text = undo_surrogates(head.decode("ascii", "surrogateescape"))

    def header(found: re.Match[str]) -> str:
        name, value = redacted(found[1], found[2], words)
        return f"{name}:{value}"

    pieces = re.split(r"(?m)^([^\s:]{1,200}:.*(?:\n[ \t].*)*)$", text)
    return "".join(
        _HEADER.sub(header, piece) if number % 2 else re.sub(r"\S", "x", piece)
        for number, piece in enumerate(pieces)
    ).encode()
