"""Four people who know only their mails play a whole game against the real service."""

import http.client
import re
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import lxml.html
import pytest
from lxml.html import HtmlElement

from pbem.app.records import LetterState
from tests.journeys import reckoning
from tests.journeys.town import Mail, Person, Town, wait_until

SERVICE = "play@cards.example.org"


class LinkPresser(Person):
    """Somebody who never writes: only opens the links of mails and presses buttons there."""

    def write(self, to: str, text: str, answering: Mail | None = None) -> None:
        raise AssertionError(f"{self.name} wrote {text!r}")

    def say_yes(self, mail: Mail) -> None:
        link = re.search(r"^(http\S+/come/\S+)$", mail.text, re.MULTILINE)
        assert link is not None, mail.text
        page = self._press(
            link.group(1), "//form[.//input[@name='answer' and @value='yes']]//button"
        )
        assert "You are in" in page.text_content()

    def answer(self, mail: Mail) -> None:
        self._press(mail.link, "//form[@method='post']//button[@name='answer']")

    def _press(self, link: str, which: str) -> HtmlElement:
        """Press the last of these buttons of a page, and return the page that comes then."""
        page = lxml.html.fromstring(self._fetch("GET", link))
        buttons = page.xpath(which)
        assert buttons, lxml.html.tostring(page, encoding="unicode")
        button = buttons[-1]
        (form,) = button.xpath("ancestor::form")
        fields = {one.get("name"): one.get("value", "") for one in form.xpath(".//input[@name]")}
        if button.get("name"):
            fields[button.get("name")] = button.get("value")
        action = urllib.parse.urljoin(link, form.get("action") or link)
        return lxml.html.fromstring(self._fetch("POST", action, fields) or "<p></p>")

    def _fetch(self, method: str, url: str, fields: dict[str, str] | None = None) -> str:
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=30)
        body = urllib.parse.urlencode(fields) if fields is not None else None
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        connection.request(method, parts.path, body, headers)
        answer = connection.getresponse()
        page = answer.read().decode()
        assert answer.status in (200, 303), f"{method} {answer.status}: {page}"
        connection.close()
        return page


@pytest.fixture
def town(database_url: str, broker_url: str, tmp_path: Path) -> Iterator[Town]:
    town = Town(database_url, broker_url, tmp_path)
    town.postman.start()
    town.start("listen", "worker", "beat", "web")
    try:
        town.wait_for_doors()
        yield town
    finally:
        town.stop()


def invite(people: list[Person]) -> None:
    """Let the first start a table with the others; everybody says yes when asked."""
    starter, *others = people
    names = ", ".join(person.email for person in others)
    starter.write(SERVICE, f"new nomination whist with {names}")
    _say_yes(starter)
    for person in others:
        _say_yes(person)


def _say_yes(person: Person) -> None:
    mail = wait_until(f"a question to {person.name}", lambda: (person.new_mails() or [None])[0])
    person.say_yes(mail)


def play_to_the_end(people: list[Person]) -> None:
    """Let everybody answer what asks, until all have been told the end."""
    over: set[str] = set()

    def everybody_was_told() -> bool:
        for person in people:
            for mail in person.new_mails():
                if mail.asks:
                    person.answer(mail)
                if "game is over" in mail.first_line or "game ended" in mail.first_line:
                    over.add(person.name)
        return len(over) == len(people)

    try:
        wait_until("the end of the game", everybody_was_told, seconds=420)
    except AssertionError as vain:
        last = {person.name: (person.read, person.seen[-1].first_line) for person in people}
        raise AssertionError(f"{vain}; the last mails: {last}") from None


@pytest.mark.parametrize("presses_links", [False, True], ids=["by reply", "one by links"])
def test_four_people_play_a_whole_game_by_mail(town: Town, presses_links: bool):
    kinds = [Person, Person, Person, LinkPresser if presses_links else Person]
    people = [
        kind(town, name) for kind, name in zip(kinds, ("Alice", "Bob", "Carol", "Dan"), strict=True)
    ]

    invite(people)
    play_to_the_end(people)

    house = town.house()
    events = reckoning.events_of(house.services.uow, 1)
    with house.services.uow() as uow:
        letters = uow.letters.newest(1000)
    house.close()
    reckoning.assert_played_once(events)
    assert list(reckoning.ended(events).totals) == reckoning.totals(events)
    assert {letter.state for letter in letters} == {LetterState.DONE}
    # A bid a deal and a card a trick: no mail but what asks, news and the end.
    asked = 13 + 55
    assert all(len(person.seen) <= asked + 13 + 6 for person in people)
