"""The score sheet: the one structure from which mails, pages and files show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import Points, is_made, lowest_wins
from pbem.rules.view import DealResult, View
from pbem.show import cards
from pbem.show.names import Company
from pbem.show.points import figure, signed
from pbem.show.reader import Reader


@dataclass(frozen=True, slots=True)
class Mark:
    """What one player bid, took and scored in a deal, and the total after it."""

    bid: int | None
    tricks: int
    points: Points
    total: Points

    @property
    def is_made(self) -> bool:
        return is_made(self.bid, self.tricks)

    @property
    def is_missed(self) -> bool:
        return self.bid is not None and not self.is_made


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal, its marks in the order of the columns; so is `dealer`.

    `trump` is a symbol of the catalogue, or empty where nobody knows it. `round` is
    less than `deal` where rounds were repeated.
    """

    deal: int
    round: int
    size: int
    trump: str
    dealer: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet. `heads` are the names over the columns, `own` the reader's column.

    `by_round`: rounds are repeated until all make their bids, so they are counted and
    not the deals. `totals` are the final ones once the game is over, and then `winners` are columns
    and `coins` what each receives (empty without stakes).
    """

    heads: tuple[str, ...]
    own: int | None
    rows: tuple[SheetRow, ...]
    totals: tuple[Points, ...]
    lowest_wins: bool
    by_round: bool = False
    winners: tuple[int, ...] = ()
    coins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands, by seat: what a sheet shows besides its deals."""

    totals: tuple[Points, ...]
    winners: tuple[int, ...] = ()
    payments: tuple[int, ...] = ()


def sheet(reader: Reader, view: View, company: Company) -> Sheet | None:
    """Return the sheet of all scored deals, the reader's column first; None before the first."""
    if not view.sheet:
        return None
    order = company.round_table()
    heads = [company.who(reader, seat) for seat in order]
    standing = Standing(view.totals, view.winners, view.payments)
    own = None if company.me is None else 0
    return laid_out(view.rules, view.sheet, standing, heads=heads, order=order, own=own)


def laid_out(
    rules: Rules,
    results: Sequence[DealResult],
    standing: Standing,
    *,
    heads: Sequence[str],
    order: Sequence[int],
    own: int | None = None,
) -> Sheet:
    """Return a sheet whose columns are the seats in this order."""
    paid = standing.payments
    return Sheet(
        heads=tuple(heads),
        own=own,
        rows=tuple(_row(result, order) for result in results),
        totals=tuple(standing.totals[seat] for seat in order),
        lowest_wins=lowest_wins(rules),
        by_round=rules.on_miss == "repeat_round",
        winners=tuple(order.index(seat) for seat in standing.winners),
        coins=tuple(paid[seat] for seat in order) if paid else (),
    )


def _row(result: DealResult, order: Sequence[int]) -> SheetRow:
    marks = tuple(
        Mark(result.bids[seat], result.tricks[seat], result.points[seat], result.totals[seat])
        for seat in order
    )
    return SheetRow(
        result.deal, result.round, result.size, result.trump, order.index(result.dealer), marks
    )


def mark_words(reader: Reader, mark: Mark) -> str:
    """Return bid and tricks for those who listen: `bid 2, took 1, missed`."""
    if mark.bid is None:
        return reader._("did not bid, took {taken}", taken=mark.tricks)
    if mark.is_made:
        return reader._("bid {bid}, took {taken}, made", bid=mark.bid, taken=mark.tricks)
    return reader._("bid {bid}, took {taken}, missed", bid=mark.bid, taken=mark.tricks)


def best_words(reader: Reader, shown: Sheet) -> str:
    """Return what wins, as a sentence."""
    if shown.by_round:
        return reader._("All play together: a round counts when everybody makes the bid.")
    if shown.lowest_wins:
        return reader._("The lowest total wins.")
    return reader._("The highest total wins.")


def payment_words(reader: Reader, coins: int) -> str:
    """Return what a player gets or pays in the end."""
    if coins == 0:
        return reader._("even")
    return reader._("gets {n}", n=coins) if coins > 0 else reader._("pays {n}", n=-coins)


def deal_lines(reader: Reader, shown: Sheet) -> tuple[str, ...]:
    """Return a sentence per deal: `Deal (4), hearts: you (1 of 2 missed: +1, now 24), ...`."""
    return tuple(_deal_line(reader, shown, row) for row in shown.rows)


def _deal_line(reader: Reader, shown: Sheet, row: SheetRow) -> str:
    marks = ", ".join(
        _mark(reader, head, mark) for head, mark in zip(shown.heads, row.marks, strict=True)
    )
    trump = _trump(reader, row.trump)
    if not trump:
        return reader._("Deal ({deal}): {marks}.", deal=row.deal, marks=marks)
    return reader._("Deal ({deal}), {trump}: {marks}.", deal=row.deal, trump=trump, marks=marks)


def _mark(reader: Reader, head: str, mark: Mark) -> str:
    told = {
        "name": head,
        "taken": mark.tricks,
        "bid": mark.bid,
        "points": signed(mark.points),
        "total": figure(mark.total),
    }
    if mark.bid is None:
        return reader._("{name} (took {taken} without a bid: {points}, now {total})", **told)
    if mark.is_made:
        return reader._("{name} ({taken} of {bid}: {points}, now {total})", **told)
    return reader._("{name} ({taken} of {bid} missed: {points}, now {total})", **told)


def _trump(reader: Reader, trump: str) -> str:
    if trump == "NT":
        return reader._("without trumps")
    return cards.suit(reader, trump) if cards.suit_symbol(trump) else ""


def totals_words(reader: Reader, shown: Sheet) -> str:
    """Return the totals, the best first; it is said where the lowest is best."""
    sign = 1 if shown.lowest_wins else -1
    order = sorted(range(len(shown.heads)), key=lambda column: sign * shown.totals[column])
    told = ", ".join(f"{shown.heads[column]} ({figure(shown.totals[column])})" for column in order)
    if shown.lowest_wins:
        return reader._("Totals, of which the lowest wins: {totals}.", totals=told)
    return reader._("Totals: {totals}.", totals=told)


def coins_words(reader: Reader, shown: Sheet) -> str:
    """Return what is paid, in coins; empty without stakes."""
    if not shown.coins:
        return ""
    told = ", ".join(
        f"{head} ({signed(coins)})" for head, coins in zip(shown.heads, shown.coins, strict=True)
    )
    return reader._("Settled in coins: {coins}.", coins=told)


def sheet_lines(reader: Reader, view: View, company: Company) -> tuple[str, ...]:
    """Return the sheet as sentences, a line per deal, then the totals and the coins."""
    shown = sheet(reader, view, company)
    if shown is None:
        return (reader._("Nothing is scored so far."),)
    coins = coins_words(reader, shown)
    return (*deal_lines(reader, shown), totals_words(reader, shown), *([coins] if coins else []))
