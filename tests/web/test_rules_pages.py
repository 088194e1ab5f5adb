"""The pages of the rules: all versions, and each one in plain words with how long it is."""

from pbem.rules.presets import PRESETS
from tests.web.visitors import page_of

CHAPTERS = {"The cards", "The deals", "Trumps", "The bids", "The play", "The points", "The end"}


def test_all_versions_are_listed_and_lead_to_their_pages(site):
    page = page_of(site.stranger().get("/rules"))

    linked = {link.get("href") for link in page.xpath("//ul[@class='presets']//a")}
    assert linked == {f"/rules/{preset}" for preset in PRESETS}


def test_each_version_has_a_page_for_every_number_of_players(site):
    stranger = site.stranger()
    for preset in PRESETS.values():
        for players in preset.players:
            page = page_of(stranger.get(f"/rules/{preset.id}?players={players}"))
            heads = {head.text_content() for head in page.xpath("//article//h2")}
            assert heads >= CHAPTERS, preset.id
            rows = page.xpath("//table[@class='lengths']/tbody/tr/th")
            assert [int(row.text_content()) for row in rows] == list(preset.players)
            assert "leads to the first trick" in page.text_content()


def test_a_number_of_players_that_a_version_is_not_for_shows_the_usual_one(site):
    page = page_of(site.stranger().get("/rules/oh_hell_double?players=3"))

    (current,) = page.xpath("//ul[@class='counts']//a[@aria-current='page']")
    assert current.text_content() == "6 players"


def test_no_brackets_of_the_mails_stand_around_words(site):
    told = page_of(site.stranger().get("/rules/wizard")).text_content()

    assert "The first wizard takes the trick." in told
    assert "(jester)" not in told
