"""A letter acts once; one that blows up is put aside, and a lost database costs nothing."""

from base64 import b64encode

import pytest
from sqlalchemy.exc import OperationalError

from pbem.app.records import LetterState
from pbem.wiring import reading
from tests.infra.houses import environ_of, house_of

LETTER = (
    b"From: alice@example.org\r\nTo: play@cards.example.org\r\nMessage-ID: <%s@x>\r\n\r\nhelp\r\n"
)
SERVICE = "play@cards.example.org"


@pytest.fixture
def house(database_url, broker_url):
    with house_of(environ_of(database_url, broker_url)) as opened:
        yield opened


def store(house, name: bytes) -> int:
    house.doorstep.store(LETTER % name, SERVICE, (SERVICE,), "smtp")
    with house.services.uow() as uow:
        return max(uow.letters.unread(10))


def states(house) -> dict[int, str]:
    with house.services.uow() as uow:
        return {letter.id: letter.state for letter in uow.letters.newest(10)}


@pytest.fixture
def fragile(monkeypatch):
    """Reading breaks on letters that say so."""
    whole = reading.read

    def read(raw, **envelope):
        if b"<bug@" in raw:
            raise ZeroDivisionError("a bug")
        if b"<outage@" in raw:
            raise OperationalError("SELECT 1", {}, Exception("server closed the connection"))
        return whole(raw, **envelope)

    monkeypatch.setattr(reading, "read", read)


def test_a_letter_is_read_once(house):
    letter = store(house, b"one")

    house.letter_reader.read(letter)
    house.letter_reader.read(letter)

    assert states(house) == {letter: LetterState.DONE}
    with house.services.uow() as uow:
        assert len(uow.outbox.due(house.services.clock.now(), 10)) == 1


@pytest.mark.usefixtures("fragile")
def test_a_letter_that_blows_up_is_shunted_with_its_traceback(house, caplog):
    bad, good = store(house, b"bug"), store(house, b"two")

    house.letter_reader.read(bad)
    house.letter_reader.read(good)

    assert states(house) == {bad: LetterState.SHUNTED, good: LetterState.DONE}
    with house.services.uow() as uow:
        assert "ZeroDivisionError: a bug" in uow.letters.get(bad).trace
    assert f"letter {bad} blew up: ZeroDivisionError" in caplog.text
    assert "a bug" not in caplog.text


@pytest.mark.usefixtures("fragile")
def test_a_letter_that_came_while_the_database_was_away_stays_unread(house):
    letter = store(house, b"outage")

    with pytest.raises(OperationalError):
        house.letter_reader.read(letter)

    assert states(house) == {letter: LetterState.NEW}


def test_a_shunted_letter_is_read_when_it_is_opened_again(house, fragile, monkeypatch):
    letter = store(house, b"bug")
    house.letter_reader.read(letter)
    monkeypatch.undo()
    with house.services.uow() as uow:
        assert uow.letters.reopen(letter)
        uow.commit()

    house.letter_reader.read(letter)

    assert states(house) == {letter: LetterState.DONE}


def test_a_mail_that_comes_by_two_ways_acts_once(house):
    first = store(house, b"same")
    house.doorstep.store(LETTER % b"same" + b"Received later\r\n", SERVICE, (SERVICE,), "hook")
    with house.services.uow() as uow:
        second = max(uow.letters.unread(10))

    house.letter_reader.read(first)
    house.letter_reader.read(second)

    with house.services.uow() as uow:
        verdicts = {letter.id: letter.verdict for letter in uow.letters.newest(10)}
        assert len(uow.outbox.due(house.services.clock.now(), 10)) == 1
    assert verdicts[first] != "duplicate"
    assert verdicts[second] == "duplicate"


def with_keys(environ: dict[str, str], *ids: int) -> dict[str, str]:
    """Return the environment with these keys, the newest first."""
    keys = [f"{number}:{b64encode(bytes([number]) * 32).decode()}" for number in ids]
    return environ | {"PBEM_KEYS": ",".join(keys)}


def test_a_letter_whose_key_is_gone_is_shunted_and_read_once_the_key_is_back(
    database_url, broker_url, caplog
):
    environ = environ_of(database_url, broker_url)
    with house_of(with_keys(environ, 3)) as before:
        bad = store(before, b"one")
    with house_of(with_keys(environ, 4)) as after:
        good = store(after, b"two")

        assert after.read_letters()

        assert states(after) == {bad: LetterState.SHUNTED, good: LetterState.DONE}
        with after.services.uow() as uow:
            listed = {letter.id: letter.reason for letter in uow.letters.newest(10)}
            shown = uow.letters.get(bad)
            assert uow.letters.reopen(bad)
            uow.commit()
        assert listed[bad] == "sealed with key 3, which is not in PBEM_KEYS; retry once it is back"
        assert shown.raw == b""
        assert "LetterStaysSealed" in shown.trace
        assert "sealed with key 3" in caplog.text

        after.letter_reader.read(bad)
        assert states(after)[bad] == LetterState.SHUNTED
    with house_of(with_keys(environ, 4, 3)) as whole:
        with whole.services.uow() as uow:
            assert uow.letters.reopen(bad)
            uow.commit()

        assert whole.letter_reader.read(bad)

        assert states(whole)[bad] == LetterState.DONE


def test_letters_are_listed_when_the_key_of_their_tracebacks_is_gone(database_url, broker_url):
    environ = environ_of(database_url, broker_url)
    with house_of(with_keys(environ, 3)) as before:
        letter = store(before, b"one")
        with before.services.uow() as uow:
            uow.letters.shunt(letter, "a trace")
            uow.commit()

    with house_of(with_keys(environ, 4)) as after, after.services.uow() as uow:
        assert [one.id for one in uow.letters.newest(10)] == [letter]
        assert uow.letters.get(letter).trace is None
