"""The pages work by keyboard, with a screen reader and without scripts."""

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from flask import template_rendered
from lxml.html import tostring

import pbem.web
from pbem.mailin.hooks import check_signature
from pbem.show.places import templates_dir
from pbem.store import StateCache, open_engine, uow_factory
from pbem.web import create_app
from tests.app.house import House
from tests.contrast import count_of_judged, weak_spots
from tests.web.conftest import SETTINGS
from tests.web.every_page import every_page
from tests.web.visitors import Site, page_of, text_of

CARD_WORDS = r" of (clubs|diamonds|hearts|spades)|joker|wizard|jester|your own card"


@pytest.fixture(scope="module")
def visited(empty_sqlite, tmp_path_factory, keys):
    """Every kind of page, as a tree by name, and the templates they were made of."""
    path = shutil.copy(empty_sqlite, tmp_path_factory.mktemp("pages") / "all.db")
    engine = open_engine(f"sqlite:///{path}")
    house = House(uow_factory(engine, keys, StateCache()))
    app = create_app(house.services, SETTINGS, keys, lambda raw, to: None, check_signature)
    made_of: set[str] = set()

    def note(_app, template, **_more) -> None:
        made_of.add(template.name)

    with template_rendered.connected_to(note, app):
        answers = every_page(Site(app, house, keys))
    engine.dispose()
    return {name: page_of(answer) for name, answer in answers.items()}, made_of


@pytest.fixture
def pages(visited):
    """All pages but that of a crash, which has no frame."""
    return {name: page for name, page in visited[0].items() if name != "crash"}


def test_every_template_is_among_the_pages_that_are_looked_at(visited):
    known = {path.name for path in (templates_dir() / "pages").glob("[!_]*.html")}

    assert known - visited[1] == {"base.html", "crash.html"}


def test_the_page_of_a_crash_has_the_same_basics(visited):
    page = visited[0]["crash"]

    assert page.get("lang") == "en"
    assert page.xpath("string(//title)").strip()
    assert len(page.xpath("//h1")) == len(page.xpath("//main")) == 1


def test_keys_walk_a_page_in_the_order_it_is_read(pages):
    for name, page in pages.items():
        assert set(page.xpath("//@tabindex")) <= {"0", "-1"}, name
        assert not page.xpath("//@autofocus|//@accesskey"), name


def test_every_picture_has_words_or_is_left_out_when_read_aloud(pages):
    for name, page in pages.items():
        assert all(picture.get("alt") is not None for picture in page.xpath("//img")), name
        for drawn in page.xpath("//svg"):
            assert drawn.get("aria-hidden") == "true" or drawn.get("aria-label"), name


def test_what_scrolls_can_be_reached_and_has_a_name(pages):
    for name, page in pages.items():
        for region in page.xpath("//*[@tabindex='0']"):
            assert region.get("role") == "region", name
            assert region.get("aria-labelledby"), name


def test_what_was_done_and_what_went_wrong_is_said_aloud(pages):
    for name in ("answered", "stopped", "declined"):
        assert pages[name].xpath("//*[@role='status']|//h1"), name
    for name in ("bad address", "new refused"):
        assert pages[name].xpath("//*[@role='alert']"), name


@pytest.mark.parametrize("name", ["bid", "bid at the table"])
def test_the_bids_come_before_the_table_and_after_the_hand(pages, name):
    parts = pages[name].xpath("//section[@id='hand' or @id='bids' or @id='table']/@id")

    assert parts == ["hand", "bids", "table"]
    assert "Still to bid: " in text_of(pages[name].xpath("//p[@class='where']")[0])


@pytest.mark.parametrize("name", ["trumps by the dealer", "trumps by the high bidder"])
def test_trumps_are_named_with_the_hand_in_sight(pages, name):
    parts = pages[name].xpath("//section[@id='hand' or @id='trumps' or @id='table']/@id")

    assert parts == ["hand", "trumps", "table"]


def test_choices_that_belong_together_are_named_together(pages):
    for name, page in pages.items():
        for field in page.xpath("//input[@type='radio']|//input[@name='card']"):
            (group,) = field.xpath("ancestor::fieldset[1]")
            assert text_of(group.xpath("legend")[0]), name


def test_a_closed_choice_is_never_the_chosen_one(pages):
    for name, page in pages.items():
        for field in page.xpath("//select"):
            assert not field.xpath("option[@selected and @disabled]"), (name, field.get("name"))


def test_a_card_is_chosen_right_below_the_table(pages):
    parts = pages["card"].xpath("//section[@id='hand' or @id='bids' or @id='table']/@id")

    assert parts == ["table", "hand"]


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
            words = " ".join(map(text_of, card.xpath(".//*[@class='heard']")))
            # The label of a box to tick is read aloud as its whole text.
            assert re.search(CARD_WORDS, words), name
            assert all(part.get("aria-hidden") for part in card.xpath("*[not(@class='heard')]")), (
                name
            )


def test_the_table_is_heard_as_a_list_of_players(pages):
    seats = [text_of(seat) for seat in pages["game"].xpath("//ol[@class='ring']/li")]

    assert len(seats) == 4
    assert seats[0].startswith("You")
    assert all("bid" in seat for seat in seats)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_of_every_page_stands_out(visited, scheme):
    css = (Path(pbem.web.__file__).parent / "static" / "table.css").read_text()
    sources = {name: tostring(page, encoding="unicode") for name, page in visited[0].items()}
    weak = {name: weak_spots(source, scheme, css) for name, source in sources.items()}

    assert {name: spots for name, spots in weak.items() if spots} == {}
    assert min(count_of_judged(source, css) for source in sources.values()) > 2
