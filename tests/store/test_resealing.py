"""Everything sealed is sealed anew with another key, while others write."""

import threading
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import LargeBinary, text, update

from pbem.app.notice_records import NewNotice, NoticeState
from pbem.signing import KeyGoneError, Keys
from pbem.store import StateCache, uow_factory
from pbem.store.overlap import note_key, overlap
from pbem.store.resealing import SEALED, reseal, sealed_with
from pbem.store.schema import metadata, outbox
from tests.journeys.town import wait_until
from tests.store.conftest import StoppedClock
from tests.store.rows import DAY, NOON, folded, new_game, new_seat, play_and_store, rules

OLD, NEW = (1, b"1" * 32), (2, b"2" * 32)
BOTH = Keys.of(NEW, OLD)


@pytest.fixture
def opened(engine):
    """Return what opens units of work under some keys; the process has cached nothing."""
    return lambda keys: uow_factory(engine, keys, StateCache(), StoppedClock())()


@pytest.fixture
def game(opened):
    """A finished game, and a value in every sealed column, under the old key."""
    with opened(Keys.of(OLD)) as uow:
        row = play_and_store(uow, new_game(uow, rules=rules("nomination_whist", 4)))
        uow.talks.add(row.id, 0, NOON, "hello")
        notice = uow.outbox.add(NewNotice("key", "turn", "a@x", NOON, row.id, facts={"a": 1}))
        with_mail = uow.outbox.get(notice)
        uow.outbox.save(_rendered(with_mail, b"the mail"))
        letter = uow.letters.add(
            raw=b"QS",
            recipient="r",
            recipients=("r",),
            lane=None,
            transport="smtp",
            key="k",
            at=NOON,
        )
        uow.letters.shunt(letter, "a traceback")
        uow.pending.add("lines", "b\0@x", {"b": 2}, NOON)
        uow.commit()
    return row, notice, letter


def _rendered(notice, raw):
    return replace(notice, rendered=raw)


def test_every_sealed_column_is_known():
    sealed = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.c
        if isinstance(column.type, LargeBinary)
    }

    assert {one.name for one in SEALED} == sealed


def test_after_it_all_opens_without_the_old_key_and_says_the_same(engine, opened, game):
    row, notice, letter = game
    before = sealed_with(engine)
    with opened(BOTH) as uow:
        told = uow.log.since(row.id, 0)

    steps = list(reseal(engine, BOTH, rows_at_once=3))

    assert set(before) == {1}
    assert sealed_with(engine) == {2: before[1]}
    assert sum(step.changed for step in steps if step.is_last) == before[1]
    with opened(Keys.of(NEW)) as uow:
        assert uow.log.since(row.id, 0) == told
        assert uow.log.game(row) == folded([one.event for one in told])
        assert uow.games.secret(row.id) == b"s" * 32
        assert [one.text for one in uow.talks.since(row.id, NOON)] == ["hello"]
        assert uow.outbox.get(notice).facts == {"a": 1}
        assert uow.outbox.get(notice).rendered == b"the mail"
        assert (uow.letters.get(letter).raw, uow.letters.get(letter).trace) == (
            b"QS",
            "a traceback",
        )
    # Again there is nothing to do.
    assert not any(step.changed for step in reseal(engine, BOTH))


def test_what_it_has_no_key_for_or_does_not_open_is_left_as_it_is(engine, opened, game):
    row, _, _ = game
    with engine.begin() as connection:
        connection.execute(update(outbox).values(rendered=b"\x01not sealed"))

    list(reseal(engine, Keys.of(NEW)))
    assert set(sealed_with(engine)) == {1}
    with opened(Keys.of(NEW)) as uow, pytest.raises(KeyGoneError):
        uow.games.secret(row.id)

    last = [step for step in reseal(engine, BOTH) if step.is_last]

    assert {step.column: step.shut for step in last if step.shut} == {"outbox.rendered": 1}
    assert sealed_with(engine)[1] == 1


def test_what_others_write_meanwhile_is_not_lost(engine, opened, game):
    """The row of a mail is in other hands, who write it as the old key's process."""
    if engine.dialect.name != "postgresql":
        pytest.skip("on SQLite there is one writer at a time")
    _, notice, _ = game
    done = threading.Thread(target=lambda: list(reseal(engine, BOTH)))
    with opened(Keys.of(OLD)) as uow:
        held = uow.outbox.claimed(notice)
        done.start()
        wait_until("the other to wait", lambda: _is_waited_for(engine))
        uow.outbox.save(_rendered(held, b"another mail"))
        uow.commit()
    done.join(30)

    assert set(sealed_with(engine)) == {2}
    with opened(Keys.of(NEW)) as uow:
        assert uow.outbox.get(notice).rendered == b"another mail"


def _is_waited_for(engine) -> bool:
    query = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    with engine.connect() as connection:
        return connection.execute(text(query)).scalar_one() > 0


def test_it_is_told_what_mails_from_before_the_change_hang_on(engine, opened):
    with opened(Keys.of(OLD)) as uow:
        row = new_game(uow)
        player = uow.players.add("Alice")
        seat = new_seat(uow, row.id, player_id=player.id)
        _mail(uow, "first", seat)
        uow.pending.add("lines", "b@x", {}, NOON + DAY)
        uow.players.bar_invitations("c@x")
        uow.commit()
    later = NOON + timedelta(hours=1)
    note_key(engine, 2, later)
    note_key(engine, 2, later + DAY)

    found = overlap(engine, 2, later, 3 * DAY)

    assert (found.changed, found.seats, found.barred) == (later, 1, 1)
    assert (found.questions, found.questions_until) == (1, NOON + DAY)
    with uow_factory(engine, BOTH, clock=Later(later))() as uow:
        _mail(uow, "second", seat)
        uow.commit()
    after = overlap(engine, 2, NOON + 2 * DAY, 3 * DAY)
    assert (after.seats, after.questions) == (0, 0)
    # Back to the key before, and then to this one again: it counts from then on.
    note_key(engine, 1, later + DAY)
    note_key(engine, 2, later + 2 * DAY)
    assert overlap(engine, 2, later, 3 * DAY).changed == later + 2 * DAY


@dataclass(frozen=True)
class Later:
    at: datetime

    def now(self) -> datetime:
        return self.at


def _mail(uow, key, seat):
    notice = uow.outbox.add(NewNotice(key, "turn", "a@x", NOON, seat.game_id, seat.id))
    uow.outbox.save(replace(uow.outbox.get(notice), state=NoticeState.SENT, sent_at=NOON))
