"""Reading the addresses of a header: one pass, any nesting, never an error."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

MAX_LENGTH: Final = 64 * 1024
_ADDRESS = re.compile(
    r"""("(?:[^"\\]|\\.){1,64}"|[^\s"<>@,;:()\[\]\\]{1,128})@([^\s"<>@,;:()\\]{1,255})"""
)
# A label may be in any script. What is no domain could never be answered.
_DOMAIN = re.compile(r"\[[0-9a-f.:]{3,45}\]|[\w\x80-\U0010ffff-]+(?:\.[\w\x80-\U0010ffff-]+)*")
_LABEL: Final = 63
# What most headers hold: one address, maybe a name before it, and no signs of nesting.
_PLAIN = re.compile(r"""([^"\\(),;:<>]*)(?:<([^"\\(),;:<>]*)>)?""")


@dataclass(frozen=True, slots=True)
class Mailbox:
    """An address as written, its domain in lower case, and the name beside it (not decoded)."""

    address: str
    name: str


@dataclass(slots=True)
class _Scan:
    """What was read of one address: words outside of `<>`, what stood in each, comments."""

    words: list[str] = field(default_factory=list)
    angle: list[str] | None = None
    written: list[str] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)
    depth: int = 0
    quoted: bool = False
    escaped: bool = False

    @property
    def here(self) -> list[str]:
        """Where the next sign belongs."""
        if self.depth:
            return self.comment
        return self.words if self.angle is None else self.angle


def mailboxes(header: str) -> tuple[Mailbox, ...]:
    """Return the addresses of a From, To or Cc header; parts that are none are left out."""
    plain = _PLAIN.fullmatch(header[:MAX_LENGTH].strip())
    if plain is not None:
        return tuple(_finished(_scanned(plain)))
    found: list[Mailbox] = []
    scan = _Scan()
    for sign in header[:MAX_LENGTH]:
        if not _takes(scan, sign):
            # What stood before a colon is the name of a group, and no address.
            found += _finished(scan)
            scan = _Scan()
    return (*found, *_finished(scan))


def has_unusable(header: str) -> bool:
    """Tell whether a header names an address that no mail could be sent to.

    Beside a good one it makes the sender uncertain. A comma in a name that was not
    quoted (`Hill, Ben <ben@example.org>`) is no address.
    """
    plain = _PLAIN.fullmatch(header[:MAX_LENGTH].strip())
    if plain is not None:
        return _is_unusable(_scanned(plain))
    scan = _Scan()
    for sign in header[:MAX_LENGTH]:
        if not _takes(scan, sign):
            if _is_unusable(scan):
                return True
            scan = _Scan()
    return _is_unusable(scan)


def _is_unusable(scan: _Scan) -> bool:
    written = scan.written or ["".join(scan.words)]
    return any("@" in one and _address(one) is None for one in written)


def _scanned(plain: re.Match[str]) -> _Scan:
    """Return the scan of a header with a single plain address."""
    return _Scan(words=[plain[1]], written=[] if plain[2] is None else [plain[2]])


def _takes(scan: _Scan, sign: str) -> bool:
    """Add a sign to the address; False if it ends it."""
    if scan.escaped or scan.quoted or scan.depth or sign in '"\\(':
        _take_literal(scan, sign)
    elif sign == "<":
        scan.angle = []
    elif sign == ">":
        scan.written.append("".join(scan.angle or ()))
        scan.angle = None
    elif sign in ",;:" and scan.angle is None:
        return False
    else:
        scan.here.append(sign)
    return True


def _take_literal(scan: _Scan, sign: str) -> None:
    """Take a sign of a quoted string or a comment, or one that begins it."""
    if scan.escaped or sign == "\\":
        scan.escaped = not scan.escaped
        scan.here.append(sign)
    elif sign == '"' and not scan.depth:
        scan.quoted = not scan.quoted
        scan.here.append(sign)
    elif sign in "()" and not scan.quoted:
        scan.depth += 1 if sign == "(" else -1
    else:
        scan.here.append(sign)


def _finished(scan: _Scan) -> list[Mailbox]:
    words, comment = "".join(scan.words), "".join(scan.comment)
    if scan.written:
        written, name = scan.written, words
    else:
        written, name = [words], comment
    addresses = [found for one in written if (found := _address(one)) is not None]
    return [Mailbox(address, _plain_name(name)) for address in addresses]


def _address(text: str) -> str | None:
    found = _ADDRESS.fullmatch(text.strip())
    if found is None:
        return None
    local, domain = found[1], found[2].lower().removesuffix(".")
    # An encoded word would turn into another address as soon as it is shown.
    is_local = local.isprintable() and "=?" not in local
    return f"{local}@{domain}" if is_local and _is_domain(domain) else None


@lru_cache(maxsize=1024)
def _is_domain(text: str) -> bool:
    """Whether mail could be sent to such a domain."""
    if _DOMAIN.fullmatch(text) is None or not text.isprintable():
        return False
    try:
        plain = text if text.isascii() else text.encode("idna").decode("ascii")
    except UnicodeError:
        return False
    return all(0 < len(label) <= _LABEL for label in plain.split("."))


def _plain_name(name: str) -> str:
    """Return a name without the quotes and backslashes it was written with."""
    if '"' not in name and "\\" not in name:
        return name.strip()
    return re.sub(r'\\(.)|"', r"\1", name).strip()
