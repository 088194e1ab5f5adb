"""The letters of one seat are read in the order of receipt, whoever reads them."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis

from pbem import store
from pbem.app.records import LetterState
from pbem.doorbell import CeleryBell
from tests.infra.houses import environ_of, house_of
from tests.journeys.town import Town, wait_until

SERVICE = "play@cards.example.org"


def stored(house, name: str, lane: str | None = "seat:1") -> int:
    raw = f"From: a@example.org\r\nTo: {SERVICE}\r\nMessage-ID: <{name}@x>\r\n\r\nhelp\r\n"
    with house.services.uow() as uow:
        letter_id = uow.letters.add(
            raw=raw.encode(),
            recipient=SERVICE,
            recipients=(SERVICE,),
            lane=lane,
            transport="smtp",
            key=name,
            at=house.services.clock.now(),
        )
        uow.commit()
    return letter_id


def unread(house) -> list[int]:
    with house.services.uow() as uow:
        return uow.letters.unread(10)


def tries_held(broker_url: str) -> int:
    """Return how often the task that a worker holds until its time was tried before."""
    with closing(redis.Redis.from_url(broker_url)) as client:
        held = [json.loads(message) for message in client.hvals("unacked")]
    return max((message[0]["headers"]["retries"] for message in held), default=0)


@pytest.fixture
def house(database_url, broker_url):
    with house_of(environ_of(database_url, broker_url)) as opened:
        yield opened


@pytest.fixture
def town(database_url: str, broker_url: str, tmp_path: Path) -> Iterator[Town]:
    town = Town(database_url, broker_url, tmp_path)
    try:
        yield town
    finally:
        town.stop()


def test_a_letter_behind_one_in_other_hands_is_to_be_tried_again(house):
    first, second, other = stored(house, "1"), stored(house, "2"), stored(house, "3", "seat:2")
    with house.services.uow() as somebody:
        assert somebody.letters.next_in_lane(second).id == first

        assert not house.letter_reader.read(second)
        assert not house.letter_reader.read(first)
        assert house.letter_reader.read(other)

    assert unread(house) == [first, second]
    assert house.letter_reader.read(second)
    assert unread(house) == []
    assert house.letter_reader.read(first)


def test_a_letter_whose_ring_comes_first_waits_for_those_before_it(house):
    first, second, third = (stored(house, name) for name in "123")

    assert house.letter_reader.read(second)

    assert unread(house) == [third]
    with house.services.uow() as uow:
        assert uow.letters.get(first).state is LetterState.DONE


def test_a_worker_tries_again_without_being_rung(town: Town, broker_url: str):
    house = town.house()
    store.migrate(house.engine)
    town.postman.start()
    town.start("worker")
    first, second = stored(house, "1"), stored(house, "2")
    with house.services.uow() as somebody:
        assert somebody.letters.next_in_lane(first).id == first
        CeleryBell(broker_url).letters([second])
        wait_until("a second try", lambda: tries_held(broker_url) > 0)

    wait_until("both letters read", lambda: unread(house) == [])
    house.close()
