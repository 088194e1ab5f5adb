"""The page of settings, and links that open for nobody but the owner."""

import pytest

from pbem.orders.choices import SETTINGS, Choices, Hours
from tests.web.visitors import page_of, press, text_of


@pytest.fixture
def table(house):
    return house.table("Alice", "Bob", "Carol")


@pytest.fixture
def alice(site, table):
    return site.owner(table[1]["Alice"])


def choices(house, table) -> Choices:
    with house.services.uow() as uow:
        return uow.players.get(table[1]["Alice"].player_id).choices


def test_every_setting_is_shown_with_its_line_and_pressed(site, house, table, alice):
    shown = text_of(page_of(alice.get("/settings")))
    for setting in SETTINGS:
        assert f"{setting.name} {setting.of(Choices())}" in shown

    for label in (
        "Once a day, sooner only if your time is short",
        "In words, such as queen of spades",
        "Of plain text alone",
        "Only to you, once you have signed in",
        "Only within these hours",
    ):
        page = page_of(alice.get("/settings"))
        assert press(alice, page, label).status_code == 303, label

    assert choices(house, table) == Choices("digest", 7, Hours(8, 21), "words", "only", "signed in")
    page = page_of(alice.get("/settings?set=hours"))
    assert "That is set." in text_of(page)
    assert press(alice, page, "At any hour").status_code == 303
    assert choices(house, table).hours is None


def test_the_zone_is_set_by_the_name_of_a_city_and_else_refused_with_words(site, house, alice):
    page = page_of(alice.get("/settings"))
    button = page.xpath("//section[@id='zone']//button")[0]
    form = {"form_token": button.xpath("ancestor::form//input[@name='form_token']/@value")[0]}

    assert alice.post("/settings/zone", data=form | {"words": "new york"}).status_code == 303
    refused = alice.post("/settings/zone", data=form | {"words": "Narnia"})

    assert refused.status_code == 422
    assert "Narnia is not known" in text_of(page_of(refused))
    assert "America/New_York" in alice.get("/settings").get_data(as_text=True)


def test_settings_are_for_those_who_are_signed_in_and_need_the_form(site, house, table, alice):
    before = site.rows()

    assert site.stranger().get("/settings").status_code == 401
    assert site.stranger().post("/settings/mails", data={"words": "deals"}).status_code == 401
    assert alice.post("/settings/mails", data={"words": "deals"}).status_code == 400
    assert alice.get("/settings").status_code == 200

    assert site.rows() == before


@pytest.mark.parametrize("words", ["", "everything at once", "deals\nstop all"])
def test_what_is_no_value_sets_nothing(site, house, table, alice, words):
    page = page_of(alice.get("/settings"))
    token = page.xpath("//input[@name='form_token']/@value")[0]

    answer = alice.post("/settings/mails", data={"words": words, "form_token": token})

    assert answer.status_code == 400
    assert choices(house, table) == Choices()


@pytest.mark.parametrize(("first", "last"), [("8", "8"), ("25", "3"), ("", "")])
def test_hours_that_there_are_not_are_refused_beside_their_field(
    house, table, alice, first: str, last: str
):
    page = page_of(alice.get("/settings"))
    form_token = page.xpath("//section[@id='hours']//input[@name='form_token']/@value")[0]
    form = {"form_token": form_token, "first": first, "last": last}

    refused = alice.post("/settings/hours", data=form)

    assert refused.status_code == 422
    [alert] = page_of(refused).xpath("//section[@id='hours']//*[@role='alert']")
    assert "from 0 to 23" in text_of(alert)
    assert choices(house, table) == Choices()


@pytest.fixture
def closed_link(site, house, table):
    """The link of whoever is on turn, who wants it opened to nobody else."""
    seat = site.on_turn(table[1])
    open_page = page_of(site.stranger().get(site.link(seat)))
    house.letter(seat, "links signed in")
    return seat, site.link(seat), open_page


def test_a_closed_link_leads_strangers_to_sign_in_and_shows_no_card(site, house, closed_link):
    seat, link, _ = closed_link
    others = [one for one in house.seats("K002").values() if one.id != seat.id]
    answer = site.answers(seat)[0]

    for visitor in (site.stranger(), site.owner(others[0])):
        for end in ("", f"/{answer}", "/state.json", "/deals.json"):
            shown = visitor.get(link + end)
            assert shown.status_code == 401, end
            assert "Hand" not in shown.get_data(as_text=True)
    page = page_of(site.stranger().get(f"{link}/{answer}"))
    assert page.xpath("//input[@name='to']/@value") == [f"{link}/{answer}"]


def test_a_closed_link_plays_for_its_owner_alone(site, house, closed_link):
    seat, link, open_page = closed_link
    seq = house.game("K002").seq
    label = f"{site.answers(seat)[0]}"

    assert press(site.stranger(), open_page, label).status_code == 401
    assert house.game("K002").seq == seq

    owner = site.owner(seat)
    assert press(owner, page_of(owner.get(link)), label).status_code == 303
    assert house.game("K002").seq > seq


def test_signing_in_leads_back_to_the_closed_link(site, house, closed_link):
    seat, link, _ = closed_link
    client = site.stranger()
    page = page_of(client.get(link))
    email = house.email_of(seat)
    press(client, page, "Mail me a link", email=email)

    entered = press(client, page_of(client.get(site.newest_sign_in_link())), "Sign in")

    assert entered.location.endswith(link)
    assert client.get(link).status_code == 200


def test_a_closed_link_that_lapsed_mails_the_table_and_shows_nothing(site, house, closed_link):
    _, link, _ = closed_link
    house.clock.turn(house.services.policy.link_lasts)
    client = site.stranger()

    page = page_of(client.get(link))
    answer = press(client, page, "Mail me")

    assert answer.status_code == 200
    assert "Hand" not in answer.get_data(as_text=True)


def test_one_click_on_a_closed_link_still_stops_the_mails(site, house, closed_link):
    seat, _, _ = closed_link

    data = {"List-Unsubscribe": "One-Click"}
    assert site.stranger().post(site.stop_link(seat), data=data).status_code == 200

    assert not house.seats("K002")[seat.name].mails
