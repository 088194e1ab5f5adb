"""One ring has a worker read a heap of letters: each once, in order, and none is missed."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from pbem import doorbell, store
from pbem.app.records import LetterState
from pbem.wiring import House, reading, rounds
from tests.infra.houses import environ_of, house_of
from tests.infra.test_doorbell import rung
from tests.journeys.town import Town, wait_until

SERVICE = "play@cards.example.org"
FOR_LETTERS = (doorbell.READ_LETTERS, [])


def raw(name: str) -> bytes:
    head = f"From: {name}@home.example\r\nTo: {SERVICE}\r\nMessage-ID: <{name}@x>\r\n"
    return f"{head}\r\nhelp\r\n".encode()


def stored(house: House, name: str, lane: str | None = None) -> int:
    """Store a letter without ringing for it."""
    with house.services.uow() as uow:
        letter_id = uow.letters.add(
            raw=raw(name),
            recipient=SERVICE,
            recipients=(SERVICE,),
            lane=lane,
            transport="smtp",
            key=name,
            at=house.services.clock.now(),
        )
        uow.commit()
    return letter_id


def unread(house: House) -> list[int]:
    with house.services.uow() as uow:
        return uow.letters.unread(1000)


def states(house: House) -> dict[int, LetterState]:
    with house.services.uow() as uow:
        return {letter.id: letter.state for letter in uow.letters.newest(1000)}


def answered(house: House) -> list[str]:
    """Return whose letters were answered, in the order in which the answers were queued."""
    with house.services.uow() as uow:
        ids = sorted(uow.outbox.due(house.services.clock.now(), 1000))
        return [uow.outbox.get(one).email.partition("@")[0] for one in ids]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch) -> None:
    """Let no round end early because the machine has other work to do."""
    monkeypatch.setattr(rounds, "_SECONDS", 60.0)


@pytest.fixture
def house(database_url: str, broker_url: str) -> Iterator[House]:
    with house_of(environ_of(database_url, broker_url)) as opened:
        yield opened


@pytest.fixture
def other(database_url: str, broker_url: str) -> Iterator[House]:
    with house_of(environ_of(database_url, broker_url)) as opened:
        yield opened


@pytest.fixture
def during(monkeypatch) -> Callable[[Callable[[bytes], None]], None]:
    """Have something done while a letter is read, which is given its bytes."""
    whole = reading.read

    def let(happen: Callable[[bytes], None]) -> None:
        def read(letter: bytes, **envelope):
            happen(letter)
            return whole(letter, **envelope)

        monkeypatch.setattr(reading, "read", read)

    return let


@pytest.fixture
def town(database_url: str, broker_url: str, tmp_path: Path) -> Iterator[Town]:
    town = Town(database_url, broker_url, tmp_path)
    # A mail that died in a worker's hands is sent again after ten times this long.
    town.environ["PBEM_SMTP_TIMEOUT"] = "1"
    town.postman.start()
    try:
        yield town
    finally:
        town.stop()


@pytest.fixture
def hall(town: Town) -> Iterator[House]:
    """The house of the town, for a look at its rows."""
    house = town.house()
    store.migrate(house.engine)
    yield house
    house.close()


def test_one_round_reads_all_that_waits_and_rings_for_its_mails_a_few_at_a_time(house, broker_url):
    names = [f"p{number}" for number in range(7)]
    for name in names:
        stored(house, name)

    assert house.read_letters()

    assert unread(house) == []
    assert answered(house) == names
    calls = rung(broker_url)
    with house.services.uow() as uow:
        due = sorted(uow.outbox.due(house.services.clock.now(), 100))
    assert [one for name, ids in calls if name == doorbell.SEND_NOTICES for one in ids] == due
    assert len(calls) == 3, "two rings for mails, and one for somebody to help"


def test_a_lone_letter_has_nobody_rung_for_more(house, broker_url):
    stored(house, "alice")

    assert house.read_letters()

    assert [name for name, _ids in rung(broker_url)] == [doorbell.SEND_NOTICES]


def test_a_letter_that_comes_while_the_last_one_is_read_rings_anew(house, broker_url, during):
    stored(house, "alice")
    house.services.bell.letters([1])
    came: list[bytes] = []

    def come(letter: bytes) -> None:
        if not came:
            came.append(letter)
            house.doorstep.store(raw("bob"), SERVICE, (SERVICE,), "smtp")

    during(come)
    before = rung(broker_url).count(FOR_LETTERS)

    assert house.read_letters()

    assert came
    assert len(unread(house)) == 1
    assert rung(broker_url).count(FOR_LETTERS) == before + 1
    assert house.read_letters()
    assert unread(house) == []


def test_a_letter_for_which_nobody_rang_since_a_ring_lies_there_is_read_by_its_round(
    house, broker_url
):
    house.doorstep.store(raw("alice"), SERVICE, (SERVICE,), "smtp")
    house.doorstep.store(raw("bob"), SERVICE, (SERVICE,), "smtp")
    assert rung(broker_url) == [FOR_LETTERS]

    assert house.read_letters()

    assert answered(house) == ["alice", "bob"]


def test_a_round_ends_and_rings_for_what_is_left(house, broker_url, monkeypatch):
    monkeypatch.setattr(rounds, "_LETTERS", 2)
    ids = [stored(house, f"p{number}") for number in range(5)]

    assert house.read_letters()

    assert unread(house) == ids[2:]
    assert FOR_LETTERS in rung(broker_url)


def test_a_letter_that_blows_up_is_shunted_and_the_round_goes_on(house, during):
    def blow_up(letter: bytes) -> None:
        if b"<bug@" in letter:
            raise ZeroDivisionError

    during(blow_up)
    first, bad, last = (stored(house, name) for name in ("alice", "bug", "bob"))

    assert house.read_letters()

    assert states(house) == {
        first: LetterState.DONE,
        bad: LetterState.SHUNTED,
        last: LetterState.DONE,
    }


def outage(letter: bytes) -> None:
    if b"<outage" in letter:
        raise OperationalError("SELECT 1", {}, Exception("lock not available"))


def test_a_letter_at_which_the_database_fails_holds_up_no_other(house, during):
    during(outage)
    bad, good = stored(house, "outage"), stored(house, "alice")

    with pytest.raises(OperationalError):
        house.read_letters()

    assert states(house) == {bad: LetterState.NEW, good: LetterState.DONE}


def test_a_letter_that_cannot_be_opened_holds_up_no_other(house):
    bad, good = stored(house, "alice"), stored(house, "bob")
    with house.engine.begin() as connection:
        forged = text("UPDATE letters SET raw = '1' WHERE id = :id")
        connection.execute(forged, {"id": bad})

    assert house.read_letters()

    assert states(house) == {bad: LetterState.SHUNTED, good: LetterState.DONE}


def test_letters_at_which_the_database_fails_do_not_ring_for_each_other(house, broker_url, during):
    during(outage)
    ids = [stored(house, f"outage{number}") for number in range(3)]

    with pytest.raises(OperationalError):
        house.read_letters()

    assert unread(house) == ids
    assert rung(broker_url) == []


def test_what_lies_behind_a_letter_in_other_hands_is_tried_again_without_a_ring(house, broker_url):
    first, second = stored(house, "1", "seat:1"), stored(house, "2", "seat:1")
    with house.services.uow() as somebody:
        assert somebody.letters.next_in_lane(first).id == first

        assert not house.read_letters()

        assert unread(house) == [first, second]
        assert rung(broker_url) == []
    assert house.read_letters()
    assert unread(house) == []


def test_a_letter_in_other_hands_is_left_to_them(house, other, broker_url):
    stored(house, "alice")
    with house.services.uow() as somebody:
        assert somebody.letters.next_waiting() is not None

        assert other.read_letters()

    assert rung(broker_url) == []


def test_two_workers_read_one_heap_each_letter_once_and_those_of_a_seat_in_order(
    house, other, during
):
    for number in range(40):
        stored(house, f"p{number}", f"seat:{number % 3 + 1}")
    begun, lock = [], threading.Lock()

    def note(letter: bytes) -> None:
        name = letter.partition(b"@")[0].removeprefix(b"From: p")
        with lock:
            begun.append((int(name), threading.get_ident()))

    during(note)
    work = [threading.Thread(target=read_all, args=(one, house)) for one in (house, other)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join(60)

    assert unread(house) == []
    assert sorted(number for number, _who in begun) == list(range(40))
    for seat in range(3):
        of_seat = [number for number, _who in begun if number % 3 == seat]
        assert of_seat == sorted(of_seat)


def read_all(reader: House, looking: House) -> None:
    while unread(looking):
        reader.read_letters()


def test_real_workers_read_a_heap_that_comes_while_they_read(town: Town, hall: House):
    town.start("worker", workers=2)
    names = [f"p{number}" for number in range(60)]
    for number, name in enumerate(names):
        stored(hall, name, f"seat:{number % 5 + 1}")
        hall.services.bell.letters([number])

    wait_until("all letters to be read", lambda: not unread(hall))
    wait_until("all answers", lambda: town.postman.count() == len(names))

    assert set(states(hall).values()) == {LetterState.DONE}
    assert all(len(town.postman.mails(f"{name}@home.example")) == 1 for name in names)


def test_kill_9_within_a_round_loses_no_letter_and_no_mail(town: Town, hall: House):
    names = [f"p{number}" for number in range(120)]
    for name in names:
        stored(hall, name)
    hall.services.bell.letters([1])
    town.start("worker")

    wait_until("the middle of a round", lambda: 0 < len(unread(hall)) < len(names))
    town.kill("worker")
    left = len(unread(hall))
    town.start("worker")

    def is_over() -> bool:
        # As beat has it done every few seconds.
        hall.sweep()
        return all(town.postman.mails(f"{name}@home.example") for name in names)

    wait_until("all letters to be answered", is_over)
    assert 0 < left < len(names)
    assert set(states(hall).values()) == {LetterState.DONE}
    for name in names:
        assert len(set(town.postman.mails(f"{name}@home.example"))) == 1


@pytest.mark.parametrize("lost", ["everything", "the ring alone"])
def test_a_ring_that_redis_lost_is_made_up_by_the_sweep(
    town: Town, hall: House, broker_url: str, lost: str
):
    hall.doorstep.store(raw("alice"), SERVICE, (SERVICE,), "smtp")
    with closing(redis.Redis.from_url(broker_url)) as client:
        if lost == "everything":
            client.flushdb()
        else:
            client.delete("celery")
            assert client.exists(doorbell.RUNG)
    assert rung(broker_url) == []
    town.start("worker")

    hall.sweep()

    wait_until("the letter to be read", lambda: not unread(hall))
    wait_until("its answer", town.postman.count)
