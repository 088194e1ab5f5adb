"""Score sheets as files: who may have them, and what stands in them."""

import csv
import io
import re
from dataclasses import replace

import pytest

from pbem.app import telling
from pbem.rules.moves import Position
from pbem.rules.presets import PRESETS
from tests.mailout.build import OUTSIDE, html_of, mail, text_of
from tests.web.visitors import BASE, page_of


def rows_of(answer) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.get_data(as_text=True).lstrip("\ufeff"))))


@pytest.fixture
def table(site, house):
    """A table with a scored deal."""
    row, seats = house.table("Alice", "Bob", "Carol", "Dan")
    site.play(seats, 4 + 28 + 4)
    return row, seats


def test_a_player_has_the_sheet_of_the_own_table(site, table):
    row, seats = table
    owner = site.owner(seats["Bob"])

    rows = rows_of(owner.get(f"/g/{row.code}/sheet.csv"))
    printed = owner.get(f"/g/{row.code}/sheet.pdf")

    view = site.view(seats["Bob"])
    assert len(rows) == len(view.sheet) + 2
    assert rows[0][4] == "Bob: bid"
    assert "you" not in {word for row in rows for word in row}
    assert rows[1][4:6] == [str(view.sheet[0].bids[1]), str(view.sheet[0].tricks[1])]
    assert printed.data.startswith(b"%PDF-")
    assert printed.mimetype == "application/pdf"


def test_spectators_have_it_with_all_names(site, table):
    row, _ = table

    rows = rows_of(site.stranger().get(f"/w/{row.watch_code}/sheet.csv"))

    assert rows[0][4] == "Alice: bid"


def test_nobody_else_has_it(site, table, house):
    row, _ = table
    eve = site.signed_in(house.player("Eve").id)

    assert site.stranger().get(f"/g/{row.code}/sheet.csv").status_code == 401
    assert eve.get(f"/g/{row.code}/sheet.csv").status_code == 404
    assert eve.get("/w/AAAAAAAAAAAAAAA/sheet.pdf").status_code == 404
    assert eve.get(f"/g/{row.code}/sheet.doc").status_code == 404


def test_before_the_first_scored_deal_there_is_none(site, house):
    row, seats = house.table("Alice", "Bob", "Carol")

    assert site.owner(seats["Alice"]).get(f"/g/{row.code}/sheet.pdf").status_code == 404


def test_all_blank_sheets_are_listed(site):
    links = page_of(site.stranger().get("/sheets")).xpath("//main//a/@href")

    blank = [link for link in links if link.endswith(".pdf")]
    assert len(blank) == sum(len(preset.players) for preset in PRESETS.values())
    assert site.stranger().get(blank[-1]).data.startswith(b"%PDF-")


@pytest.mark.parametrize("path", ["nothing-4", "blackout-2", "blackout-99"])
def test_other_blank_sheets_are_not_found(site, path):
    assert site.stranger().get(f"/sheets/{path}.pdf").status_code == 404


def test_the_legend_of_the_scores_is_not_within_what_scrolls(site, table):
    row, seats = table

    (scores,) = page_of(site.owner(seats["Bob"]).get(f"/g/{row.code}")).xpath(
        "//section[@id='scores']"
    )

    (legend,) = scores.xpath(".//*[contains(., 'Tricks taken of tricks bid')][not(*)]")
    assert not legend.xpath("ancestor::*[contains(@class, 'scroll')]")
    assert scores.xpath(".//table/@aria-describedby") == [legend.get("id")]
    assert scores.xpath(".//table/caption")


@pytest.mark.parametrize(("players", "is_crowd"), [(4, False), (5, True), (7, True)])
def test_many_players_stand_closer_on_a_phone(site, players, is_crowd):
    names = "".join(f"&n=P{number}" for number in range(players))
    deal = "H" + "1" + "0" * (players - 1) + "1" + "0" * (players - 1)
    page = page_of(site.stranger().get(f"/keeper/table?game=oh_hell_standard{names}&deals={deal}"))

    assert bool(page.xpath("//table[contains(@class, 'crowd')]")) is is_crowd


@pytest.fixture
def ended(site, house):
    """A game that is over, and Bob's seat at it."""
    row, seats = site.table("Alice", "Bob", max_cards=1)
    while site.view(seats["Bob"]).phase == "running":
        site.play(seats, 1)
    return row, seats["Bob"]


def test_the_link_of_the_last_mail_opens_the_table_and_its_files(site, house, ended):
    _, bob = ended
    (notice,) = [one for one in house.notices("over") if one.seat_id == bob.id]
    with house.services.uow() as uow:
        told = telling.told(uow, notice, house.clock.now())
    assert told is not None
    message = mail(told, replace(OUTSIDE, keys=site.keys))
    links = {link for link in re.findall(r"https?://\S+", text_of(message)) if "/t/" in link}

    assert {link.removeprefix(BASE) for link in links} == {
        f"{site.link(bob, Position(0, 0))}{file}" for file in ("", "/sheet.pdf", "/sheet.csv")
    }
    assert all(f'href="{link}"' in html_of(message) for link in links)
    assert all(site.stranger().get(link).status_code == 200 for link in links)


def test_reading_the_files_behind_a_link_changes_nothing(site, table):
    _, seats = table
    link = site.link(seats["Bob"])
    before = site.rows()

    rows = rows_of(site.stranger().get(f"{link}/sheet.csv"))
    printed = site.stranger().get(f"{link}/sheet.pdf")

    assert rows[0][4] == "Bob: bid"
    assert printed.data.startswith(b"%PDF-")
    page = page_of(site.stranger().get(link))
    assert page.xpath(f"//a[@href='{link}/sheet.csv']")
    assert page.xpath(f"//a[@href='{link}/sheet.pdf']")
    assert site.rows() == before
    assert site.stranger().get("/t/jjjjjjjjjjjjjjjjjjjj/sheet.csv").status_code == 410
