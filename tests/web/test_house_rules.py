"""Rules of one's own, made by form from those of a version."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.ruleset import Rules as AllOptions
from pbem.web.house_rules.asked import is_asked
from pbem.web.house_rules.carried import carried, rules_in
from pbem.web.house_rules.draft import Draft, draft_of, offers, read_draft
from pbem.web.house_rules.scores import FIELDS, GROUPS
from tests.web.visitors import page_of, press, text_of

EVERY_VERSION = [(one.id, count) for one in PRESETS.values() for count in one.players]


@pytest.fixture
def client(site, house):
    return site.signed_in(house.player("Alice").id)


def form(client, preset: str = "blackout", players: int = 4):
    return page_of(client.get(f"/new/rules?preset={preset}&players={players}"))


def chosen(page, option: str) -> str:
    (found,) = page.xpath(f"//select[@id='{option}']/option[@selected]/@value")
    return found


def closed(page, option: str) -> set[str]:
    return set(page.xpath(f"//select[@id='{option}']/option[@disabled]/@value"))


def test_every_option_has_a_field_and_every_field_an_option():
    options = set(AllOptions.__dataclass_fields__) - {"players", "scoring_params"}

    assert set(FIELDS) == options
    assert len(FIELDS) == sum(len(group.fields) for group in GROUPS)


@pytest.mark.parametrize(("preset", "players"), EVERY_VERSION)
def test_a_version_comes_through_the_form_unchanged(preset, players):
    """What is filled in at first says what the version says, also once it was sent."""
    draft = draft_of(players, PRESETS[preset].options)

    assert draft.judged() == preset_rules(preset, players)


@pytest.mark.parametrize("preset", ["blackout", "clag", "ninety_nine", "coulon", "seven_truf"])
def test_the_form_of_a_version_sent_as_it_is_gives_its_rules(client, house, preset):
    players = PRESETS[preset].players[0]
    page = form(client, preset, players)

    table = page_of(press(client, page, "Play by these rules"))

    own = table.xpath("//input[@name='own']/@value")[0]
    assert rules_in(own) == preset_rules(preset, players)


def test_a_game_begins_by_the_rules_that_were_made(client, house):
    table = press(client, form(client), "Play by these rules", hook="free", max_cards="7")
    assert "with rules of your own" in text_of(page_of(table))

    answer = press(client, page_of(table), "Start the game", bots="3")

    assert answer.status_code == 303
    rules = house.game("K002").rules
    assert (rules.hook, rules.max_cards, rules.players) == ("free", 7, 4)
    assert rules.scoring == "exact"


def test_looking_at_what_follows_begins_nothing_and_keeps_the_form(client, site):
    before = site.rows()

    answer = press(client, form(client), "Show what follows", hook="free", max_cards="5")

    page = page_of(answer)
    assert answer.status_code == 200
    assert chosen(page, "hook") == "free"
    assert page.xpath("//input[@id='max_cards']/@value") == ["5"]
    assert "9 deals" in text_of(page.xpath("//section[h2[@id='preview-head']]")[0])
    assert site.rows() == before


def test_what_does_not_go_with_the_rest_is_closed_and_it_says_by_what(client):
    page = form(client, "bust_4")

    assert closed(page, "hook") == {"not_equal", "must_equal"}
    assert "How one bids" in text_of(page.xpath("//div[@id='hook-hint']")[0])
    assert "bid_cards" in closed(page, "bid_mode")


def test_a_field_that_means_nothing_is_not_asked(client):
    page = form(client)
    assert not page.xpath("//*[@id='fixed_trump' or @id='sequence_list' or @id='ante']")

    fixed = page_of(press(client, page, "Show what follows", trump_method="fixed"))

    assert chosen(fixed, "fixed_trump") == "S"
    assert not fixed.xpath("//*[@id='all_dealt_trump']")


def test_a_choice_brings_what_it_needs(client):
    for changes, expected in (
        ({"pack": "wizard60"}, ("joker_rule", "wizard")),
        ({"pack": "spanish40"}, ("rank_order", "spanish_tute")),
        ({"bid_mode": "simultaneous"}, ("hook", "free")),
        ({"on_miss": "repeat_round"}, ("scoring", "cooperative")),
    ):
        page = page_of(press(client, form(client), "Show what follows", **changes))
        assert chosen(page, expected[0]) == expected[1], changes
        assert not page.xpath("//*[contains(@class, 'clashes')]"), changes


def test_all_that_clashes_is_told_at_once_and_nothing_is_lost(client, site):
    wrong = {
        "max_cards": "many",
        "end": "target",
        "special_deals": "3 misere\nx",
        "sequence": "list",
        "sequence_list": "9 8 99",
    }
    before = site.rows()

    answer = press(client, form(client), "Play by these rules", **wrong)
    again = press(client, page_of(answer), "Play by these rules")

    for found in (answer, again):
        page = page_of(found)
        assert found.status_code == 422
        assert len(page.xpath("//section[@role='alert']//li")) >= 3
        assert page.xpath("//input[@id='sequence_list']/@value") == ["9 8 99"]
        assert page.xpath("//textarea[@id='special_deals']")[0].text.split() == ["3", "misere", "x"]
        assert chosen(page, "end") == "target"
    assert site.rows() == before


def test_a_way_out_is_a_button_that_sets_it_right(client):
    page = page_of(press(client, form(client), "Play by these rules", end="target"))
    alert = page.xpath("//section[@role='alert']")[0]
    ways = [text_of(button) for button in alert.xpath(".//button")]
    assert ways == [
        "“The game ends”: After the last deal",
        "“How the hands go on”: Always the largest hand",
    ]

    mended = page_of(press(client, page, "Always the largest hand"))

    assert chosen(mended, "sequence") == "constant"
    assert chosen(mended, "end") == "target"
    assert not mended.xpath("//section[@role='alert']")


def test_parameters_of_a_scoring_are_asked_with_it_and_left_out_with_another(client):
    page = page_of(press(client, form(client), "Show what follows", scoring="ten_times"))
    assert page.xpath("//input[@id='param-penalty']")
    assert not page.xpath("//input[@id='param-bonus']")

    table = press(
        client, page, "Play by these rules", **{"param-penalty": "1", "param-zero_points": "5"}
    )
    own = rules_in(page_of(table).xpath("//input[@name='own']/@value")[0])
    other = page_of(press(client, page, "Show what follows", scoring="exact"))

    assert dict(own.scoring_params) == {"penalty": True, "zero_points": 5}
    assert not other.xpath("//input[@id='param-penalty']")


def test_a_number_of_players_that_the_pack_is_not_for_is_closed(client):
    page = form(client, "bust_5", 5)

    assert closed(page, "players") == {str(count) for count in range(2, 13)} - {"5"}


def test_changed_fields_and_groups_are_marked(client):
    page = page_of(press(client, form(client), "Show what follows", hook="free"))

    assert page.xpath("//div[contains(@class, 'changed')]/label/@for") == ["hook"]
    (marked,) = page.xpath("//fieldset[.//span[@class='tag-changed']]/@id")
    assert marked == "group-bids"


@pytest.mark.parametrize("own", ["{", "[]", '{"players": 4, "hook": "odd"}', '{"players": true}'])
def test_rules_that_we_did_not_send_begin_nothing(client, site, own):
    page = page_of(client.get("/new?preset=blackout"))
    before = site.rows()

    answer = press(client, page, "Start the game", own=own, players="4")

    assert answer.status_code == 400
    assert site.rows() == before


@pytest.mark.parametrize(
    "sent",
    [
        {"players": "99"},
        {"preset": "nonsense"},
        {"way": "[" * 20_000},
        {"way": "[1]"},
        {"way": '{"players": 0}'},
        {"way": '{"players": true}'},
        {"way": '{"players": 1000000000, "first_block": "players"}'},
        {"form_token": "x"},
    ],
)
def test_a_form_that_is_not_ours_is_refused(client, sent):
    answer = press(client, form(client), "Show what follows", **sent)

    assert answer.status_code in {400, 404}


VALUES = {
    field.option: st.sampled_from(sorted(field.values)) if field.values else st.text(max_size=12)
    for field in FIELDS.values()
}
FORMS = st.fixed_dictionaries({}, optional=VALUES)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 12), FORMS)
def test_whatever_is_sent_is_judged_and_shown_again(players, sent):
    draft = read_draft(players, sent)
    rules = draft.judged()

    if isinstance(rules, Rules):
        assert rules_in(carried(rules)) == rules
    for option in ("hook", "sequence", "trump_method"):
        assert offers(draft, option, FIELDS[option].values)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(EVERY_VERSION), st.data())
def test_what_is_open_goes_with_the_rest(version, data):
    """From rules that go together one never comes to a clash by a choice that is open."""
    preset, players = version
    draft = draft_of(players, PRESETS[preset].options)
    for _ in range(4):
        rules = draft.loose()
        options = [
            field.option
            for field in FIELDS.values()
            if field.values and is_asked(field.option, rules)
        ]
        option = data.draw(st.sampled_from(options))
        open_ = [one for one in offers(draft, option, FIELDS[option].values) if not one.clashes]
        value = data.draw(st.sampled_from(open_)).value
        draft = draft.changed({option: int(value) if value.isdigit() else value})
        assert isinstance(draft.judged(), Rules), (option, value, draft.problems())


def test_rules_are_carried_as_text_that_gives_them_back():
    rules = preset_rules("clag", 4)

    assert rules_in(carried(rules)) == rules
    assert json.loads(carried(rules))["players"] == 4
    assert isinstance(Draft(4, {}).judged(), Rules)


def test_rules_are_kept_under_a_name_and_used_again(client, house):
    made = page_of(press(client, form(client), "Show what follows", hook="free", max_cards="6"))

    kept = press(client, made, "Keep", title="  Our  Fridays ")
    assert kept.status_code == 200
    assert "kept as “Our Fridays”" in text_of(page_of(kept))

    listed = page_of(client.get("/new"))
    (link,) = listed.xpath("//section[@id='own']//a[b]/@href")
    again = page_of(client.get(link))
    assert chosen(again, "hook") == "free"
    assert again.xpath("//input[@id='max_cards']/@value") == ["6"]
    assert again.xpath("//input[@id='title']/@value") == ["Our Fridays"]
    table = page_of(press(client, again, "Play by these rules", players="5"))
    assert press(client, table, "Start the game", bots="4").status_code == 303
    assert house.game("K002").rules.max_cards == 6


def test_rules_kept_by_form_begin_a_game_by_mail(client, house):
    press(client, form(client), "Keep", title="Our Fridays", hook="free", max_cards="6")

    house.order("alice@home.example", "new our fridays with 3 bots")

    assert house.game("K002").rules.hook == "free"


@pytest.mark.parametrize("title", ["", "Blackout", "  ", "!!"])
def test_the_name_of_a_version_and_no_name_are_refused_and_nothing_is_lost(client, site, title):
    before = site.rows()

    answer = press(client, form(client), "Keep", title=title, hook="free")

    page = page_of(answer)
    assert answer.status_code == 422
    assert text_of(page.xpath("//p[@role='alert']")[0])
    assert chosen(page, "hook") == "free"
    assert site.rows() == before


def test_rules_that_clash_are_not_kept(client, site):
    before = site.rows()

    answer = press(client, form(client), "Keep", title="Odd", end="target")

    assert answer.status_code == 422
    assert site.rows() == before


def test_nobody_sees_what_another_keeps(client, site, house):
    press(client, form(client), "Keep", title="Our Fridays", hook="free")
    other = site.signed_in(house.player("Bob").id)

    assert not page_of(other.get("/new")).xpath("//section[@id='own']")
    assert other.get("/new/rules?kept=ourfriday").status_code == 404


def keep(client, title: str, **fields: str):
    answer = press(client, form(client), "Keep", title=title, **fields)
    assert answer.status_code == 200
    return page_of(answer)


def mine(client) -> list[str]:
    return [text_of(one) for one in page_of(client.get("/new")).xpath("//section[@id='own']//b")]


def test_rules_are_kept_by_one_press_and_the_browser_asks_for_a_name(client):
    page = form(client)

    assert page.xpath("//input[@id='title']/@required")
    others = page.xpath("//form[contains(@class, 'house-rules')]//button[not(@value='keep')]")
    assert others
    assert all(button.get("formnovalidate") is not None for button in others)
    keep(client, "Our Fridays")
    assert mine(client) == ["Our Fridays"]


def test_kept_rules_are_changed_and_renamed_in_their_place(client):
    page = keep(client, "Our Fridays", hook="free")

    again = page_of(press(client, page, "Keep the changes", title="Sundays", max_cards="5"))

    assert mine(client) == ["Sundays"]
    opened = page_of(client.get("/new/rules?kept=sunday"))
    assert opened.xpath("//input[@id='max_cards']/@value") == ["5"]
    assert again.xpath("//input[@name='kept']/@value") == ["sunday"]


def test_the_name_of_others_replaces_them_and_leaves_the_changed_ones(client):
    keep(client, "Sundays", hook="free")
    page = keep(client, "Our Fridays")

    press(client, page, "Keep the changes", title="Sundays")

    assert mine(client) == ["Our Fridays", "Sundays"]


def test_the_name_of_a_version_does_not_lose_what_was_kept(client, site):
    page = keep(client, "Our Fridays")
    before = site.rows()

    assert press(client, page, "Keep the changes", title="Blackout").status_code == 422

    assert site.rows() == before


def test_kept_rules_are_deleted_after_a_question(client, site):
    keep(client, "Our Fridays")
    keep(client, "Sundays")
    (link, _) = page_of(client.get("/new")).xpath("//section[@id='own']//p/a/@href")
    before = site.rows()
    question = page_of(client.get(link))
    assert site.rows() == before
    assert "Delete “Our Fridays”?" in text_of(question)

    answer = press(client, question, "Delete them")

    assert answer.status_code == 303
    assert mine(client) == ["Sundays"]


def test_only_the_owner_deletes_rules_and_only_by_the_form_of_the_question(client, site, house):
    from tests.web.visitors import form_with

    keep(client, "Our Fridays")
    keep(client, "Sundays")
    other = site.signed_in(house.player("Bob").id)
    question = page_of(client.get("/new/rules/delete?kept=ourfriday"))
    action, fields = form_with(question, ".//input[@name='kept']")
    before = site.rows()

    assert other.get("/new/rules/delete?kept=ourfriday").status_code == 404
    assert other.post(action, data=fields).status_code == 400
    assert client.post(action, data=fields | {"kept": "sunday"}).status_code == 400
    assert client.post(action, data={"kept": "sunday"}).status_code == 400
    assert site.stranger().post(action, data=fields).status_code == 401

    after = site.rows()
    assert after["rule_sets"] == before["rule_sets"]
