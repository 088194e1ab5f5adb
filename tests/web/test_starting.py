"""Beginning a game on the pages."""

import pytest

from tests.web.visitors import page_of, press, submit, text_of


@pytest.fixture
def alice(house):
    return house.player("Alice")


def test_practice_begins_at_once_for_one_who_is_signed_in(site, house, alice):
    client = site.signed_in(alice.id)

    answer = press(client, page_of(client.get("/")), "Deal me a practice game")

    assert answer.status_code == 303
    assert "Your hand" in text_of(page_of(client.get(answer.headers["Location"])))


def test_practice_for_a_stranger_begins_with_a_mail(site, house):
    client = site.stranger()

    answer = press(
        client, page_of(client.get("/")), "Deal me a practice game", email="new@home.example"
    )

    assert "Look into your mail" in text_of(page_of(answer))
    assert [notice.email for notice in house.notices("confirm")] == ["new@home.example"]
    with house.services.uow() as uow:
        assert uow.players.at("new@home.example") == []


def test_a_game_with_friends_asks_them(site, house, alice):
    client = site.signed_in(alice.id)
    page = page_of(client.get("/new?preset=blackout"))
    invited = "bob@home.example\r\ncarol@home.example,"

    answer = press(client, page, "Start the game", invited=invited, bots="1")

    assert answer.status_code == 303
    assert {notice.email for notice in house.notices("invitation")} == {
        "bob@home.example",
        "carol@home.example",
    }
    lobby = page_of(client.get(answer.headers["Location"]))
    assert len(lobby.xpath("//ul[@class='places']/li")) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        {"preset": "nonsense", "players": "4"},
        {"preset": "blackout", "players": "8"},
        {"preset": "blackout", "players": ""},
        {"preset": "blackout", "invited": "no address", "players": "4"},
        {"preset": "blackout", "invited": "bob@home.example\nBob@home.example", "players": "4"},
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_reason_and_the_form_kept(
    site, house, alice, wrong
):
    client = site.signed_in(alice.id)
    page = page_of(client.get("/new?preset=nomination_whist"))
    before = site.rows()["games"]

    answer = press(client, page, "Start the game", **wrong)

    assert answer.status_code == 422
    assert text_of(page_of(answer).xpath("//*[@role='alert']")[0])
    assert page_of(answer).xpath("//textarea")[0].text_content().strip() == wrong.get("invited", "")
    assert site.rows()["games"] == before


@pytest.mark.parametrize("field", ["players", "bots"])
@pytest.mark.parametrize("number", ["13", "-1", "1e9", "٣", "999999999999"])
def test_numbers_that_the_form_does_not_have_are_refused(site, alice, field, number):
    client = site.signed_in(alice.id)

    page = page_of(client.get("/new?preset=blackout"))

    answer = press(client, page, "Start the game", **{field: number})

    assert answer.status_code == 400


def test_a_place_is_taken_by_its_link(site, house, alice):
    from pbem.app import pages
    from pbem.orders.orders import NewGame

    created = pages.new_game(house.services, alice.id, NewGame("blackout", players=3, bots=1))
    row = house.game(created.done.text)
    client = site.signed_in(house.player("Bob").id)
    page = page_of(client.get(f"/join/{row.join_code}"))

    only_look = submit(client, page.xpath("//button")[0])
    assert only_look.status_code == 200
    assert "Bob" not in house.seats(row.code)
    assert press(client, page, "Sit down").status_code == 303

    assert "Bob" in house.seats(row.code)


def test_an_unknown_join_code_is_refused(site, house, alice):
    client = site.signed_in(alice.id)

    assert client.get("/join/NONSENSE").status_code == 404


def test_one_may_sit_down_under_another_name(site, house, alice):
    from pbem.app import pages
    from pbem.orders.orders import NewGame

    created = pages.new_game(house.services, alice.id, NewGame("blackout", players=3))
    row = house.game(created.done.text)
    client = site.signed_in(house.player("Bob").id)
    page = page_of(client.get(f"/join/{row.join_code}"))

    assert press(client, page, "Sit down", name="Alice").status_code == 422
    assert press(client, page, "Sit down", name="Robert").status_code == 303

    assert "Robert" in house.seats(row.code)


def test_one_who_is_not_signed_in_is_shown_the_table_and_how_to_join(site, house, alice):
    from pbem.app import pages
    from pbem.orders.orders import NewGame

    created = pages.new_game(house.services, alice.id, NewGame("blackout", players=3))
    code = house.game(created.done.text).join_code
    page = page_of(site.stranger().get(f"/join/{code}"))

    assert f"join {code}" in text_of(page)
    assert "Blackout" in text_of(page)
    assert "Alice is in" in text_of(page)
    assert not [b for b in page.xpath("//button") if "Sit down" in b.text_content()]


def test_the_list_of_games_says_whose_turn_it_is(site, house):
    row, seats = house.table("Alice", "Bob", "Carol")
    on_turn = site.on_turn(seats)
    other = next(seat for seat in seats.values() if seat.id != on_turn.id)

    mine = text_of(page_of(site.owner(on_turn).get("/games")))
    theirs = text_of(page_of(site.owner(other).get("/games")))

    assert f"{row.code} Deal 1 of" in mine
    assert "Your turn, until Tue 3 March, 09:00 Berlin" in mine
    assert "Others are waited for" in theirs


@pytest.mark.parametrize("path", ["/games", "/new", "/g/K002"])
def test_pages_of_players_ask_strangers_to_sign_in(site, path):
    answer = site.stranger().get(path)

    assert answer.status_code == 401
    assert page_of(answer).xpath("//form[@action='/sign-in']")


def test_the_list_of_games_names_no_number_of_deals_that_is_open(site):
    _, seats = site.table(
        "Alice",
        "Bob",
        "Carol",
        sequence="up",
        max_cards=2,
        hook="must_equal",
        on_miss="repeat_round",
        scoring="cooperative",
    )

    mine = text_of(page_of(site.owner(site.on_turn(seats)).get("/games")))

    assert "Deal 1. Your turn" in mine
