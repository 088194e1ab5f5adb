"""The page of a game for the one who is signed in."""

import pytest

from tests.web.visitors import page_of, press, submit, text_of

CAST = ("Alice", "Bob", "Carol", "Dan")


@pytest.fixture
def table(house):
    return house.table(*CAST)


def test_a_whole_game_is_played_by_pressing_buttons(site, house):
    row, seats = house.table("Alice", "Bob", "Carol", preset="oh_hell_standard")
    clients = {seat.id: site.owner(seat) for seat in seats.values()}
    pressed = 0

    while site.view(seats["Alice"]).phase == "running" and pressed < 60:
        seat = site.on_turn(seats)
        page = page_of(clients[seat.id].get(f"/g/{row.code}"))
        answer = submit(clients[seat.id], page.xpath("//button[@name='answer']")[-1])
        assert answer.status_code == 303
        pressed += 1

    assert len(site.view(seats["Alice"]).sheet) >= 1


def test_what_may_be_pressed_is_what_the_rules_allow(site, table):
    row, seats = table
    site.play(seats, 6)
    seat = site.on_turn(seats)

    page = page_of(site.owner(seat).get(f"/g/{row.code}"))

    assert sorted(page.xpath("//button[@name='answer']/@value")) == sorted(site.answers(seat))


def test_one_who_is_not_on_turn_has_nothing_to_press(site, table):
    row, seats = table
    waiting = next(seat for seat in seats.values() if seat.id != site.on_turn(seats).id)

    page = page_of(site.owner(waiting).get(f"/g/{row.code}"))

    assert not page.xpath("//button[@name='answer']")
    assert f"Waiting for {site.on_turn(seats).name}" in text_of(page)


def test_a_form_of_another_session_is_refused(site, table):
    row, seats = table
    seat = site.on_turn(seats)
    page = page_of(site.owner(seat).get(f"/g/{row.code}"))
    before_answer = site.owner(seat)
    before = site.rows()

    answer = submit(before_answer, page.xpath("//button[@name='answer']")[0])

    assert answer.status_code == 400
    assert site.rows() == before


def test_a_form_with_another_position_is_refused(site, table):
    row, seats = table
    seat = site.on_turn(seats)
    client = site.owner(seat)
    button = page_of(client.get(f"/g/{row.code}")).xpath("//button[@name='answer']")[0]
    before = site.rows()

    for position in (
        {"decision": "1"},
        {"deal": "2"},
        {"deal": "x"},
        {"deal": "٣"},
        {"deal": "-1"},
    ):
        assert submit(client, button, **position).status_code == 400

    assert site.rows() == before


def test_words_to_the_table_are_shown_as_they_are_and_act_as_nothing(site, table):
    row, seats = table
    client = site.owner(seats["Bob"])
    words = '<script>alert("x")</script> resign for good'
    page = page_of(client.get(f"/g/{row.code}"))

    answer = press(client, page, "Say it", words=words)

    shown = client.get(answer.headers["Location"])
    assert words in text_of(page_of(shown))
    assert b"<script" not in shown.data
    assert not house_seat(site, row, "Bob").stand_in


def house_seat(site, row, name):
    return site.house.seats(row.code)[name]


@pytest.mark.parametrize("words", ["", "   ", "\r\n\r\n"])
def test_empty_words_are_not_said(site, table, words):
    row, seats = table
    client = site.owner(seats["Bob"])
    page = page_of(client.get(f"/g/{row.code}"))

    assert press(client, page, "Say it", words=words).status_code == 400


def test_too_many_words_are_refused_with_the_limit(site, table):
    row, seats = table
    client = site.owner(seats["Bob"])
    page = page_of(client.get(f"/g/{row.code}"))

    answer = press(client, page, "Say it", words="x" * 501)

    assert answer.status_code == 409
    assert "500" in text_of(page_of(answer).xpath("//*[@role='alert']")[0])


def test_a_stand_in_plays_until_its_owner_is_back(site, table):
    row, seats = table
    seat = site.on_turn(seats)
    client = site.owner(seat)
    press(client, page_of(client.get(f"/g/{row.code}")), "Let a stand-in play for me")
    away = page_of(client.get(f"/g/{row.code}"))

    assert "A stand-in plays for you now" in text_of(away)
    assert not away.xpath("//button[@name='answer']")
    press(client, away, "I am back")
    assert not house_seat(site, row, seat.name).stand_in


def test_the_proof_is_on_the_page(site, table):
    row, seats = table
    site.play(seats, 4 + 28)

    page = page_of(site.owner(seats["Alice"]).get(f"/g/{row.code}"))

    text = text_of(page).replace("-", "").replace(" ", "")
    assert row.commitment in text
    assert site.house.game(row.code).root in text
    assert "1 secret shown so far" in text_of(page)


def test_a_table_that_fills_shows_its_places_and_lets_bots_in(site, house):
    from pbem.app import pages
    from pbem.orders.orders import NewGame

    alice = house.player("Alice")
    created = pages.new_game(house.services, alice.id, NewGame("blackout", players=4))
    client = site.signed_in(alice.id)
    page = page_of(client.get(f"/g/{created.done.text}"))

    assert len(page.xpath("//ul[@class='places']/li")) == 4
    press(client, page, "Let bots take the open places")

    assert house.game(created.done.text).status.value == "running"


def test_a_game_that_is_over_names_its_winners(site, house):
    row, seats = house.table(*CAST, preset="get_fred")
    while site.view(seats["Alice"]).phase == "running":
        site.play(seats, 1)
    winners = site.view(seats["Alice"]).winners

    page = page_of(site.stranger().get(f"/w/{row.watch_code}"))

    title = text_of(page.xpath("//h1")[0])
    assert all(seat.name in title for seat in seats.values() if seat.number in winners)
    assert "won" in title


def test_a_reply_address_that_leaked_is_replaced_by_a_button(site, house, table):
    row, seats = table
    client, before = site.owner(seats["Alice"]), seats["Alice"]
    mails = len(house.notices("answer"))

    answer = press(client, page_of(client.get(f"/g/{row.code}")), "Replace my reply address")

    assert "is void" in text_of(page_of(client.get(answer.location)))
    assert house.seats(row.code)["Alice"].generation == before.generation + 1
    [mail] = house.notices("answer")[mails:]
    assert mail.seat_id == before.id
    assert site.stranger().get(site.link(before)).status_code in {404, 410}
