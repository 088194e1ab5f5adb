"""Links from mails: looking changes nothing, pressing plays once, and only for its position."""

from datetime import timedelta

import pytest

from pbem.app import pages
from pbem.app.records import Seat
from pbem.rules.moves import Position
from pbem.show.held_back import whys
from tests.web.visitors import page_of, press, submit, text_of

CAST = ("Alice", "Bob", "Carol", "Dan")


@pytest.fixture
def seats(house) -> dict[str, Seat]:
    _, seats = house.table(*CAST)
    return seats


@pytest.fixture
def on_turn(site, seats) -> Seat:
    return site.on_turn(seats)


def test_get_and_head_of_a_link_change_no_row(site, seats, on_turn):
    site.play(seats, 4)
    player = site.on_turn(seats)
    link = site.link(player)
    card = site.answers(player)[0]
    before = site.rows()

    for path in (link, f"{link}/{card}", f"{link}/state.json", f"{link}?done=x"):
        for ask in (site.stranger().get, site.stranger().head):
            assert ask(path).status_code == 200

    assert site.rows() == before


def test_pressing_the_first_button_of_a_link_changes_nothing(site, seats):
    site.play(seats, 4)
    player = site.on_turn(seats)
    link = site.link(player)
    before = site.rows()

    for path in (link, f"{link}/{site.answers(player)[0]}"):
        page = page_of(site.stranger().get(path))
        answer = submit(site.stranger(), page.xpath("//button")[0])
        assert answer.status_code == 200

    assert site.rows() == before


def test_a_bid_is_made_by_pressing_it(site, on_turn):
    stranger = site.stranger()
    link = site.link(on_turn)

    answer = press(stranger, page_of(stranger.get(link)), "Bid 2")

    assert answer.status_code == 303
    after = stranger.get(answer.headers["Location"])
    assert "You bid (2)" in text_of(page_of(after)) or "bid" in text_of(page_of(after)).lower()
    assert site.view(on_turn).deal.bids[on_turn.number] == 2


def test_a_card_is_played_by_the_link_of_that_card(site, seats):
    site.play(seats, 4)
    player = site.on_turn(seats)
    card = site.answers(player)[-1]
    client = site.stranger()
    page = page_of(client.get(f"{site.link(player)}/{card}"))

    answer = submit(client, page.xpath("//button")[1])

    assert answer.status_code == 303
    table = site.view(player).deal.table
    assert [str(played.card) for played in table.cards] == [card]


def test_the_first_button_after_only_look_names_the_card(site, seats):
    site.play(seats, 4)
    player = site.on_turn(seats)
    page = page_of(site.stranger().get(f"{site.link(player)}/{site.answers(player)[0]}"))

    labels = [" ".join(button.text_content().split()) for button in page.xpath("//button")[:2]]

    assert labels[0] == "Only look, answer nothing"
    assert labels[1].startswith("Play the ")


def test_pressing_twice_plays_once_and_says_so(site, seats, on_turn):
    stranger = site.stranger()
    page = page_of(stranger.get(site.link(on_turn)))
    assert press(stranger, page, "Bid 2").status_code == 303
    before = site.rows()

    again = press(stranger, page, "Bid 2")

    assert again.status_code == 200
    assert "already done" in text_of(page_of(again))
    assert site.rows() == before


def test_another_answer_to_the_same_mail_is_too_late(site, seats, on_turn):
    stranger = site.stranger()
    page = page_of(stranger.get(site.link(on_turn)))
    press(stranger, page, "Bid 2")
    before = site.rows()

    other = press(stranger, page, "Bid 3")

    assert other.status_code == 409
    assert page_of(other).xpath("//*[@role='alert']")
    assert site.rows() == before
    assert site.view(on_turn).deal.bids[on_turn.number] == 2


def test_last_weeks_link_shows_the_fresh_state_and_offers_no_answer(site, seats, on_turn):
    link = site.link(on_turn)
    site.play(seats, 8)

    page = page_of(site.stranger().get(link))

    assert "You have already answered this mail" in text_of(page)
    assert not page.xpath("//button[@name='answer']")


def test_a_form_of_an_old_position_never_plays_into_a_later_trick(site, seats):
    site.play(seats, 4)
    player = site.on_turn(seats)
    client = site.stranger()
    page = page_of(client.get(site.link(player)))
    kept = site.answers(player)[-1]
    pages.act(site.house.services, player.id, site.answers(player)[0], site.house.position(player))
    while site.on_turn(seats).id != player.id:
        site.play(seats, 1)
    before = site.rows()

    (button,) = page.xpath(f"//button[@value='{kept}']")
    answer = submit(client, button)

    assert answer.status_code == 409
    assert site.rows() == before


@pytest.mark.parametrize("change", ["missing", "tampered", "of another link", "of another page"])
def test_a_post_without_the_token_of_its_page_plays_nothing(site, seats, on_turn, change):
    stranger = site.stranger()
    link = site.link(on_turn)
    page = page_of(stranger.get(link))
    token = page.xpath("//input[@name='form_token']")[0].get("value")
    other = next(seat for seat in seats.values() if seat.id != on_turn.id)
    others = site.owner(other).get(f"/g/{site.house.game('K002').code}")
    forged = {
        "missing": "",
        "tampered": token[:-1] + ("A" if token[-1] != "A" else "B"),
        "of another link": token.replace(token[:10], token[1:11]),
        "of another page": page_of(others).xpath("//input[@name='form_token']")[0].get("value"),
    }[change]
    before = site.rows()

    answer = stranger.post(link, data={"answer": "2", "form_token": forged})

    assert answer.status_code == 400
    assert site.rows() == before


@pytest.mark.parametrize(
    "line",
    ["resign for good", "stop", "2\nresign for good", "٢", "99999999", "say hello", "", "QS "],
)
def test_a_link_plays_bids_and_cards_and_carries_out_nothing_else(site, on_turn, line):
    stranger = site.stranger()
    link = site.link(on_turn)
    token = page_of(stranger.get(link)).xpath("//input[@name='form_token']")[0].get("value")
    before = site.rows()

    answer = stranger.post(link, data={"answer": line, "form_token": token})

    assert answer.status_code == 400
    assert site.rows() == before


def test_a_form_sent_by_another_site_is_refused(site, on_turn):
    stranger = site.stranger()
    link = site.link(on_turn)
    token = page_of(stranger.get(link)).xpath("//input[@name='form_token']")[0].get("value")
    data = {"answer": "2", "form_token": token}
    before = site.rows()

    by_site = stranger.post(link, data=data, headers={"Sec-Fetch-Site": "cross-site"})
    by_origin = stranger.post(link, data=data, headers={"Origin": "https://evil.example"})

    assert (by_site.status_code, by_origin.status_code) == (403, 403)
    assert site.rows() == before


def test_a_form_as_a_browser_sends_it_without_a_referrer_is_taken(site, on_turn):
    stranger = site.stranger()
    link = site.link(on_turn)
    token = page_of(stranger.get(link)).xpath("//input[@name='form_token']")[0].get("value")
    sent = {"Sec-Fetch-Site": "same-origin", "Origin": "null"}

    answer = stranger.post(link, data={"answer": "2", "form_token": token}, headers=sent)

    assert answer.status_code == 303


def test_one_whose_stand_in_plays_is_told_how_to_come_back(site, seats, on_turn):
    from pbem.app import leaving

    link = site.link(on_turn)
    leaving.stop(site.house.services, on_turn.id)

    page = page_of(site.stranger().get(link))

    assert "A stand-in plays for you now" in text_of(page)
    assert not page.xpath("//button[@name='answer']")


def test_an_illegal_card_is_refused_with_the_cards_that_may_be_played(site, seats):
    site.play(seats, 4)
    player = site.on_turn(seats)
    stranger = site.stranger()
    link = site.link(player)
    held = {str(card) for card in site.view(player).hand}
    absent = next(
        name for name in ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C") if name not in held
    )
    token = page_of(stranger.get(link)).xpath("//input[@name='form_token']")[0].get("value")
    before = site.rows()

    answer = stranger.post(link, data={"answer": absent, "form_token": token})

    assert answer.status_code == 409
    assert page_of(answer).xpath("//*[@role='alert']")
    assert site.rows() == before


def test_an_answer_that_is_not_open_offers_those_that_are(site, on_turn):
    page = page_of(site.stranger().get(f"{site.link(on_turn)}/99"))

    assert "99 is not open to you now" in text_of(page)
    assert page.xpath("//button[@name='answer']")


@pytest.mark.parametrize(
    ("token", "status"),
    [
        ("bfgjklmnpqrtvwxyzbfg", 410),
        ("BFGJKLMNPQRTVWXYZBFG", 404),
        ("short", 404),
        ("bfgjklmnpqrtvwxyzbfg%00", 404),
        ("a" * 3000, 404),
    ],
)
def test_what_is_no_link_gets_a_page_and_a_way_on(site, token, status):
    answer = site.stranger().get(f"/t/{token}")

    assert answer.status_code == status
    assert page_of(answer).xpath("//h1")


def test_an_expired_link_offers_a_new_one(site, house, on_turn):
    link = site.link(on_turn)
    house.clock.turn(timedelta(days=15))

    answer = site.stranger().get(link)

    assert answer.status_code == 410
    assert "This link is too old" in text_of(page_of(answer))


def test_an_expired_link_mails_the_table_again_once_an_hour(site, house, on_turn):
    link = site.link(on_turn)
    house.clock.turn(timedelta(days=15))
    client = site.stranger()
    page = page_of(client.get(link))

    first = press(client, page, "Mail me the table again")
    second = press(client, page, "Mail me the table again")

    assert first.status_code == second.status_code == 200
    assert "within this hour" in text_of(page_of(second))
    assert [notice.seat_id for notice in house.notices("answer")].count(on_turn.id) == 1


def test_an_overtaken_link_mails_the_table_again(site, house, seats, on_turn):
    client = site.stranger()
    link = site.link(on_turn)
    site.play(seats, 8)

    answer = press(client, page_of(client.get(link)), "Mail me the table again")

    assert answer.status_code == 200
    assert "is on its way to your address" in text_of(page_of(answer))
    assert [notice.seat_id for notice in house.notices("answer")].count(on_turn.id) == 1


def test_nothing_is_mailed_again_for_a_link_that_is_none(site, house):
    answer = site.stranger().post(f"/t/{'b' * 20}/again", data={"form_token": "x"})

    assert answer.status_code == 400


def test_a_revoked_link_is_over(site, house, on_turn):
    from dataclasses import replace

    link = site.link(on_turn)
    with house.services.uow() as uow:
        uow.seats.save(replace(on_turn, generation=on_turn.generation + 1))
        uow.commit()

    assert site.stranger().get(link).status_code == 410


def test_the_refusal_of_a_card_stands_in_no_address(site, seats):
    """What a refusal tells of the hand would otherwise end up in access logs."""
    site.play(seats, 4)
    player = site.on_turn(seats)
    stranger = site.stranger()
    token = (
        page_of(stranger.get(site.link(player)))
        .xpath("//input[@name='form_token']")[0]
        .get("value")
    )

    answer = stranger.post(site.link(player), data={"answer": "99", "form_token": token})

    assert answer.status_code == 409
    assert "Location" not in answer.headers


def test_a_bid_may_be_changed_by_its_link_until_the_next_has_bid(site, house):
    _, seats = house.table(*CAST, preset="oh_hell_pagat")
    first = site.on_turn(seats)
    stranger = site.stranger()
    link = site.link(first)
    press(stranger, page_of(stranger.get(link)), "Bid 1")

    page = page_of(stranger.get(link))
    answer = press(stranger, page, "Bid 2")

    assert "Change your bid" in text_of(page)
    assert answer.status_code == 303
    assert site.view(first).deal.bids[first.number] == 2
    site.play(seats, 1)
    late = press(stranger, page, "Bid 3")
    assert late.status_code == 409


def test_two_presses_at_once_play_one_card(site, seats, house):
    from concurrent.futures import ThreadPoolExecutor

    player = site.on_turn(seats)
    link = site.link(player)
    token = page_of(site.stranger().get(link)).xpath("//input[@name='form_token']")[0].get("value")

    def send(bid: str) -> int:
        return site.stranger().post(link, data={"answer": bid, "form_token": token}).status_code

    with ThreadPoolExecutor(2) as threads:
        codes = sorted(threads.map(send, ["1", "2"]))

    assert codes == [303, 409]
    assert Position(1, 1) == site.house.position(player)


def test_the_page_says_why_only_some_cards_may_be_played(site):
    _, seats = site.table("Ann", "Ben", "Cem", void_rule="must_trump", max_cards=5, hook="free")
    player = site.play_until(seats, lambda view: "must_trump" in whys(view).values())

    page = page_of(site.stranger().get(site.link(player)))

    assert "so you must trump." in text_of(page.xpath("//section[@id='hand']")[0])
