"""The pages work by keyboard, with a screen reader and without scripts."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

import pbem.web
from pbem.app import pages as app_pages
from pbem.orders.orders import NewGame
from tests.web.visitors import page_of, text_of


@pytest.fixture
def pages(site, house):
    """Every kind of page, as a tree by name."""
    row, seats = house.table("Alice", "Bob", "Carol", "Dan")
    bidder = site.on_turn(seats)
    shown = {"bid": site.stranger().get(site.link(bidder))}
    site.play(seats, 4 + 28 + 4 + 2)
    player = site.on_turn(seats)
    link = site.link(player)
    owner = site.owner(player)
    shown |= {
        name: site.stranger().get(path)
        for name, path in {
            "home": "/",
            "help": "/help",
            "rules": "/rules/nomination_whist?players=5",
            "sign in": "/sign-in",
            "enter": site.sign_in_link("alice@home.example"),
            "card": link,
            "chosen": f"{link}/{site.answers(player)[0]}",
            "watch": f"/w/{row.watch_code}",
            "stop": site.stop_link(player),
            "join": _join_link(house),
            "invitation": _invitation_link(site, house),
            "confirm": _confirm_link(site, house),
            "not found": "/nothing",
            "over": "/t/bfgjklmnpqrtvwxyzbfg",
        }.items()
    }
    shown |= {name: owner.get(f"/{name}") for name in ("games", "new")}
    shown["game"] = owner.get(f"/g/{row.code}")
    return {name: page_of(answer) for name, answer in shown.items()}


def _join_link(house) -> str:
    created = app_pages.new_game(
        house.services, house.player("Kim").id, NewGame("blackout", players=4)
    )
    return f"/join/{house.game(created.done.text).join_code}"


def _confirm_link(site, house) -> str:
    house.to_service("new@home.example", "practice")
    return site.confirm_link()


def _invitation_link(site, house) -> str:
    order = NewGame("blackout", invited=("dan@elsewhere.example",), players=4)
    app_pages.new_game(house.services, house.player("Lou").id, order)
    return site.invitation_link("dan@elsewhere.example")


def test_each_page_says_its_language_and_has_one_main_heading(pages):
    for name, page in pages.items():
        assert page.get("lang") == "en", name
        assert len(page.xpath("//h1")) == 1, name
        assert page.xpath("string(//title)").strip(), name


def test_headings_leave_out_no_level(pages):
    for name, page in pages.items():
        levels = [int(heading.tag[1]) for heading in page.xpath("//h1|//h2|//h3|//h4")]
        assert levels[0] == 1, name
        assert all(after - before <= 1 for before, after in pairwise(levels)), name


def test_there_are_landmarks_and_a_way_past_the_head(pages):
    for name, page in pages.items():
        assert len(page.xpath("//main")) == 1, name
        assert page.xpath("//header//nav[@aria-label]"), name
        (skip,) = page.xpath("//a[@class='skip']/@href")
        assert page.xpath(f"//*[@id='{skip[1:]}']"), name


def test_every_field_has_a_label(pages):
    for name, page in pages.items():
        for field in page.xpath("//input[@type!='hidden']|//select|//textarea"):
            assert page.xpath(f"//label[@for='{field.get('id')}']"), (name, field.get("name"))


def test_every_button_and_link_has_words(pages):
    for name, page in pages.items():
        for found in page.xpath("//button|//a[@href]"):
            assert re.search(r"\w", text_of(found)), (name, found.get("value"))


def test_what_labels_and_describes_is_there_once(pages):
    for name, page in pages.items():
        ids = page.xpath("//@id")
        assert len(ids) == len(set(ids)), name
        for attribute in ("aria-labelledby", "aria-describedby"):
            for words in page.xpath(f"//@{attribute}"):
                assert set(words.split()) <= set(ids), (name, words)


def test_tables_have_captions_and_header_cells(pages):
    tables = [(name, table) for name, page in pages.items() for table in page.xpath("//table")]
    assert tables
    for name, table in tables:
        assert table.xpath("caption"), name
        assert all(cell.get("scope") in {"col", "row"} for cell in table.xpath(".//th")), name
        for row in table.xpath("tbody/tr[not(td/@colspan)]|tfoot/tr"):
            assert len(row.xpath("th[@scope='row']")) == 1, name


def test_there_is_no_script_and_no_style_in_a_page(pages):
    for name, page in pages.items():
        assert not page.xpath("//script|//style|//iframe|//object|//@style"), name
        assert not [mark for mark in page.xpath("//@*") if mark.attrname.startswith("on")], name


def test_no_form_sends_itself_and_only_buttons_act(pages):
    for name, page in pages.items():
        for form in page.xpath("//form"):
            assert form.get("method") in {"get", "post"}, name
            assert form.xpath(".//button"), name
        assert not page.xpath("//meta[@http-equiv]"), name


def test_every_suit_symbol_is_in_text_form_and_has_words_beside_it(pages):
    for name, page in pages.items():
        text = page.text_content()
        assert not re.search("[♠♥♦♣](?!\N{VARIATION SELECTOR-15})", text), name
        for card in page.xpath("//*[contains(concat(' ', @class, ' '), ' card ')]"):
            if card.xpath("ancestor::*[@aria-hidden]"):
                continue
            assert re.search(r" of (clubs|diamonds|hearts|spades)", text_of(card)), name
            assert all(part.get("aria-hidden") for part in card.xpath("*[not(@class='heard')]")), (
                name
            )


def test_the_table_is_heard_as_a_list_of_players(pages):
    seats = [text_of(seat) for seat in pages["game"].xpath("//ol[@class='ring']/li")]

    assert len(seats) == 4
    assert seats[0].startswith("You")
    assert all("bid" in seat for seat in seats)


def _colours(scheme: str) -> dict[str, str]:
    sheet = (Path(pbem.web.__file__).parent / "static" / "table.css").read_text()
    light, dark = re.findall(r":root \{(.*?)\}", sheet, re.DOTALL)[:2]
    found = dict(re.findall(r"--([\w-]+): (#\w{6});", light))
    return found | (dict(re.findall(r"--([\w-]+): (#\w{6});", dark)) if scheme == "dark" else {})


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = [
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dim = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_what_is_behind_them(scheme):
    colours = _colours(scheme)
    pairs = [
        ("ink", "paper"),
        ("ink", "panel"),
        ("soft", "paper"),
        ("soft", "panel"),
        ("link", "paper"),
        ("link", "panel"),
        ("gold", "paper"),
        ("gold", "panel"),
        ("strong-ink", "strong"),
        ("good-ink", "good"),
        ("bad-ink", "bad"),
        ("felt-ink", "felt"),
        ("red", "face"),
        ("black", "face"),
    ]

    weak = {
        pair: ratio
        for pair in pairs
        if (ratio := _contrast(*(colours[name] for name in pair))) < 4.5
    }

    assert weak == {}
