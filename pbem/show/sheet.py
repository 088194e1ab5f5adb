"""The score sheet as rows, for text and for tables."""

from dataclasses import dataclass

from pbem.rules.view import DealResult, View
from pbem.show import cards
from pbem.show.names import Company
from pbem.show.reader import Reader
from pbem.show.table import result_line, totals_line


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal: a label and, per player, `(1 of 2)` with the points `(+11)`."""

    label: str
    trump: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet, its columns in the order of `heads`, the reader's own first."""

    heads: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[str, ...]


def sheet(reader: Reader, view: View, company: Company) -> Sheet | None:
    """Return the sheet of all scored deals; None before the first."""
    if not view.sheet:
        return None
    order = company.round_table()
    return Sheet(
        heads=tuple(company.who(reader, seat) for seat in order),
        rows=tuple(_row(reader, result, order) for result in view.sheet),
        totals=tuple(f"({view.totals[seat]})" for seat in order),
    )


def _row(reader: Reader, result: DealResult, order: tuple[int, ...]) -> SheetRow:
    cells = tuple(
        (
            reader._("({taken} of {bid})", taken=result.tricks[seat], bid=result.bids[seat]),
            f"({result.points[seat]:+d})",
        )
        for seat in order
    )
    label = reader._("Deal ({deal})", deal=result.deal)
    return SheetRow(label, _trump(result.trump), cells)


def _trump(trump: str) -> str:
    """Return the symbol of trumps with its letter, since not every program draws symbols."""
    symbol = cards.suit_symbol(trump)
    return f"{symbol}({trump})" if symbol else ""


def sheet_lines(reader: Reader, view: View, company: Company) -> tuple[str, ...]:
    """Return the sheet as sentences, a line per deal and one for the totals."""
    if not view.sheet:
        return (reader._("Nothing is scored so far."),)
    lines = [result_line(reader, result, company) for result in view.sheet]
    totals = totals_line(reader, view, company)
    return (*lines, *([totals] if totals else []))
