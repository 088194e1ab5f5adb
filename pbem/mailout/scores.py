"""The score sheet as a table in the HTML part of a mail, every number in brackets."""

from dataclasses import dataclass, replace
from itertools import pairwise

from markupsafe import Markup, escape

from pbem.show import cards
from pbem.show.points import figure, signed
from pbem.show.reader import Reader
from pbem.show.sheet import Mark, Sheet, SheetRow

# Players beside each other on the narrowest screens, at the smallest size that is easily read.
_MOST = 4


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """`bid` as in `(1 of 1)`, `(1 of 2 missed)`, the missed bid struck through; `points` with
    the total, as in `(+1: 24)`.
    """

    bid: Markup
    points: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Rows have a label, trumps and a cell per head. `coins` is empty without stakes."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[ScoreCell, ...]], ...]
    totals_label: str
    totals: tuple[str, ...]
    coins: tuple[str, ...]

    def side_by_side(self) -> tuple["ScoreTable", ...]:
        """Return the table in parts of a few players each, which fit on a phone."""
        count = -(-len(self.heads) // _MOST)
        cuts = [part * len(self.heads) // count for part in range(count + 1)]
        return tuple(self._part(slice(*cut)) for cut in pairwise(cuts))

    def _part(self, some: slice) -> "ScoreTable":
        return replace(
            self,
            heads=self.heads[some],
            rows=tuple((label, trumps, cells[some]) for label, trumps, cells in self.rows),
            totals=self.totals[some],
            coins=self.coins[some],
        )


def score_table(reader: Reader, sheet: Sheet) -> ScoreTable:
    label = reader._("Totals, lowest wins") if sheet.lowest_wins else reader._("Totals")
    return ScoreTable(
        heads=sheet.heads,
        rows=tuple(_row(reader, row) for row in sheet.rows),
        totals_label=label,
        totals=tuple(f"({figure(total)})" for total in sheet.totals),
        coins=tuple(f"({signed(coins)})" for coins in sheet.coins),
    )


def _row(reader: Reader, row: SheetRow) -> tuple[str, str, tuple[ScoreCell, ...]]:
    label = reader._("Deal ({deal})", deal=row.deal)
    return label, _trump(row.trump), tuple(_cell(reader, mark) for mark in row.marks)


def _trump(trump: str) -> str:
    """Return the symbol of trumps with its letter, since not every program draws symbols."""
    symbol = cards.suit_symbol(trump)
    return f"{symbol}({trump})" if symbol else ""


def _cell(reader: Reader, mark: Mark) -> ScoreCell:
    return ScoreCell(_bid(reader, mark), f"({signed(mark.points)}: {figure(mark.total)})")


def _bid(reader: Reader, mark: Mark) -> Markup:
    if mark.bid is None:
        return escape(reader._("({taken} without a bid)", taken=mark.tricks))
    if not mark.is_missed:
        return escape(reader._("({taken} of {bid})", taken=mark.tricks, bid=mark.bid))
    told = escape(reader._("({taken} of {bid} missed)"))
    return told.format(taken=mark.tricks, bid=Markup("<s>{}</s>").format(mark.bid))
