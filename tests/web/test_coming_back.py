"""After signing in one is on the page that one was on the way to, and never on a strange one."""

import pytest

from tests.web.visitors import form_with, page_of, press, text_of

NEW = "new@home.example"


def _follow(client, page, words: str):
    """Follow the link with these words."""
    (href, *_) = page.xpath(f"//a[contains(., '{words}')]/@href")
    return client.get(href)


def _signed_in_by_mail(site, device, asking, email: str = NEW, client=None):
    """Ask for the link on a sign-in page, open it on a device; return where that leads."""
    asked = press(client or device, page_of(asking), "Mail me a link", email=email)
    assert asked.status_code == 200
    entered = press(device, page_of(device.get(site.newest_sign_in_link())), "Sign in")
    assert entered.status_code == 303
    return entered.headers["Location"]


@pytest.mark.parametrize("is_elsewhere", [False, True], ids=["same browser", "another device"])
def test_a_stranger_who_found_a_version_starts_it_after_signing_in(site, is_elsewhere):
    browser = site.stranger()
    device = site.stranger() if is_elsewhere else browser
    found = page_of(browser.get("/find?cards=7&direction=down_up&players=5"))
    (path, *_) = found.xpath("//section[@aria-labelledby='found-head']//a/@href")
    rules = page_of(browser.get(path))
    title = text_of(rules.xpath("//h1")[0])
    asked = _follow(browser, rules, "Start a game")
    assert asked.status_code == 401

    to = _signed_in_by_mail(site, device, asked, client=browser)

    start = page_of(device.get(to))
    assert text_of(start.xpath("//h1")[0]) == "Who plays?"
    assert title in text_of(start)
    assert start.xpath("//select[@id='players']/option[@selected]")[0].text == "5"


def test_a_wrong_address_typed_first_does_not_lose_the_version(site):
    browser = site.stranger()
    again = press(browser, page_of(browser.get("/new?preset=blackout")), "Mail me", email="oops")
    assert again.status_code == 422

    assert _signed_in_by_mail(site, browser, again) == "/new?preset=blackout"


@pytest.mark.parametrize("path", ["/new", "/games", "/new/rules?preset=blackout&players=5"])
def test_other_pages_for_those_who_are_signed_in_are_come_back_to(site, path):
    browser = site.stranger()

    assert _signed_in_by_mail(site, browser, browser.get(path)) == path


def test_a_game_is_come_back_to(site, house):
    row, _ = house.table("Alice", "Bob", "Carol")
    browser = site.stranger()
    asked = browser.get(f"/g/{row.code}")

    to = _signed_in_by_mail(site, browser, asked, "alice@home.example")

    assert to == f"/g/{row.code}"
    assert browser.get(to).status_code == 200


def test_a_table_one_was_asked_to_join_is_come_back_to(site, house):
    from pbem.app import pages
    from pbem.orders.orders import NewGame

    alice = house.player("Alice")
    created = pages.new_game(house.services, alice.id, NewGame("blackout", players=3))
    code = house.game(created.done.text).join_code
    browser = site.stranger()

    to = _signed_in_by_mail(site, browser, browser.get(f"/join/{code}"))

    assert to == f"/join/{code}"
    assert "Sit down" in text_of(page_of(browser.get(to)))


@pytest.mark.parametrize(
    "to",
    [
        "https://evil.example/new",
        "//evil.example/new",
        "/\\evil.example/new",
        "\\\\evil.example",
        "///evil.example",
        "/%2f/evil.example",
        "/new/../..//evil.example",
        "javascript:alert(1)",
        "http:/new",
        "new",
        "/sign-in",
        "/sign-out",
        "/practice",
        "/static/table.css",
        "/in/token",
        "/new\r\nSet-Cookie: session=mine",
        "/new\x00",
        "http://[/new",
        "x" * 5000,
    ],
)
def test_no_other_address_is_gone_to(site, to):
    browser = site.stranger()
    action, fields = form_with(page_of(browser.get("/sign-in")), "//input[@name='email']")
    browser.post(action, data=fields | {"email": NEW, "to": to})

    entered = press(browser, page_of(browser.get(site.newest_sign_in_link())), "Sign in")

    assert entered.headers["Location"] in {"/games", "/new"}
    assert entered.headers.getlist("Set-Cookie")[0].startswith("__Host-session=")


@pytest.mark.parametrize("name", ["_external", "_scheme", "_anchor", "_method", "_host"])
def test_words_of_an_address_stay_words(site, name):
    browser = site.stranger()

    to = _signed_in_by_mail(site, browser, browser.get(f"/new?{name}=evil.example"))

    assert to.startswith("/new?")


def test_looking_keeps_no_way_back(site):
    before = site.rows()

    site.stranger().get("/new?preset=blackout")

    assert site.rows() == before
