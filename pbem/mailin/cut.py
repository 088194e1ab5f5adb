"""Where a reply ends: quotes, their heads, separators and signatures (line by line)."""

from dataclasses import dataclass
from typing import Literal

from pbem.mailin import boundaries
from pbem.mailin.boundaries import Boundary
from pbem.orders.reading import clean_line, is_order

WhyCut = Literal["inline", "forwarded"]


@dataclass(frozen=True, slots=True)
class Reply:
    """The typed lines, cleaned. `is_below`: they stand below the quote, nothing above it.

    `why` tells why nothing can be read from it; `forwarded` may also stand beside
    lines.
    """

    lines: tuple[str, ...]
    is_below: bool = False
    why: WhyCut | None = None


def cut(lines: tuple[str, ...], *, is_whole: bool) -> Reply:
    """Return the reply in a text. `is_whole`: these are all lines of the text.

    The reply stands above the first boundary. Only if nothing at all is there, it may
    stand below one contiguous quote, after an empty line. Text between quoted lines
    cannot be told from a quoted line that lost its mark, and is refused.
    """
    cleaned = [_cleaned(line) for line in lines]
    # A quoted line is a boundary before it is anything else, and most lines are quoted.
    orders = [not boundaries.is_quoted(line) and is_order(line) for line in cleaned]
    first, boundary = _first_boundary(cleaned, orders)
    above = tuple(cleaned[:first])
    why: WhyCut | None = "forwarded" if boundary == "forward" else None
    if any(above) or boundary not in {"quote", "attribution"}:
        return Reply(above, why=why)
    return _below(cleaned, orders, _quote_start(cleaned, first), is_whole=is_whole)


def _cleaned(line: str) -> str:
    # Cleaning takes a ruling of underscores for emphasis around nothing.
    bare = line.strip()
    return bare if boundaries.is_ruling(bare) else clean_line(line)


def _first_boundary(
    cleaned: list[str], orders: list[bool], start: int = 0
) -> tuple[int, Boundary | None]:
    for index in range(start, len(cleaned)):
        if cleaned[index]:
            found = boundaries.at(cleaned, orders, index)
            if found is not None:
                return index, found
    return len(cleaned), None


def _below(cleaned: list[str], orders: list[bool], start: int, *, is_whole: bool) -> Reply:
    """Return the reply below the quote that begins at `start`, if it is beyond doubt."""
    end = start
    while end < len(cleaned) and boundaries.is_quoted(cleaned[end]):
        end += 1
    rest = cleaned[end:]
    if end == start or not any(rest):
        return Reply(())
    if rest[0] or not is_whole or any(map(boundaries.is_quoted, rest)):
        return Reply((), why="inline")
    stop, boundary = _first_boundary(cleaned, orders, end)
    if boundary not in {None, "signature"}:
        return Reply((), why="inline")
    return Reply(tuple(cleaned[end:stop]), is_below=True)


def _quote_start(cleaned: list[str], first: int) -> int:
    """Return where the quoted lines begin that an attribution stands above."""
    last = min(first + boundaries.ATTRIBUTION_LINES + 2, len(cleaned))
    quoted = (index for index in range(first, last) if boundaries.is_quoted(cleaned[index]))
    return next(quoted, first)
