"""Headers of a redacted letter: those that reading goes by stay, with other words in them."""

import base64
import re
from typing import Final

from pbem.mailin.charset import decoded_by
from pbem.mailin.redaction.vocabulary import HEADER_WORDS, WORD
from pbem.mailin.redaction.words import Words

_KEPT: Final = frozenset({
    "from", "to", "cc", "sender", "reply-to", "return-path", "delivered-to", "x-original-to",
    "envelope-to", "message-id", "in-reply-to", "references", "date", "subject", "mime-version",
    "content-type", "content-transfer-encoding", "content-disposition", "content-language",
    "auto-submitted", "precedence", "x-autoreply", "x-autorespond", "x-auto-reply",
    "x-mail-autoreply", "x-auto-response-suppress", "x-loop", "list-id", "list-post",
    "x-failed-recipients", "action", "status", "final-recipient", "original-recipient",
    "original-rcpt-to", "feedback-type", "version", "original-mail-from", "reporting-mta",
})  # fmt: skip
AS_IT_IS: Final = frozenset({
    "mime-version", "content-transfer-encoding", "auto-submitted", "precedence", "action",
    "status", "feedback-type", "version", "x-auto-response-suppress",
})  # fmt: skip
_IDS: Final = frozenset({"message-id", "in-reply-to", "references", "list-id"})
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\s{1,5}(?:[+-]\d{4}|GMT|UTC?|Z)\b.*", re.DOTALL)
PARAMETER = re.compile(
    r"""(?P<key>[\w!#$%&'*+.^|~-]{1,60})(?P<is>\s{0,9}=\s{0,9})(?P<value>"[^"]{0,500}"|[^\s;]{1,500})"""
)
PLAIN_PARAMETERS: Final = frozenset({
    "charset", "format", "delsp", "report-type", "method", "protocol", "micalg", "smime-type",
})  # fmt: skip
_ENCODED = re.compile(r"=\?([^?\s]{1,40})\?([BbQq])\?([^?]{0,2000})\?=")
_PLAIN_VALUE = re.compile(r"[\w.+/;:=()\" \t\r\n-]{0,200}", re.ASCII)


def redacted(name: str, value: str, words: Words) -> tuple[str, str]:
    """Return a header with other words; one that reading does not know is blotted out."""
    lower = name.lower()
    if lower not in _KEPT:
        return "X-Removed", re.sub(r"\S", "x", value.encode("ascii", "replace").decode())
    return name, _value(lower, value, words)


def _value(name: str, value: str, words: Words) -> str:
    if name in AS_IT_IS and _PLAIN_VALUE.fullmatch(value):
        return words.text(value, HEADER_WORDS) if name == "auto-submitted" else value
    if name in {"content-type", "content-disposition"}:
        return _typed(value, words)
    if name == "date":
        found = _CLOCK.search(value)
        return f"Tue, 3 Mar 2026 {found[0]}" if found else words.text(value, frozenset())
    if name in _IDS:
        return re.sub(r"<([^<>]*)>|\S+", lambda one: _id(one, words), value)
    return _ENCODED.sub(lambda word: _word(word, words), _between(value, words))


def _between(value: str, words: Words) -> str:
    """Redact what is written plainly between encoded words."""
    pieces = re.split(r"(=\?[^?\s]{1,40}\?[BbQq]\?[^?]{0,2000}\?=)", value)
    return "".join(
        piece if number % 2 else words.text(piece, HEADER_WORDS)
        for number, piece in enumerate(pieces)
    )


def _word(word: re.Match[str], words: Words) -> str:
    """Return an encoded word (RFC 2047) in its charset and encoding, with other text."""
    label, encoding, text = word.groups()
    if encoding in "qQ":
        plain = text.replace("_", " ").encode("utf-8", "replace")
        data = re.sub(rb"=([0-9A-Fa-f]{2})", lambda two: bytes.fromhex(two[1].decode()), plain)
    else:
        data = base64.b64decode(text + "=" * (-len(text) % 4)) if text.isascii() else b""
    found, codec = decoded_by(data, label.partition("*")[0])
    new = words.text(found, HEADER_WORDS).encode(codec, "replace")
    if encoding in "bB":
        return f"=?{label}?{encoding}?{base64.b64encode(new).decode()}?="
    quoted = "".join(chr(one) if chr(one).isalnum() and one < 128 else f"={one:02X}" for one in new)
    return f"=?{label}?{encoding}?{quoted}?="


def _id(found: re.Match[str], words: Words) -> str:
    inner = found[0].strip("<>")
    local, at, domain = inner.rpartition("@")
    other = words.text(local, frozenset()) if at else ""
    host = words.domain(domain)
    return f"<{other}{at}{host}>" if found[0].startswith("<") else f"{other}{at}{host}"


def _typed(value: str, words: Words) -> str:
    kind, sign, rest = value.partition(";")
    if not HEADER_WORDS.issuperset(WORD.findall(kind.lower())):
        kind = words.text(kind, HEADER_WORDS)
    return kind + sign + PARAMETER.sub(lambda one: _parameter(one, words), rest)


def _parameter(found: re.Match[str], words: Words) -> str:
    key = found["key"].lower().partition("*")[0]
    value = found["value"]
    if key not in PLAIN_PARAMETERS or not _PLAIN_VALUE.fullmatch(value):
        value = words.text(value, frozenset())
    return f"{found['key']}{found['is']}{value}"
