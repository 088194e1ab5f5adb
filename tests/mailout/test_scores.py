"""The score sheet in the HTML part of the last mail."""

import pytest
from lxml import html as lxml_html

from pbem.mailout.scores import score_table
from pbem.show.reader import Reader
from pbem.show.sheet import Mark, Sheet, SheetRow

MARKS = (Mark(2, 1, 1, 24), Mark(1, 1, 0.5, 12.5), Mark(None, 3, 3, 3))


@pytest.fixture
def table():
    row = SheetRow(4, 4, 5, "H", 0, MARKS)
    shown = Sheet(
        ("you", "<b>", "Dan"), 0, (row,), (24, 12.5, 3), lowest_wins=True, coins=(2, -2, 0)
    )
    return score_table(Reader(), shown)


def test_a_missed_bid_is_struck_through_and_said(table):
    ((_, _, cells),) = table.rows

    assert [str(cell.bid) for cell in cells] == [
        "(1 of <s>2</s> missed)",
        "(1 of 1)",
        "(3 without a bid)",
    ]
    assert lxml_html.fromstring(f"<p>{cells[0].bid}</p>").text_content() == "(1 of 2 missed)"


def test_points_stand_with_the_total_and_halves_as_such(table):
    ((label, trump, cells),) = table.rows

    assert [cell.points for cell in cells] == ["(+1: 24)", "(+½: 12½)", "(+3: 3)"]
    assert (label, trump[-3:]) == ("Deal (4)", "(H)")


def test_totals_say_that_the_lowest_wins_and_coins_follow(table):
    assert (table.totals_label, table.totals) == ("Totals, lowest wins", ("(24)", "(12½)", "(3)"))
    assert table.coins == ("(+2)", "(-2)", "(+0)")


@pytest.mark.parametrize(
    ("players", "parts"), [(3, [3]), (4, [4]), (5, [2, 3]), (8, [4, 4]), (10, [3, 3, 4])]
)
def test_a_wide_sheet_is_told_in_parts_that_fit_on_a_phone(players, parts):
    names = tuple(f"P{n}" for n in range(players))
    row = SheetRow(1, 1, 5, "H", 0, tuple(Mark(0, 0, n, n) for n in range(players)))
    shown = Sheet(names, 0, (row,), tuple(range(players)), lowest_wins=False, coins=())
    told = score_table(Reader(), shown).side_by_side()

    assert [len(part.heads) for part in told] == parts
    assert tuple(name for part in told for name in part.heads) == names
    assert [cell.points for part in told for _, _, cells in part.rows for cell in cells] == [
        f"(+{n}: {n})" for n in range(players)
    ]
    assert tuple(total for part in told for total in part.totals) == tuple(
        f"({n})" for n in range(players)
    )
