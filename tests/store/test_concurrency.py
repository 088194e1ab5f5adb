"""Several workers at one database: who gets what, and who waits."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from pbem.app.notice_records import NewNotice, NoticeState
from pbem.app.records import Recorded
from pbem.rules.events import BidMade
from pbem.store import StateCache, uow_factory
from tests.store.rows import NOON, new_game, new_seat, waits_of

WORKERS = 4


def together(work):
    """Run the work in several threads that begin at the same moment; return the results."""
    barrier = threading.Barrier(WORKERS)

    def one(number):
        barrier.wait(timeout=30)
        return work(number)

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(one, range(WORKERS)))


def stored(uows, make):
    with uows() as uow:
        made = make(uow)
        uow.commit()
    return made


def letter(uow, key, lane="seat/1"):
    return uow.letters.add(
        raw=b"raw", recipient="x", recipients=["x"], lane=lane, transport="lmtp", key=key, at=NOON
    )


def seated(uow):
    """A game that is waited for, and a seat of it."""
    game = new_game(uow)
    uow.waits.replace(game.id, waits_of(game.id, NOON))
    return game, new_seat(uow, game.id)


def test_one_of_several_workers_gets_a_notice(uows):
    notice_id = stored(uows, lambda uow: uow.outbox.add(NewNotice("k", "turn", "a@x", NOON)))

    def send(number):
        with uows() as uow:
            notice = uow.outbox.claimed(notice_id)
            if notice is None:
                return 0
            uow.outbox.save(replace(notice, state=NoticeState.SENT, message_id=str(number)))
            uow.commit()
        return 1

    assert sum(together(send)) == 1


def test_each_letter_of_a_lane_is_read_once_and_in_order(uows):
    ids = stored(uows, lambda uow: [letter(uow, str(count)) for count in range(12)])
    read = []

    def work(number):
        # Rung for any of the letters; what another worker holds is left to it.
        for letter_id in ids[number::WORKERS]:
            while read_one(letter_id):
                pass

    def read_one(letter_id):
        with uows() as uow:
            found = uow.letters.next_in_lane(letter_id)
            if found is None:
                return False
            read.append(found.id)
            uow.letters.finish(found.id, "done", "")
            uow.commit()
        return True

    together(work)

    assert read == ids


def test_a_mail_delivered_at_the_same_time_is_stored_once(uows):
    def deliver(_):
        with uows() as uow:
            letter_id = letter(uow, "the same")
            uow.commit()
        return letter_id

    assert len(set(together(deliver))) == 1


def test_a_mail_at_the_same_time_acts_once(uows):
    def act(_):
        with uows() as uow:
            is_first = uow.letters.first_time("the same", NOON)
            uow.commit()
        return is_first

    assert sorted(together(act)) == [False, False, False, True]


def test_a_mail_that_came_to_nothing_has_not_acted(uows):
    with uows() as uow:
        assert uow.letters.first_time("k", NOON)
    with uows() as uow:
        assert uow.letters.first_time("k", NOON)


def test_mails_to_a_seat_never_share_a_number(uows):
    seat = stored(uows, lambda uow: new_seat(uow, new_game(uow).id))

    def number(_):
        with uows() as uow:
            taken = uow.outbox.next_number(seat.id)
            uow.commit()
        return taken

    assert sorted(together(number)) == [1, 2, 3, 4]


def test_a_locked_game_makes_the_next_one_wait_so_that_no_event_is_lost(uows, engine, keys):
    row = stored(uows, new_game)

    def play(_):
        # Each worker has a cache of its own, as processes do.
        own = uow_factory(engine, keys, StateCache())
        for _ in range(5):
            with own() as uow:
                locked = uow.games.locked(row.id)
                seq = locked.seq + 1
                uow.log.append(row.id, [Recorded(seq, NOON, "person", BidMade(1, 0, 0))])
                uow.games.save(replace(locked, seq=seq))
                uow.commit()

    together(play)

    with uows() as uow:
        assert uow.games.get(row.id).seq == 5 * WORKERS
        assert [one.seq for one in uow.log.since(row.id, 0)] == list(range(1, 5 * WORKERS + 1))


def test_a_lock_ends_with_its_unit_of_work(uows):
    row = stored(uows, new_game)
    for _ in range(2):
        with uows() as uow:
            assert uow.games.locked(row.id) == row


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
class TestRowLocks:
    """Two units of work open at once, which only PostgreSQL lets be."""

    def test_a_claimed_notice_is_passed_over(self, uows):
        ids = stored(
            uows,
            lambda uow: [uow.outbox.add(NewNotice(k, "turn", "a@x", NOON)) for k in ("1", "2")],
        )
        with uows() as one, uows() as two:
            assert one.outbox.claimed(ids[0]).id == ids[0]
            assert two.outbox.claimed(ids[0]) is None
            assert two.outbox.claimed(ids[1]).id == ids[1]

    def test_a_lane_in_other_hands_is_left_alone(self, uows):
        def make(uow):
            return letter(uow, "1"), letter(uow, "2"), letter(uow, "3", "seat/2")

        first, second, other = stored(uows, make)
        with uows() as one, uows() as two:
            assert one.letters.next_in_lane(second).id == first
            assert two.letters.next_in_lane(second) is None
            assert two.letters.next_in_lane(other).id == other

    def test_due_games_in_other_hands_are_left_out(self, uows):
        def make(uow):
            ids = [new_game(uow).id for _ in range(2)]
            for game_id in ids:
                uow.waits.replace(game_id, waits_of(game_id, NOON))
            return ids

        first, second = stored(uows, make)
        with uows() as one, uows() as two:
            one.games.locked(first)
            assert two.waits.due(NOON, 9) == [second]
            assert one.waits.due(NOON, 9) == [first]

    def test_a_locked_game_can_be_read_and_pointed_to(self, uows):
        row = stored(uows, new_game)
        with uows() as one, uows() as two:
            one.games.locked(row.id)
            assert two.games.get(row.id) == row
            two.talks.add(row.id, 0, NOON, "hello")

    def test_a_locked_game_cannot_be_locked(self, uows):
        row = stored(uows, new_game)
        with ExitStack() as stack:
            one, two = stack.enter_context(uows()), stack.enter_context(uows())
            one.games.locked(row.id)
            two._connection.execute(text("SET LOCAL lock_timeout = '50ms'"))
            with pytest.raises(DBAPIError, match="lock timeout"):
                two.games.locked(row.id)

    def test_a_letter_of_a_seat_is_claimed_with_its_table(self, uows):
        game, seat = stored(uows, seated)
        stored(uows, lambda uow: letter(uow, "1", f"seat:{seat.id}"))
        with uows() as uow:
            found, _ = uow.letters.next_waiting()

            assert found.lane == f"seat:{seat.id}"
            with uows() as other:
                assert other.waits.due(NOON, 9) == []
            assert uow.games.locked_by_seat(seat.id) == game

    def test_a_letter_is_claimed_though_its_table_is_in_other_hands(self, uows):
        game, seat = stored(uows, seated)
        stored(uows, lambda uow: letter(uow, "1", f"seat:{seat.id}"))
        with uows() as uow:
            with uows() as somebody:
                somebody.games.save(replace(somebody.games.locked(game.id), seq=7))
                found, _ = uow.letters.next_waiting()
                somebody.commit()

            assert found.lane == f"seat:{seat.id}"
            assert uow.games.locked_by_seat(seat.id).seq == 7


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_writer_on_sqlite_has_the_pen_from_the_beginning(uows, engine):
    with uows() as one, engine.connect() as other:
        one.outbox.due(NOON, 1)
        driver = other.connection.dbapi_connection
        driver.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(DBAPIError, match="locked"):
            other.execute(text("SELECT 1"))
        driver.execute("PRAGMA busy_timeout = 20000")
