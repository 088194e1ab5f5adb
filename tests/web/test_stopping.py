"""Ending the mails of a game."""

from dataclasses import replace

import pytest

from pbem.app import leaving, pages, revoking
from tests.web.visitors import page_of, press, submit, text_of

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def alice(house):
    _, seats = house.table("Alice", "Bob", "Carol")
    return seats["Alice"]


def seat_now(house):
    return house.seats("K002")["Alice"]


def test_one_click_needs_no_cookie_and_no_form_and_is_no_redirect(site, house, alice):
    answer = site.stranger().post(site.stop_link(alice), data=ONE_CLICK)

    assert answer.status_code == 200
    assert seat_now(house).mails is False
    assert seat_now(house).stand_in is True


def test_one_click_as_multipart_from_another_site_works_too(site, house, alice):
    answer = site.stranger().post(
        site.stop_link(alice),
        data=ONE_CLICK,
        content_type="multipart/form-data",
        headers={"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"},
    )

    assert answer.status_code == 200
    assert seat_now(house).mails is False


def test_one_click_twice_changes_nothing_more(site, alice):
    site.stranger().post(site.stop_link(alice), data=ONE_CLICK)
    before = site.rows()

    assert site.stranger().post(site.stop_link(alice), data=ONE_CLICK).status_code == 200

    assert site.rows() == before


def test_looking_at_the_link_stops_nothing(site, house, alice):
    page = page_of(site.stranger().get(site.stop_link(alice)))

    assert "A stand-in keeps your seat" in text_of(page)
    assert submit(site.stranger(), page.xpath("//button")[0]).status_code == 200
    assert seat_now(house).mails is True


def test_the_page_stops_and_brings_back(site, house, alice):
    client = site.stranger()
    stopped = page_of(press(client, page_of(client.get(site.stop_link(alice))), "Stop the mails"))
    assert seat_now(house).stand_in

    answer = press(client, stopped, "I am back")

    assert answer.status_code == 200
    assert seat_now(house).mails is True
    assert seat_now(house).stand_in is False


def test_coming_back_needs_the_form(site, house, alice):
    site.stranger().post(site.stop_link(alice), data=ONE_CLICK)

    answer = site.stranger().post(f"{site.stop_link(alice)}/back", data=ONE_CLICK)

    assert answer.status_code == 400
    assert seat_now(house).stand_in


@pytest.mark.parametrize("data", [{}, {"List-Unsubscribe": "yes"}])
def test_another_body_is_no_one_click(site, house, alice, data):
    assert site.stranger().post(site.stop_link(alice), data=data).status_code == 400
    assert seat_now(house).mails is True


@pytest.mark.parametrize(
    "change", [lambda token: token[:-1], lambda token: token + "A", lambda _: "x"]
)
def test_an_altered_link_stops_nobody(site, house, alice, change):
    link = "/stop/" + change(site.stop_link(alice).removeprefix("/stop/"))

    assert site.stranger().post(link, data=ONE_CLICK).status_code == 404
    assert site.stranger().get(link).status_code == 404
    assert seat_now(house).mails is True


def test_one_click_on_a_daily_mail_stops_all_games_and_the_page_brings_back(site, house, alice):
    other = pages.practise(house.services, alice.player_id).done.text
    link = site.stop_all_link(alice)

    def mine():
        seats = [*house.seats("K002").values(), *house.seats(other).values()]
        return {(one.mails, one.stand_in) for one in seats if one.player_id == alice.player_id}

    for _ in range(2):
        assert site.stranger().post(link, data=ONE_CLICK).status_code == 200
        assert mine() == {(False, True)}
    client = site.stranger()

    answer = press(client, page_of(client.get(link)), "I am back")

    assert answer.status_code == 200
    assert mine() == {(True, False)}
    assert house.seats("K002")["Bob"].mails


def test_looking_at_the_link_of_all_games_stops_nothing(site, alice):
    before = site.rows()

    page = page_of(site.stranger().get(site.stop_all_link(alice)))
    assert submit(site.stranger(), page.xpath("//button")[0]).status_code == 200
    for link in (f"/stop-all/{'b' * 26}", site.stop_link(alice).replace("/stop/", "/stop-all/")):
        assert site.stranger().post(link, data=ONE_CLICK).status_code == 404

    assert site.rows() == before


def test_the_page_of_one_game_stops_all(site, house, alice):
    pages.practise(house.services, alice.player_id)
    client = site.stranger()

    answer = press(client, page_of(client.get(site.stop_link(alice))), "Stop them all")

    assert "You get no more mail of your games" in text_of(page_of(answer))
    assert leaving.has_stopped_all(house.services, alice.player_id)


def test_whoever_left_for_good_is_not_offered_to_come_back(site, house, alice):
    owner = site.owner(alice)
    page = page_of(owner.get("/g/K002"))
    assert "This cannot be undone." in text_of(page)

    assert press(owner, page, "Yes, I leave for good").status_code == 303

    left = house.seats("K002")["Alice"]
    assert (left.resigned, left.stand_in, left.mails) == (True, True, False)
    for shown in (owner.get("/g/K002"), site.stranger().get(site.stop_link(alice))):
        page = page_of(shown)
        assert "for good" in text_of(page)
        assert not page.xpath("//button[contains(., 'I am back')]")


def test_a_link_made_void_says_so_and_how_to_end_the_mails_now(site, house, alice):
    old = site.stop_link(alice)
    assert revoking.revoke_by_page(house.services, alice.id).done
    before = site.rows()

    shown = site.stranger().get(old)
    pressed = site.stranger().post(old, data=ONE_CLICK)
    others = [site.stranger().post(f"{old}/{what}", data=ONE_CLICK) for what in ("back", "all")]

    for answer in (shown, pressed):
        assert answer.status_code == 410
        said = text_of(page_of(answer))
        assert "The links of that mail were made void" in said
        assert "Reply to the newest mail of the game with the line stop" in said
        assert "Mail me a new link" in said
        assert "Alice" not in said
        assert "K002" not in said
    assert {answer.status_code for answer in others} == {400}
    assert site.rows() == before
    assert seat_now(house).mails is True
    new = site.stop_link(seat_now(house))
    assert site.stranger().post(new, data=ONE_CLICK).status_code == 200
    assert seat_now(house).mails is False


def test_a_link_after_a_restored_backup_is_known_as_void(site, house, alice):
    old = site.stop_link(alice)
    with house.services.uow() as uow:
        uow.seats.save(replace(seat_now(house), generation=1003))
        uow.commit()

    assert site.stranger().get(old).status_code == 410
    altered = old[:-1] + ("b" if old[-1] != "b" else "f")
    assert site.stranger().get(altered).status_code == 404
