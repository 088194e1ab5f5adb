"""Ending the mails of a game."""

import pytest

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
