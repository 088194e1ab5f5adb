"""kill -9 of real processes in the middle of a game loses nothing and plays nothing twice."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.app import audit
from pbem.app.records import LetterState
from tests.journeys import reckoning
from tests.journeys.town import Person, Town, wait_until

SERVICE = "play@cards.example.org"


@pytest.fixture
def town(database_url: str, broker_url: str, tmp_path: Path) -> Iterator[Town]:
    town = Town(database_url, broker_url, tmp_path)
    # A mail that died in a worker's hands is sent again after ten times this long.
    town.environ["PBEM_SMTP_TIMEOUT"] = "1"
    town.postman.start()
    town.start("listen", "worker", "beat")
    try:
        town.wait_for_doors()
        yield town
    finally:
        town.stop()


def play_while_parts_die(town: Town, person: Person, chance: random.Random) -> int:
    """Let a person answer until the game is over, killing parts all the time; return how often."""
    kills = 0
    over = False

    def step() -> bool:
        nonlocal kills, over
        for mail in person.new_mails():
            if mail.asks:
                person.answer(mail)
                part = chance.choice(["worker", "worker", "listen", "beat"])
                _let_some_time_pass(town, chance)
                town.kill(part)
                town.start(part)
                kills += 1
            over = over or "over" in mail.first_line
        return over

    wait_until("the end of a game amid kills", step, seconds=400)
    return kills


def _let_some_time_pass(town: Town, chance: random.Random) -> None:
    """Wait until something in the town moved, at most a moment: kills hit any hop."""
    before, steps = town.postman.count(), chance.randrange(40)
    seen = iter(range(steps))
    wait_until("a moment", lambda: town.postman.count() != before or next(seen, None) is None)


def test_a_game_amid_kills_is_played_once_and_to_the_end(town: Town):
    alice = Person(town, "Alice")
    alice.write(SERVICE, "practice")
    mail = wait_until("a question to Alice", lambda: (alice.new_mails() or [None])[0])
    alice.write(mail.reply_to, "yes", mail)

    kills = play_while_parts_die(town, alice, random.Random(7))

    assert kills > 10
    house = town.house()
    try:
        _assert_all_is_well(town, house.services)
    finally:
        house.close()


def _assert_all_is_well(town: Town, services) -> None:
    events = reckoning.events_of(services.uow, 1)
    reckoning.assert_played_once(events)
    assert list(reckoning.ended(events).totals) == reckoning.totals(events)
    assert all(finding.holds for finding in audit.replay(services, 1))
    assert all(finding.holds for finding in audit.verify(services, 1))
    with services.uow() as uow:
        letters = uow.letters.newest(1000)
    assert {letter.state for letter in letters} == {LetterState.DONE}
    _assert_mails_differ_only_if_they_are_others(town)


def _assert_mails_differ_only_if_they_are_others(town: Town) -> None:
    """A mail may come twice when a worker died, but then it is the same to the byte."""
    by_id: dict[str, set[bytes]] = {}
    for raw in town.postman.mails("alice@home.example"):
        message_id = next(
            line for line in raw.decode().splitlines() if line.startswith("Message-ID")
        )
        by_id.setdefault(message_id, set()).add(raw)
    assert all(len(versions) == 1 for versions in by_id.values())
