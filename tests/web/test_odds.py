"""The page of one-card chances says what the rules say."""

import csv
import io
from fractions import Fraction

import pytest

from pbem.rules.odds import odds
from tests.web.visitors import page_of, text_of


def test_the_page_shows_each_rank_with_its_chances(site):
    page = page_of(site.stranger().get("/odds?players=4"))

    table = page.xpath("//table")[0]
    rows = [[text_of(cell) for cell in row.xpath("th|td")] for row in table.xpath(".//tbody/tr")]

    assert len(rows) == 13
    assert rows[1][1:] == ["94.0", "100", "39.6", "11.8"]
    assert rows[0][2].endswith("no such deal")


def test_the_file_holds_the_exact_fractions(site):
    answer = site.stranger().get("/odds.csv?players=6&pack=piquet32")

    lines = list(csv.reader(io.StringIO(answer.get_data(as_text=True).lstrip("\ufeff"))))
    queen = odds(6, "piquet32")[2]

    assert answer.mimetype == "text/csv"
    assert Fraction(lines[3][1]) == queen.over_turned
    assert Fraction(lines[3][4]) == queen.side


@pytest.mark.parametrize(
    "asked", ["players=1", "players=11", "players=x", "pack=wizard60", "players=7&pack=piquet32"]
)
def test_what_cannot_be_played_is_not_found(site, asked):
    assert site.stranger().get(f"/odds?{asked}").status_code == 404


def test_every_number_of_players_has_a_page(site):
    for players in range(2, 11):
        assert site.stranger().get(f"/odds?players={players}").status_code == 200
