"""Where a reply ends: quotes, their heads, separators and signatures (line by line)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pbem.mailin import boundaries
from pbem.mailin.boundaries import Boundary
from pbem.orders.reading import clean_line, is_order

WhyCut = Literal["inline", "forwarded"]


@dataclass(frozen=True, slots=True)
class Reply:
    """The typed lines, cleaned. `is_below`: they stand below the quote, nothing above it.

    `why` tells why nothing can be read from it; `forwarded` may also stand beside
    lines. `orders` tells of some lines whether they are orders.
    """

    lines: tuple[str, ...]
    is_below: bool = False
    why: WhyCut | None = None
    orders: Mapping[str, bool] = field(default_factory=dict)


def cut(lines: tuple[str, ...], *, is_whole: bool) -> Reply:
    """Return the reply in a text. `is_whole`: these are all lines of the text.

    The reply stands above the first boundary. Only if nothing at all is there, it may
    stand below one contiguous quote, after an empty line. Text between quoted lines
    cannot be told from a quoted line that lost its mark, and is refused.
    """
    text = _Text(lines)
    first, boundary = _first_boundary(text)
    above = text.upto(first)
    why: WhyCut | None = "forwarded" if boundary == "forward" else None
    if any(above) or boundary not in {"quote", "attribution"}:
        return Reply(above, why=why, orders=text.orders)
    cleaned = list(text.upto(len(lines)))
    return _below(text, cleaned, _quote_start(cleaned, first), is_whole=is_whole)


class _Text:
    """Lines that are cleaned as far as they are looked at: below a reply few are.

    `orders` are the lines that are known to be orders.
    """

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        self.orders: dict[str, bool] = {}
        self._cleaned: list[str] = []

    def line(self, index: int) -> str:
        try:
            return self._cleaned[index]
        except IndexError:
            more = self.lines[len(self._cleaned) : index + 1]
            self._cleaned += map(_cleaned, more)
        return self._cleaned[index] if index < len(self._cleaned) else ""

    def is_order(self, index: int) -> bool:
        line = self.line(index)
        known = self.orders.get(line)
        if known is None:
            known = self.orders[line] = is_order(line)
        return known

    def upto(self, end: int) -> tuple[str, ...]:
        return tuple(map(self.line, range(end)))


def _cleaned(line: str) -> str:
    # Cleaning takes a ruling of underscores for emphasis around nothing.
    bare = line.strip()
    return bare if boundaries.is_ruling(bare) else clean_line(line)


def _first_boundary(text: _Text, start: int = 0) -> tuple[int, Boundary | None]:
    for index in range(start, len(text.lines)):
        if text.line(index):
            found = boundaries.at(text, index)
            if found is not None:
                return index, found
    return len(text.lines), None


def _below(text: _Text, cleaned: list[str], start: int, *, is_whole: bool) -> Reply:
    """Return the reply below the quote that begins at `start`, if it is beyond doubt."""
    end = start
    while end < len(cleaned) and boundaries.is_quoted(cleaned[end]):
        end += 1
    rest = cleaned[end:]
    if end == start or not any(rest):
        return Reply(())
    if rest[0] or not is_whole or any(map(boundaries.is_quoted, rest)):
        return Reply((), why="inline")
    stop, boundary = _first_boundary(text, end)
    if boundary not in {None, "signature"}:
        return Reply((), why="inline")
    return Reply(tuple(cleaned[end:stop]), is_below=True, orders=text.orders)


def _quote_start(cleaned: list[str], first: int) -> int:
    """Return where the quoted lines begin that an attribution stands above."""
    last = min(first + boundaries.ATTRIBUTION_LINES + 2, len(cleaned))
    quoted = (index for index in range(first, last) if boundaries.is_quoted(cleaned[index]))
    return next(quoted, first)
