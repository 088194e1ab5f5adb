"""Score sheets to print: filled ones of a game, and blank ones for a version."""

from typing import Final

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import lowest_wins
from pbem.rules.sizes import deal_sizes, is_open_ended
from pbem.rules.trumps import special_rule, trump_plan
from pbem.show import cards
from pbem.show.points import figure, signed
from pbem.show.printable import SQUARE, printable
from pbem.show.reader import Reader
from pbem.show.sheet import Mark, Sheet
from pbem.show.sheet_grid import SOFT, TALL_ROW, Box, Pen, Words, draw, has_letter
from pbem.show.special_titles import special_title

_OPEN_ROWS: Final = 20
"""Rows of a blank sheet for a game whose number of deals is open."""

_BID_CARDS: Final = 3

_SPECIAL_PART: Final = 0.45
"""How much of a row's height says what is special about its deal."""


def sheet_pdf(reader: Reader, sheet: Sheet, title: str) -> bytes:
    """Return a filled sheet as a PDF of one page or more, A4."""

    def fill(pen: Pen, row: int, column: int, box: Box) -> None:
        one = sheet.rows[row]
        if column < 0:
            label = _label(str(one.deal), str(one.size), one.trump)
            pen.write(label, box, 9, at="l")
        else:
            _mark(pen, one.marks[column], box, is_dealer=column == one.dealer)

    words = sheet_words(reader, sheet, title)
    return draw(words, len(sheet.rows), fill, lambda column: _total(sheet, column))


def sheet_words(reader: Reader, sheet: Sheet, title: str) -> Words:
    """Return what is written round the grid of a filled sheet."""
    notes = [_legend(reader), *([_coins(reader, sheet)] if sheet.coins else [])]
    return _words(reader, title, sheet.heads, notes, is_low=sheet.lowest_wins)


def _total(sheet: Sheet, column: int) -> str:
    mark = "★ " if column in sheet.winners else ""
    return mark + figure(sheet.totals[column])


def _mark(pen: Pen, mark: Mark, box: Box, *, is_dealer: bool) -> None:
    bid = "–" if mark.bid is None else str(mark.bid)
    if mark.is_missed:
        pen.blob(box.part(0), bid, 10)
    else:
        pen.write(bid, box.part(0), 10)
    pen.write(str(mark.tricks), box.part(1), 10, grey=SOFT)
    pen.write(signed(mark.points), box.part(2), 8, grey=SOFT)
    pen.write(figure(mark.total), box.part(3), 11)
    if is_dealer:
        _dealer(pen, box)


def _dealer(pen: Pen, box: Box) -> None:
    """Mark the dealer's cell with a small corner."""
    pen.line(box.x + 1, box.y + box.height - 1, box.x + 5, box.y + box.height - 1, 1)
    pen.line(box.x + 1, box.y + box.height - 1, box.x + 1, box.y + box.height - 5, 1)


def blank_pdf(reader: Reader, rules: Rules, title: str) -> bytes:
    """Return an empty sheet for a version: its deals with their cards, and trumps where settled."""
    rows = _OPEN_ROWS if is_open_ended(rules) else len(deal_sizes(rules))

    def fill(pen: Pen, row: int, column: int, box: Box) -> None:
        if column < 0:
            _blank_label(pen, box, *blank_labels(reader, rules, row + 1))
        elif column == rules.step_round * row % rules.players:
            _dealer(pen, box)

    names = ("",) * rules.players
    words = _words(reader, title, names, [_legend(reader)], is_low=lowest_wins(rules))
    return draw(words, rows, fill, lambda _: "", tallest=TALL_ROW)


def _blank_label(pen: Pen, box: Box, label: str, special: str) -> None:
    if not special:
        pen.write(label, box, 9, at="l")
        return
    lower = box.height * _SPECIAL_PART
    upper = Box(box.x, box.y + lower, box.width, box.height - lower)
    pen.write(label, upper, 9, at="l")
    pen.write(special, Box(box.x, box.y, box.width, lower), 7, grey=SOFT, at="l")


def blank_labels(reader: Reader, rules: Rules, number: int) -> tuple[str, str]:
    """Return what a blank sheet says of a deal: number, tricks and trumps; its own rule, if any."""
    rule = special_rule(rules, number)
    return _deal_label(rules, number), special_title(reader, rule) if rule else ""


def _deal_label(rules: Rules, number: int) -> str:
    cards_each = deal_sizes(rules)[number - 1]
    size = cards_each - (_BID_CARDS if rules.bid_mode == "bid_cards" else 0)
    told = "__" if rules.sequence == "upcard" else str(size)
    # Whether a card is left to be turned is seen at the table.
    plan = trump_plan(rules, number, cards_each, is_card_left=True, successes=None)
    is_open = plan.trump is None or rules.trump_method == "previous_successes"
    return _label(str(number), told, "" if is_open else plan.trump or "")


def _label(number: str, size: str, trump: str) -> str:
    """Return the first cell of a deal: number, tricks, and trumps (`NT` without)."""
    symbol = cards.suit_symbol(trump).rstrip(cards.TEXT_FORM) if trump else ""
    return f"{number}.  {size}  {symbol or trump}".rstrip()


def _words(
    reader: Reader, title: str, names: tuple[str, ...], notes: list[str], *, is_low: bool
) -> Words:
    low = [reader._("The lowest total wins.")] if is_low else []
    is_lacking = any(SQUARE in printable(name, has_letter) for name in (title, *names))
    lacking = [reader._("A square is a letter that cannot be printed here.")] if is_lacking else []
    return Words(
        title=title,
        lang=reader.locale,
        names=names,
        first=reader._("Deal, tricks, trumps"),
        parts=(reader._("bid"), reader._("took"), reader._("points"), reader._("total")),
        total=reader._("Total"),
        notes=(" ".join([*notes[:1], *low, *lacking]), *notes[1:]),
    )


def _legend(reader: Reader) -> str:
    return reader._("A missed bid is blotted out. The corner marks the dealer.")


def _coins(reader: Reader, sheet: Sheet) -> str:
    paid = ", ".join(
        f"{head} {signed(coins)}" for head, coins in zip(sheet.heads, sheet.coins, strict=True)
    )
    return reader._("Settled in coins: {coins}.", coins=paid)
