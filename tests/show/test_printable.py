"""Any name is printed in letters that the font of the sheets has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics

from pbem.show.printable import SQUARE, printable
from pbem.show.sheet_grid import FONT, has_letter

PLAIN = [
    "Zoë",
    "Ελένη",
    "Ἀχιλλεύς",
    "Дмитрий",
    "Қасым",
    "Łukasz",
    "Nguyễn Thị Ánh",
    "Þórður",
    "დავით",
    "Արամ",
    "O’Neil – 2",
    "♠ Ace ★",
]


@pytest.mark.parametrize("name", PLAIN)
def test_letters_of_the_font_stay_as_they_are(name):
    assert printable(name, has_letter) == name


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Ａｎｎ", "Ann"),
        ("김민준", "Gimminjun"),
        ("さくら", "Sakura"),
        ("サクラ Tanaka", "Sakura Tanaka"),
        ("Zoe\u0308", "Zoë"),
        ("漢字", f"{SQUARE}{SQUARE}"),
        ("Li 漢", f"Li {SQUARE}"),
        ("नाम", f"{SQUARE}{SQUARE}{SQUARE}"),
        ("Ann\u200d\ufe0f", "Ann"),
        ("Bo\U0001f3fd", "Bo"),
        ("\U0001f984 Uma", f"{SQUARE} Uma"),
        ("", ""),
    ],
)
def test_what_the_font_lacks_is_replaced_and_seen(name, printed):
    assert printable(name, has_letter) == printed


@given(st.text())
def test_whatever_is_written_is_printed_and_nothing_twice(text):
    printed = printable(text, has_letter)

    assert all(map(has_letter, printed))
    assert printable(printed, has_letter) == printed
    pdfmetrics.stringWidth(printed, FONT, 10)
