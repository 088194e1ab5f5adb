"""PostgreSQL is restarted in the middle: letters are read all the same, none is lost or put aside."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from pbem.app.records import LetterState
from pbem.store import migrate, open_engine
from pbem.wiring import House, reading
from tests import servers
from tests.infra.houses import environ_of, house_of
from tests.journeys.town import Person, Town, wait_until
from tests.servers import Cluster

SERVICE = "play@cards.example.org"
LETTER = (
    b"From: alice@home.example\r\nTo: play@cards.example.org\r\nMessage-ID: <%d@x>\r\n\r\nhelp\r\n"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with servers.own_postgres() as cluster:
        engine = open_engine(cluster.url)
        migrate(engine)
        engine.dispose()
        yield cluster


@pytest.fixture
def house(server: Cluster, broker_url: str) -> Iterator[House]:
    with house_of(environ_of(server.url, broker_url)) as opened:
        yield opened


def stored(house: House, number: int) -> int:
    house.doorstep.store(LETTER % number, SERVICE, (SERVICE,), "smtp")
    with house.services.uow() as uow:
        return uow.letters.newest(1)[0].id


def state(house: House, letter_id: int) -> LetterState:
    with house.services.uow() as uow:
        letter = uow.letters.get(letter_id)
    assert letter is not None
    return letter.state


def read_until_done(house: House, letter_id: int) -> int:
    """Read as the queue and the sweep have it read; return how many tries failed."""
    failed = 0
    while True:
        try:
            house.letter_reader.read(letter_id)
        except DBAPIError:
            failed += 1
            assert failed < 5
        else:
            return failed


def test_a_restart_between_letters_costs_a_try(server: Cluster, house: House):
    letter_id = stored(house, 1)
    server.restart()

    assert read_until_done(house, letter_id) <= 1

    assert state(house, letter_id) is LetterState.DONE


def test_a_restart_while_a_letter_is_read_undoes_the_reading_and_no_more(
    server: Cluster, house: House, monkeypatch
):
    letter_id = stored(house, 2)
    whole, restarts = reading.read, []

    def read(*given, **envelope):
        if not restarts:
            restarts.append(server.restart())
        return whole(*given, **envelope)

    monkeypatch.setattr(reading, "read", read)

    with pytest.raises(DBAPIError):
        house.letter_reader.read(letter_id)
    assert restarts
    # A second connection of the pool may be as old.
    assert read_until_done(house, letter_id) <= 1

    assert state(house, letter_id) is LetterState.DONE
    with house.services.uow() as uow:
        due = uow.outbox.due(house.services.clock.now(), 99)
        kinds = [notice.kind for one in due if (notice := uow.outbox.get(one))]
    assert kinds.count("service") >= 1


@pytest.fixture
def town(server: Cluster, broker_url: str, tmp_path: Path) -> Iterator[Town]:
    town = Town(server.url, broker_url, tmp_path)
    # A mail in the hands of a worker that failed is sent again after ten times this long.
    town.environ["PBEM_SMTP_TIMEOUT"] = "1"
    town.postman.start()
    town.start("listen", "worker", "beat")
    try:
        town.wait_for_doors()
        yield town
    finally:
        town.stop()


@pytest.mark.slow
def test_a_running_service_goes_on_after_restarts(server: Cluster, town: Town):
    carol = Person(town, "Carol")
    carol.write(SERVICE, "practice")
    ask = wait_until("a question", lambda: next(iter(carol.new_mails()), None))
    server.restart()
    carol.write(ask.reply_to, "yes", ask)
    for _ in range(2):
        turn = wait_until("a turn", lambda: next((m for m in carol.new_mails() if m.asks), None))
        carol.answer(turn)
        server.restart()
    wait_until("one more turn", lambda: next((m for m in carol.new_mails() if m.asks), None))

    house = town.house()
    try:
        with house.services.uow() as uow:
            mine = [letter for letter in uow.letters.newest(99) if letter.transport != "hook"]
    finally:
        house.close()
    assert {letter.state for letter in mine} == {LetterState.DONE}
    assert [letter.verdict for letter in mine].count("applied") >= 2
