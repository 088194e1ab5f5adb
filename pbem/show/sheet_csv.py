"""The score sheet as a table for spreadsheets."""

from pbem.rules.scoring import Points
from pbem.show.reader import Reader
from pbem.show.sheet import Mark, Sheet, SheetRow
from pbem.show.tabular import csv_text


def sheet_csv(reader: Reader, sheet: Sheet) -> str:
    """Return a line per deal, then the totals, and what was paid if there were stakes.

    Each player has five columns: bid (empty: none), tricks, whether the bid was made
    (1 or 0), points and total. Halves are decimals.
    """
    rows: list[list[str]] = [_heads(reader, sheet)]
    rows += [_row(sheet, row) for row in sheet.rows]
    rows.append(_foot(reader._("Total"), sheet.totals))
    if sheet.coins:
        rows.append(_foot(reader._("Coins"), sheet.coins))
    return csv_text(rows)


def _heads(reader: Reader, sheet: Sheet) -> list[str]:
    first = [reader._("Deal"), reader._("Tricks"), reader._("Trumps"), reader._("Dealer")]
    parts = [
        reader._("{name}: bid"),
        reader._("{name}: tricks"),
        reader._("{name}: made"),
        reader._("{name}: points"),
        reader._("{name}: total"),
    ]
    return [*first, *(part.format(name=head) for head in sheet.heads for part in parts)]


def _row(sheet: Sheet, row: SheetRow) -> list[str]:
    first = [str(row.deal), str(row.size), row.trump, sheet.heads[row.dealer]]
    return [*first, *(cell for mark in row.marks for cell in _cells(mark))]


def _cells(mark: Mark) -> tuple[str, ...]:
    bid = "" if mark.bid is None else str(mark.bid)
    return bid, str(mark.tricks), str(int(mark.is_made)), _number(mark.points), _number(mark.total)


def _foot(label: str, values: tuple[Points, ...]) -> list[str]:
    return [
        label,
        "",
        "",
        "",
        *(cell for value in values for cell in ("", "", "", "", _number(value))),
    ]


def _number(value: Points) -> str:
    return f"{value:g}" if abs(value) < 1e6 else str(value)
