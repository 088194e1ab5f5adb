"""Rows as CSV that opens well in any spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def csv_text(rows: Iterable[Sequence[str | int]]) -> str:
    """Return rows as CSV (RFC 4180) behind a byte order mark, so that accents are read as meant.

    A text that a spreadsheet would take for a formula is told with an apostrophe before it.
    """
    out = io.StringIO()
    csv.writer(out).writerows([_plain(cell) for cell in row] for row in rows)
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + out.getvalue()


def _plain(cell: str | int) -> str | int:
    is_text = isinstance(cell, str) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_text and str(cell).startswith(_FORMULA) else cell
