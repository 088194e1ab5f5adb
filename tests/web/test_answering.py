"""Confirming, accepting and signing in by page, also where two share a mailbox."""

from datetime import timedelta

import pytest

from pbem.app import pages
from pbem.app.records import GameStatus
from pbem.orders.orders import NewGame
from tests.web.visitors import page_of, press, submit, text_of


@pytest.fixture
def table(house):
    """A table of Alice's that waits for Bob."""
    alice = house.player("Alice")
    order = NewGame("nomination_whist", invited=("bob@home.example",), bots=2)
    outcome = pages.new_game(house.services, alice.id, order)
    return house.game(outcome.done.text)


def test_a_mail_is_confirmed_by_one_press(site, house):
    house.to_service("new@home.example", "practice")
    client = site.stranger()
    page = page_of(client.get(site.confirm_link()))
    assert "practice" in text_of(page)

    done = press(client, page, "Yes, do it")
    again = press(client, page, "Yes, do it")

    assert done.status_code == 200
    assert "practice Table K" in text_of(page_of(done))
    assert again.status_code == 410
    assert "This was answered already" in text_of(page_of(again))
    with house.services.uow() as uow:
        ((player, _address),) = uow.players.at("new@home.example")
        assert len(uow.games.of_player(player.id)) == 1


def test_what_was_not_meant_is_forgotten(site, house):
    house.to_service("new@home.example", "practice")
    client = site.stranger()

    page = page_of(client.get(site.confirm_link()))
    assert press(client, page, "No, forget it").status_code == 200

    assert client.get(site.confirm_link()).status_code == 410
    with house.services.uow() as uow:
        assert uow.players.at("new@home.example") == []


def test_practice_asked_for_on_the_page_leads_straight_to_the_table(site, house):
    client = site.stranger()
    press(client, page_of(client.get("/")), "Deal me a practice game", email="new@home.example")
    page = page_of(client.get(site.confirm_link()))

    answer = press(client, page, "Deal me a practice game")

    assert answer.status_code == 303
    assert "Your hand" in text_of(page_of(client.get(answer.headers["Location"])))


def test_an_invitation_is_accepted_by_page_once(site, house, table):
    client = site.stranger()
    link = site.invitation_link("bob@home.example")
    page = page_of(client.get(link))

    done = press(client, page, "Yes, I play", seed="blue whale")
    again = press(client, page, "Yes, I play")

    assert done.status_code == 200
    assert again.status_code == 409
    assert house.game(table.code).status is GameStatus.RUNNING
    assert house.seats(table.code)["bob"].seed == "blue whale"


@pytest.mark.parametrize("word", ["No, thank you", "Never invite me again"])
def test_an_invitation_is_declined_by_page(site, house, table, word):
    client = site.stranger()

    page = page_of(client.get(site.invitation_link("bob@home.example")))
    assert press(client, page, word).status_code == 200

    assert "bob" not in house.seats(table.code)
    with house.services.uow() as uow:
        assert uow.players.is_barred("bob@home.example") is word.startswith("Never")


def test_the_first_button_of_an_invitation_only_looks(site, house, table):
    client = site.stranger()
    page = page_of(client.get(site.invitation_link("bob@home.example")))

    (first, *_rest) = page.xpath("//main//form")

    assert first.get("method") == "get"


@pytest.mark.parametrize("kind", ["confirm", "invitation"])
def test_altered_addresses_and_foreign_forms_are_refused(site, house, table, kind):
    house.to_service("new@home.example", "practice")
    links = {
        "confirm": site.confirm_link(),
        "invitation": site.invitation_link("bob@home.example"),
    }
    link = links[kind]
    altered = link[:-2] + ("ff" if not link.endswith("ff") else "bb")

    assert site.stranger().get(altered).status_code == 404
    assert site.stranger().post(link, data={"answer": "yes"}).status_code == 400


def test_two_at_one_mailbox_say_who_signs_in(site, house):
    house.player("Alice", "us@home.example")
    bob = house.player("Bob", "us@home.example")
    client = site.stranger()
    page = page_of(client.get(site.sign_in_link("us@home.example")))

    unsure = press(client, page, "Sign in as Alice", player="")
    stranger = press(client, page, "Sign in as Alice", player=str(bob.id + 99))
    signed_in = press(client, page, "Sign in as Bob")

    assert (unsure.status_code, stranger.status_code) == (422, 422)
    assert "Say who you are" in text_of(page_of(unsure))
    assert signed_in.status_code == 303
    assert "Bob" in text_of(page_of(client.get("/games")))


def test_somebody_new_at_a_known_mailbox_signs_in_by_name(site, house):
    house.player("Alice", "us@home.example")
    client = site.stranger()
    page = page_of(client.get(site.sign_in_link("us@home.example")))

    *_, button = page.xpath("//main//button")
    assert text_of(button) == "Sign in"
    assert submit(client, button, name="Two").status_code == 422
    assert submit(client, button, name="Carla").status_code == 303

    with house.services.uow() as uow:
        assert {player.name for player, _ in uow.players.at("us@home.example")} == {
            "Alice",
            "Carla",
        }


def test_two_at_one_mailbox_say_who_was_asked(site, house, table):
    house.player("Bob", "bob@home.example")
    kim = house.player("Kim", "bob@home.example")
    client = site.stranger()
    page = page_of(client.get(site.invitation_link("bob@home.example")))

    answer = press(client, page, "Yes, I play, as Kim")

    assert answer.status_code == 200
    assert house.seats(table.code)["Kim"].player_id == kim.id


def test_practice_for_an_address_of_two_is_dealt_to_the_one_who_presses(site, house):
    house.player("Alice", "us@home.example")
    house.player("Bob", "us@home.example")
    client = site.stranger()
    press(client, page_of(client.get("/")), "Deal me a practice game", email="us@home.example")
    page = page_of(client.get(site.confirm_link()))

    answer = press(client, page, "Deal for Bob")

    assert answer.status_code == 303
    games = page_of(client.get("/games"))
    assert "Bob" in text_of(games)
    assert len(games.xpath("//ul[@class='games']/li")) == 1


def test_the_name_typed_on_an_invitation_is_that_at_the_table(site, house, table):
    client = site.stranger()
    page = page_of(client.get(site.invitation_link("bob@home.example")))

    assert press(client, page, "Yes, I play", name="resign").status_code == 422
    assert press(client, page, "Yes, I play", name="Robert").status_code == 200

    assert "Robert" in house.seats(table.code)


def test_an_invitation_that_is_over_offers_no_answer(site, house, table):
    link = site.invitation_link("bob@home.example")
    house.clock.turn(timedelta(days=13))

    page = page_of(site.stranger().get(link))

    assert not page.xpath("//main//button")
    assert page.xpath("//*[@class='notice']")


def test_a_join_link_survives_the_sign_in(site, house):
    alice = house.player("Alice")
    house.player("Bob")
    outcome = pages.new_game(house.services, alice.id, NewGame("blackout", players=4))
    join = f"/join/{house.game(outcome.done.text).join_code}"
    client = site.stranger()
    page = page_of(client.get(join))
    assert "Alice" in text_of(page)

    press(client, page, "Mail me a link", email="bob@home.example")
    signed_in = press(client, page_of(client.get(site.newest_sign_in_link())), "Sign in")

    assert signed_in.headers["Location"] == join


def test_one_click_bars_invitations_without_cookie_and_twice_changes_nothing_more(
    site, house, table
):
    link = site.invitation_link("bob@home.example").replace("/come/", "/never/")
    before = site.rows()
    assert site.stranger().get(link).status_code == 200
    assert site.stranger().post(link, data={}).status_code == 400
    assert site.rows() == before

    click = {
        "data": {"List-Unsubscribe": "One-Click"},
        "headers": {"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"},
    }
    assert site.stranger().post(link, **click).status_code == 200
    with house.services.uow() as uow:
        assert uow.players.is_barred("bob@home.example")
    barred = site.rows()
    assert site.stranger().post(link, **click).status_code == 200
    assert site.rows() == barred
    assert site.stranger().post(link + "x", **click).status_code == 404
