"""Four people who know only their mails play a whole game against the real service."""

import http.client
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import lxml.html
import pytest

from pbem.app.records import LetterState
from tests.journeys import reckoning
from tests.journeys.town import Mail, Person, Town, wait_until

SERVICE = "play@cards.example.org"


class LinkPresser(Person):
    """Somebody who never writes: only opens the link and presses a button there."""

    def answer(self, mail: Mail) -> None:
        page = self._fetch("GET", mail.link)
        form = lxml.html.fromstring(page)
        buttons = form.xpath("//form[@method='post']//button[@name='answer']")
        assert buttons, lxml.html.tostring(form, encoding="unicode")
        button = buttons[-1]
        fields = {
            item.get("name"): item.get("value", "")
            for item in button.xpath("ancestor::form//input[@name]")
        }
        fields["answer"] = button.get("value")
        action = button.xpath("ancestor::form")[0].get("action") or mail.link
        self._fetch("POST", urllib.parse.urljoin(mail.link, action), fields)

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
    person.write(mail.reply_to, "yes", mail)


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
