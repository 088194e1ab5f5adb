"""Going on from a restored backup, on SQLite: a copy of the file that was put back."""

from dataclasses import replace
from datetime import timedelta

from pbem.app import clock
from pbem.app.recovery import Recovered, recover
from tests.app.house import House
from tests.app.test_moves import CAST


def none_unread(letter_id: int) -> None:
    raise AssertionError(letter_id)


def test_a_house_that_never_ran_has_nothing_to_recover(house: House):
    house.table(*CAST)

    assert recover(house.services, none_unread) is None


def test_notices_are_withdrawn_and_all_are_told_once(house: House):
    _row, before = house.table(*CAST)
    clock.tick(house.services)
    waiting = house.notices()
    house.clock.turn(timedelta(hours=30))

    done = recover(house.services, none_unread)

    assert isinstance(done, Recovered)
    assert done.withdrawn == len(waiting) > 0
    told = house.notices()
    people = {seat.id for seat in before.values() if not seat.is_bot}
    assert sorted(notice.seat_id or 0 for notice in told) == sorted(people)
    assert {notice.kind for notice in told} == {"turn"}
    assert min(notice.id for notice in told) > max(notice.id for notice in waiting) + 1000
    assert recover(house.services, none_unread) is None


def test_who_wants_no_mail_gets_none_and_keeps_the_addresses(house: House):
    row, seats = house.table(*CAST)
    with house.services.uow() as uow:
        bob = uow.seats.get(seats["Bob"].id)
        assert bob is not None
        uow.seats.save(replace(bob, mails=False))
        uow.commit()
    clock.tick(house.services)
    house.clock.turn(timedelta(hours=3))

    recover(house.services, none_unread)

    assert seats["Bob"].id not in {notice.seat_id for notice in house.notices()}
    generations = {seat.name: seat.generation for seat in house.seats(row.code).values()}
    assert generations["Bob"] == seats["Bob"].generation
    assert generations["Alice"] > seats["Alice"].generation


def test_ids_are_left_out_of_tables_that_were_empty_too(house: House):
    house.table(*CAST)
    clock.tick(house.services)
    house.clock.turn(timedelta(hours=3))
    recover(house.services, none_unread)

    with house.services.uow() as uow:
        pending = uow.pending.add("sign_in", "a@home.example", {}, house.clock.now())

    assert pending > 1000
