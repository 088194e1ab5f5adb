"""Limits that a letter must keep, checked on its bytes before anything parses it.

The standard parser takes ten seconds for 20,000 parts and runs out of stack on some
2,000 levels; a letter that would do so is recognised here in a single pass.
"""

import re
from itertools import islice
from typing import Final

MAX_BYTES: Final = 10 * 1024 * 1024
MAX_PARTS: Final = 64
MAX_DEPTH: Final = 10
MAX_HEADER_LINES: Final = 1000
MAX_HEADER_BYTES: Final = 64 * 1024
# 10 MiB of base64 have 140,000 lines.
MAX_LINES: Final = 200_000
# The parser's work on the parameters of one Content-Type grows with its square.
_MAX_TYPE_BYTES: Final = 4096
_MAX_DASHED: Final = 1000
# More of either has no letter of a person, and none of them is looked at one by one.
_MAX_DECLARED: Final = 1000
_MAX_TYPES: Final = 1000

# These are looked for in lower case, which is faster than to look for both cases.
_BOUNDARY = re.compile(rb"boundary\s{0,80}+=\s{0,80}+")
_TYPE = re.compile(rb"\ncontent-type:")
_VALUE = re.compile(rb'"((?:[^"\\\n]|\\.){1,200}+)"|([^\s;"]{1,200}+)')
_DASHED = re.compile(rb"\n--([^\n]{1,210})")
_MARK: Final = b"X-Pbem-Left-Out: body\n"
# A door may put the envelope's sender above it.
_MARKED = re.compile(rb"(?:Return-Path:[^\n]{0,400}\n)?" + re.escape(_MARK))
_FOLDED_END = re.compile(rb"\n(?![ \t])")
_EMBEDDED = re.compile(rb"\s{0,80}message/", re.IGNORECASE)


def plain(raw: bytes) -> bytes:
    """Return a letter with LF as its only line end and without NUL bytes."""
    return raw.replace(b"\0", b"").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def header_of(letter: bytes) -> bytes:
    """Return the header of a plain letter, cut off at the limits."""
    header = letter[: MAX_HEADER_BYTES + 1].partition(b"\n\n")[0][:MAX_HEADER_BYTES]
    return b"\n".join(header.split(b"\n")[:MAX_HEADER_LINES]) + b"\n\n"


def head_alone(raw: bytes) -> bytes:
    """Return what to keep of a letter over `MAX_BYTES`: its header, under a mark that says so."""
    return _MARK + header_of(plain(raw[: 2 * MAX_HEADER_BYTES]))


def is_head_alone(raw: bytes) -> bool:
    """Whether this is what was kept of such a letter.

    Whoever writes the mark themselves is answered that their letter was too big.
    """
    return _MARKED.match(raw) is not None


def over_limit(letter: bytes) -> str:
    """Return which limit a plain letter exceeds, in a few words; empty if it keeps all.

    `MAX_BYTES` is a limit to the letter as received, and not looked at here.
    """
    if letter.count(b"\n") > MAX_LINES:
        return "lines"
    return _header_limit(letter) or _parts_limit(letter) or _type_limit(letter)


def _header_limit(letter: bytes) -> str:
    header = letter[: MAX_HEADER_BYTES + 2].partition(b"\n\n")[0]
    if len(header) > MAX_HEADER_BYTES:
        return "header bytes"
    return "header lines" if header.count(b"\n") >= MAX_HEADER_LINES else ""


def _type_limit(letter: bytes) -> str:
    embedded = 0
    # A line end stands above the first line, too.
    for number, found in enumerate(_TYPE.finditer(b"\n" + letter.lower())):
        begin = found.end() - 1
        end = begin + _MAX_TYPE_BYTES
        is_long = end < len(letter) and not _FOLDED_END.search(letter, begin, end)
        if is_long or number >= _MAX_TYPES:
            return "content type"
        embedded += bool(_EMBEDDED.match(letter, begin))
        # Mails inside of mails nest without any boundary.
        if embedded > MAX_DEPTH:
            return "depth"
    return ""


def _parts_limit(letter: bytes) -> str:
    dashed = letter.count(b"\n--")
    if dashed <= MAX_DEPTH:
        return ""
    lower = letter.lower()
    # Boundaries written in pieces, or so oddly that the expression misses them, are not
    # followed: lines with two dashes are counted instead.
    if dashed > _MAX_DASHED or b"boundary*" in lower:
        return "parts"
    places = [found.end() for found in islice(_BOUNDARY.finditer(lower), _MAX_DECLARED + 1)]
    if len(places) > _MAX_DECLARED:
        return "parts"
    return _walk(letter, {_declared(letter, place) for place in places})


def _declared(letter: bytes, place: int) -> bytes:
    """Return the boundary that is written at a place; empty if it is none."""
    found = _VALUE.match(letter, place)
    if found is None:
        return b""
    return re.sub(rb"\\(.)", rb"\1", found[1] or found[2]).rstrip()


def _walk(letter: bytes, declared: set[bytes]) -> str:
    """Follow the boundaries as the parser would, and count parts and levels."""
    parts = 0
    open_levels: list[bytes] = []
    for found in _DASHED.finditer(letter):
        text = found[1].rstrip()
        if text in declared:
            parts += 1
            if text in open_levels:
                del open_levels[open_levels.index(text) :]
            open_levels.append(text)
        elif text.endswith(b"--") and text[:-2] in open_levels:
            del open_levels[open_levels.index(text[:-2]) :]
        if parts > MAX_PARTS:
            return "parts"
        if len(open_levels) > MAX_DEPTH:
            return "depth"
    return ""
