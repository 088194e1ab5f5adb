"""What every answer says to browsers, caches and search engines."""

import logging

import pytest

from pbem.mailin.hooks import check_signature
from pbem.web import create_app
from tests.web.conftest import SETTINGS
from tests.web.visitors import Site, page_of, press

POLICY = {
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
}


@pytest.fixture
def visited(site, house):
    row, seats = house.table("Alice", "Bob", "Carol")
    seat = site.on_turn(seats)
    return {
        "home": "/",
        "help": "/help",
        "rules": "/rules/blackout",
        "all rules": "/rules",
        "link": site.link(seat),
        "json": f"{site.link(seat)}/state.json",
        "watch": f"/w/{row.watch_code}",
        "stop": site.stop_link(seat),
        "nothing": "/nothing",
        "over": "/t/bfgjklmnpqrtvwxyzbfg",
        "closed": "/games",
    }


def test_every_page_forbids_scripts_frames_caches_and_referrers(site, visited):
    for path in visited.values():
        answer = site.stranger().get(path)

        assert set(answer.headers["Content-Security-Policy"].split("; ")) == POLICY
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "max-age=" in answer.headers["Strict-Transport-Security"]
        assert "Set-Cookie" not in answer.headers


def test_only_the_public_pages_may_be_found(site, visited):
    hidden = {
        name
        for name, path in visited.items()
        if "noindex" in site.stranger().get(path).headers.get("X-Robots-Tag", "")
    }

    assert hidden == set(visited) - {"home", "help", "rules", "all rules"}


def test_without_https_there_is_no_promise_of_it(house, keys):
    from dataclasses import replace

    plain = replace(SETTINGS, base_url="http://localhost:8000", secure_cookies=False)
    site = Site(
        create_app(house.services, plain, keys, lambda raw, to: None, check_signature), house, keys
    )

    assert "Strict-Transport-Security" not in site.stranger().get("/").headers


def test_the_style_sheet_is_served_and_may_be_kept(site):
    (sheet,) = page_of(site.stranger().get("/")).xpath("//link[@rel='stylesheet']/@href")

    with site.stranger().get(sheet) as answer:
        assert answer.data

    assert answer.status_code == 200
    assert answer.mimetype == "text/css"
    assert "max-age=31536000" in answer.headers["Cache-Control"]


def test_a_crash_shows_nothing_of_itself(house, keys, caplog):
    from dataclasses import replace

    def broken():
        raise ConnectionError("password=x in the traceback")

    app = create_app(
        replace(house.services, uow=broken), SETTINGS, keys, lambda raw, to: None, check_signature
    )
    with caplog.at_level(logging.DEBUG):
        answer = Site(app, house, keys).stranger().get("/t/bfgjklmnpqrtvwxyzbfg")

    assert answer.status_code == 500
    assert "ConnectionError on links.look" in caplog.text
    assert "password" not in caplog.text
    assert "bfgjklmnpqrtvwxyzbfg" not in caplog.text
    assert "password" not in answer.get_data(as_text=True)
    assert "Something broke on our side" in answer.get_data(as_text=True)
    assert answer.headers["Cache-Control"] == "no-store"


def test_tokens_and_cards_are_in_no_log(site, house, caplog):
    _, seats = house.table("Alice", "Bob", "Carol")
    seat = site.on_turn(seats)
    link = site.link(seat)
    client = site.stranger()
    with caplog.at_level(logging.DEBUG):
        press(client, page_of(client.get(link)), "Bid 1")
        client.get(link)

    assert link.removeprefix("/t/") not in caplog.text
    assert not [card for card in site.view(seat).hand if f"{card}" in caplog.text.split()]


def test_without_its_counters_the_house_stays_open_and_the_limits_hold(house, keys):
    from dataclasses import replace

    lost = replace(SETTINGS, limits_url="redis://127.0.0.1:1/0")
    site = Site(
        create_app(house.services, lost, keys, lambda raw, to: None, check_signature), house, keys
    )
    client = site.stranger()
    page = page_of(client.get("/sign-in"))

    codes = [
        press(client, page, "Mail me a link", email=f"a{n}@home.example").status_code
        for n in range(6)
    ]

    assert codes == [200] * 5 + [429]


@pytest.mark.parametrize(
    "path",
    [
        "/g/%00",
        "/rules/../../etc/passwd",
        "/rules/%3Cscript%3E",
        "/w/%F0%9F%82%A1",
        "/join/" + "A" * 500,
        "/?done=%FF",
        "/static/../../pyproject.toml",
    ],
)
def test_hostile_addresses_do_no_harm(site, path):
    answer = site.stranger().get(path)

    assert answer.status_code in {200, 401, 404}
    assert b"<script>" not in answer.data


def test_a_form_that_is_far_too_big_is_refused(site):
    client = site.stranger()

    answer = press(client, page_of(client.get("/sign-in")), "Mail me a link", email="x" * 100_000)

    assert answer.status_code == 413
