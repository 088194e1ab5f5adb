"""Choosing one of all versions on the page that begins a game."""

import pytest

from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.sizes import deal_sizes
from tests.web.visitors import page_of, press, text_of


@pytest.fixture
def client(site, house):
    return site.signed_in(house.player("Alice").id)


def offered(page) -> list[str]:
    """Return the presets that the page links to."""
    links = page.xpath("//ul[@class='versions']//a/@href")
    return [link.partition("preset=")[2].partition("&")[0] for link in links]


def test_every_version_is_offered_once(client):
    found = offered(page_of(client.get("/new")))

    assert sorted(found) == sorted(PRESETS)


def test_a_version_tells_its_length_players_and_how_sure_it_is(client):
    page = page_of(client.get("/new"))
    (okuneff,) = page.xpath("//li[.//a[contains(@href, 'preset=okuneff')]]")
    sizes = deal_sizes(preset_rules("okuneff", 4))

    told = text_of(okuneff)

    assert f"{len(sizes)} deals, {sum(sizes)} tricks" in told
    assert "4 players" in told
    assert "A good part of these rules is a guess." in told
    assert "By mail" in told


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("blob", "blackout"),
        ("Nomination Whist", "nomination_whist"),
        ("up & down the river", "up_and_down_the_river"),
        ("wizzard", "wizard"),
    ],
)
def test_a_version_is_found_by_any_of_its_names(client, words, found):
    page = page_of(client.get("/new", query_string={"words": words}))

    assert found in offered(page)
    assert len(offered(page)) < 10


def test_only_versions_for_so_many_are_offered_with_their_length_for_them(client):
    page = page_of(client.get("/new?players=10"))

    assert offered(page)
    assert all(10 in PRESETS[one].players for one in offered(page))
    assert all("With 10:" in text_of(item) for item in page.xpath("//ul[@class='versions']/li"))
    assert all("players=10" in link for link in page.xpath("//ul[@class='versions']//a/@href"))


def test_a_name_that_nothing_has_is_answered_by_a_way_on(client):
    page = page_of(client.get("/new?words=qqqq"))

    assert not offered(page)
    assert page.xpath("//*[@role='status']//a[@href='/new']")


@pytest.mark.parametrize("query", ["players=x", "players=99", "words=%00%ff", "preset=nonsense"])
def test_an_odd_address_shows_all_that_it_can(client, query):
    assert client.get(f"/new?{query}").status_code in {200, 400}


def test_a_version_for_one_number_only_needs_no_number(client, house):
    page = page_of(client.get("/new?preset=ninety_nine"))
    assert page.xpath("//select[@id='players']/option/text()") == ["3"]

    answer = press(client, page, "Start the game", players="3", bots="2")

    assert answer.status_code == 303
    assert house.game("K002").rules.bid_mode == "bid_cards"


def test_the_rules_of_the_chosen_version_are_on_the_page(client):
    page = page_of(client.get("/new?preset=blackout&players=5"))

    assert "With 5 players" in text_of(page)
    assert page.xpath("//details[summary='All the rules in plain words']//h3")
    assert page.xpath("//a[contains(@href, '/new/rules?preset=blackout')]")


def test_strangers_are_asked_to_sign_in(site):
    for path in ("/new", "/new?preset=blackout", "/new/rules?preset=blackout"):
        assert site.stranger().get(path).status_code == 401
