"""The score sheet in all its forms, from the one structure."""

import csv
import io
import re
from dataclasses import replace
from typing import get_args

import pytest

from pbem.orders.verbs import fragments_that_read_as_orders
from pbem.rules.presets import PRESETS
from pbem.rules.ruleset import Rules, SpecialRule
from pbem.rules.sizes import deal_sizes
from pbem.rules.view import DealResult
from pbem.show.names import Company
from pbem.show.points import figure, signed
from pbem.show.reader import Reader
from pbem.show.sheet import (
    Mark,
    Sheet,
    Standing,
    coins_words,
    deal_lines,
    laid_out,
    mark_words,
    sheet,
    sheet_lines,
    totals_words,
)
from pbem.show.sheet_csv import sheet_csv
from pbem.show.sheet_pdf import blank_labels, blank_pdf, sheet_pdf, sheet_words
from pbem.show.special_titles import TITLES
from tests.show import build

READER = Reader()
NAMES = ("Anna", "Ben", "Carol")
RULES = Rules(players=3, scoring="trick_scoring", stakes="average")
RESULTS = (
    DealResult(1, 1, 3, 0, "H", (2, 0, 1), (2, 1, 0), (2, -1, -1), (2, -1, -1)),
    DealResult(2, 2, 4, 1, "NT", (0, 4, None), (0, 3, 1), (0.5, -1, 1), (2.5, -2, 0)),
)
STANDING = Standing((2.5, -2, 0), (0,), (2, -2, 0))


def made(rules: Rules = RULES, standing: Standing = STANDING) -> Sheet:
    return laid_out(rules, RESULTS, standing, heads=("you", "Ben", "Carol"), order=(0, 1, 2))


@pytest.mark.parametrize(
    ("points", "told", "with_sign"),
    [(0, "0", "+0"), (0.5, "½", "+½"), (-0.5, "-½", "-½"), (11, "11", "+11"), (-2.5, "-2½", "-2½")],
)
def test_halves_are_written_as_such(points, told, with_sign):
    assert (figure(points), signed(points)) == (told, with_sign)


def test_a_deal_is_a_sentence_that_says_who_missed():
    assert deal_lines(READER, made()) == (
        (
            "Deal (1), hearts: you (2 of 2: +2, now 2), Ben (1 of 0 missed: -1, now -1), "
            "Carol (0 of 1 missed: -1, now -1)."
        ),
        (
            "Deal (2), without trumps: you (0 of 0: +½, now 2½), Ben (3 of 4 missed: -1, now -2), "
            "Carol (took 1 without a bid: +1, now 0)."
        ),
    )


def test_totals_are_told_from_the_best_and_the_lowest_is_said_to_win():
    low = replace(RULES, scoring="scratch")

    assert totals_words(READER, made()) == "Totals: you (2½), Carol (0), Ben (-2)."
    assert totals_words(READER, made(low)) == (
        "Totals, of which the lowest wins: Ben (-2), Carol (0), you (2½)."
    )


def test_coins_are_told_where_there_are_stakes():
    assert coins_words(READER, made()) == "Settled in coins: you (+2), Ben (-2), Carol (+0)."
    assert not coins_words(READER, made(standing=Standing((0, 0, 0))))


def test_marks_have_words_for_those_who_listen():
    marks = [Mark(2, 1, 0, 0), Mark(2, 2, 12, 12), Mark(None, 3, 3, 3)]

    assert [mark_words(READER, mark) for mark in marks] == [
        "bid 2, took 1, missed",
        "bid 2, took 2, made",
        "did not bid, took 3",
    ]


def test_the_sheet_of_a_view_has_the_reader_first():
    game = build.Table().until(lambda state: len(state.sheet) == 3)
    view = game.sight(1).view
    company = Company(("Anna", "Ben", "Carol", "Dan"), 1)

    shown = sheet(READER, view, company)

    assert shown.heads == ("you", "Carol", "Dan", "Anna")
    assert (shown.own, len(shown.rows)) == (0, 3)
    assert shown.totals[0] == view.totals[1]
    assert shown.rows[0].marks[3].points == view.sheet[0].points[0]
    assert shown.rows[2].marks[0].total == view.totals[1]
    assert len(sheet_lines(READER, view, company)) == 4


def test_no_line_of_a_sheet_reads_as_an_order():
    lines = (*deal_lines(READER, made()), totals_words(READER, made()), coins_words(READER, made()))

    assert not fragments_that_read_as_orders("\n".join(lines))


def test_the_file_for_spreadsheets_has_every_number():
    text = sheet_csv(READER, made())
    rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff"))))

    assert rows[0][:5] == ["Deal", "Tricks", "Trumps", "Dealer", "you: bid"]
    assert rows[1] == [
        "1",
        "3",
        "H",
        "you",
        *["2", "2", "1", "2", "2"],
        *["0", "1", "0", "-1", "-1"],
        *["1", "0", "0", "-1", "-1"],
    ]
    assert rows[2][4:9] == ["0", "0", "1", "0.5", "2.5"]
    assert rows[2][14:] == ["", "1", "0", "1", "0"]
    assert [row[0] for row in rows[3:]] == ["Total", "Coins"]
    assert rows[4][8] == "2"


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+49", "-x", "\tx"])
def test_no_name_becomes_a_formula(name):
    shown = replace(made(), heads=(name, "Ben", "Carol"))

    rows = list(csv.reader(io.StringIO(sheet_csv(READER, shown))))

    assert rows[1][3] == f"'{name}"
    assert rows[0][4].startswith("'")


def pages(pdf: bytes) -> int:
    assert pdf.startswith(b"%PDF-")
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


def test_a_sheet_is_printed_on_a_page():
    assert pages(sheet_pdf(READER, made(), "Table K7Q2")) == 1


def test_a_long_game_takes_more_pages_and_any_name_is_printed():
    rows = made().rows * 40
    names = ("Zoë 漢字 🂡", "x" * 200, "Дмитрий")

    assert pages(sheet_pdf(READER, replace(made(), rows=rows, heads=names), "Oh Hell")) >= 2


@pytest.mark.parametrize(("name", "is_told"), [("漢字", True), ("Дмитрий", False)])
def test_a_sheet_says_what_its_squares_are(name, is_told):
    heads = (name, *NAMES[1:])
    told = sheet_words(READER, replace(made(), heads=heads), "Oh Hell")

    assert any("A square is a letter" in note for note in told.notes) is is_told


def test_the_same_sheet_is_printed_to_the_same_bytes():
    assert sheet_pdf(READER, made(), "x") == sheet_pdf(READER, made(), "x")


@pytest.mark.parametrize("preset_id", PRESETS)
def test_there_is_a_blank_sheet_for_every_version_and_number_of_players(preset_id):
    for players in PRESETS[preset_id].players:
        assert pages(blank_pdf(READER, build.rules(preset_id, players), "Oh Hell")) >= 1


def test_a_blank_sheet_names_each_deal_with_a_rule_of_its_own():
    clag = build.rules("clag", 4)
    told = [blank_labels(READER, clag, number + 1) for number in range(len(deal_sizes(clag)))]

    assert told[0] == ("1.  1", "")
    assert told[7] == ("8.  7  NT", "no trumps")
    assert [special for _, special in told if special] == [
        "no trumps",
        "misère",
        "trumps after bids",
        "blind bids",
        "twos wild",
        "aces low",
        "dealer names trumps",
        "most tricks",
    ]


def test_every_rule_of_a_single_deal_has_a_title():
    assert set(TITLES) == set(get_args(SpecialRule))
    assert len(set(TITLES.values())) == len(TITLES)


def test_what_is_special_is_drawn_into_the_first_column():
    clag = build.rules("clag", 4)
    plain = replace(clag, special_deals=())

    assert blank_pdf(READER, clag, "x") != blank_pdf(READER, plain, "x")
