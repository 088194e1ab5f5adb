"""Signing in by a mailed link."""

from datetime import timedelta

import pytest

from tests.web.visitors import page_of, press, text_of

ALICE = "alice@home.example"


def test_a_mailed_link_signs_in_after_one_press(site, house):
    house.player("Alice")
    client = site.stranger()
    page = page_of(client.get(site.sign_in_link(ALICE)))

    answer = press(client, page, "Sign in")

    assert answer.status_code == 303
    assert "My games" in text_of(page_of(client.get(answer.headers["Location"])))


def test_looking_at_the_link_does_not_use_it_up(site, house):
    house.player("Alice")
    link = site.sign_in_link(ALICE)
    for _ in range(3):
        site.stranger().get(link)
        site.stranger().head(link)

    client = site.stranger()
    assert press(client, page_of(client.get(link)), "Sign in").status_code == 303


def test_the_link_works_once(site, house):
    house.player("Alice")
    client = site.stranger()
    link = site.sign_in_link(ALICE)
    page = page_of(client.get(link))
    press(client, page, "Sign in")

    assert press(site.stranger(), page, "Sign in").status_code == 410
    assert site.stranger().get(link).status_code == 410


def test_the_cookie_is_kept_from_scripts_other_sites_and_plain_http(site, house):
    house.player("Alice")
    client = site.stranger()

    answer = press(client, page_of(client.get(site.sign_in_link(ALICE))), "Sign in")

    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith("__Host-session=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_an_old_or_altered_link_is_over(site, house):
    house.player("Alice")
    link = site.sign_in_link(ALICE)

    assert site.stranger().get(link[:-2] + "xx").status_code == 410
    assert site.stranger().get("/in/nonsense").status_code == 410
    house.clock.turn(timedelta(days=4))
    assert site.stranger().get(link).status_code == 410


def test_a_token_made_for_another_purpose_signs_nobody_in(site, house):
    _, seats = house.table("Alice", "Bob", "Carol")
    token = site.stop_link(seats["Alice"]).removeprefix("/stop/")

    assert site.stranger().get(f"/in/{token}").status_code == 410
    sign_in = site.sign_in_link(ALICE).removeprefix("/in/")
    assert site.stranger().get(f"/stop/{sign_in}").status_code == 404


def test_a_known_and_an_unknown_address_get_the_same_answer(site, house):
    house.player("Alice")
    answers = []
    for email in (ALICE, "nobody@home.example"):
        client = site.stranger()
        page = page_of(client.get("/sign-in"))
        answer = press(client, page, "Mail me a link", email=email)
        answers.append((answer.status_code, answer.get_data(as_text=True).replace(email, "X")))

    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "email",
    [
        "",
        "alice",
        "a@",
        "alice@home.example\r\nBcc: eve@evil.example",
        "x" * 400 + "@home.example",
        "\x00@home.example",
    ],
)
def test_what_is_no_address_gets_no_mail(site, house, email):
    client = site.stranger()

    answer = press(client, page_of(client.get("/sign-in")), "Mail me a link", email=email)

    assert answer.status_code == 422
    assert house.notices() == []


def test_signing_out_ends_the_session_on_the_server(site, house):
    alice = house.player("Alice")
    client = site.signed_in(alice.id)
    cookie = client.get_cookie("__Host-session", domain="cards.example.org").value
    page = page_of(client.get("/games"))

    assert press(client, page, "Sign out").status_code == 303

    client.set_cookie("__Host-session", cookie, domain="cards.example.org", secure=True)
    assert client.get("/games").status_code == 401


def test_signing_out_needs_the_form_of_that_session(site, house):
    alice = house.player("Alice")
    page = page_of(site.signed_in(alice.id).get("/games"))

    assert press(site.signed_in(alice.id), page, "Sign out").status_code == 400


def test_a_made_up_session_is_nobody(site):
    client = site.stranger()
    client.set_cookie("__Host-session", "made up", domain="cards.example.org", secure=True)

    assert client.get("/games").status_code == 401


def test_a_session_ends_after_its_time(site, house):
    client = site.signed_in(house.player("Alice").id)
    assert client.get("/games").status_code == 200

    house.clock.turn(timedelta(days=61))

    assert client.get("/games").status_code == 401


def test_asking_too_often_is_slowed_down(site):
    client = site.stranger()
    page = page_of(client.get("/sign-in"))

    codes = [
        press(client, page, "Mail me a link", email=f"a{n}@home.example").status_code
        for n in range(6)
    ]

    assert codes == [200] * 5 + [429]
