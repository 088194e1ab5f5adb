"""Clocks where several seats are waited for at once: each has its own."""

from datetime import timedelta

from pbem.app import clock, pages
from pbem.app.records import WaitRow
from pbem.rules.events import BidSealed, BidsShown, ClockRanOut
from tests.app.house import House
from tests.app.test_time import events

CAST = ("Alice", "Bob", "Carol", "Dan")


def waits(house: House, game_id: int) -> dict[int, WaitRow]:
    with house.services.uow() as uow:
        return {row.seat: row for row in uow.waits.of(game_id)}


def test_each_who_has_not_bid_is_reminded_once_and_nobody_else(house: House):
    row, seats = house.table(*CAST, preset="boerenbridge")
    house.letter(seats["Bob"], "1")
    house.clock.turn(row.limit / 2)

    clock.tick(house.services)
    clock.tick(house.services)

    reminded = sorted(notice.seat_id for notice in house.notices("reminder"))
    assert reminded == sorted(seats[name].id for name in ("Alice", "Carol", "Dan"))


def test_at_the_deadline_a_stand_in_bids_once_for_each_who_did_not(house: House):
    row, seats = house.table(*CAST, preset="boerenbridge")
    house.letter(seats["Bob"], "1")
    house.clock.turn(row.limit)

    clock.tick(house.services)
    clock.tick(house.services)

    log = events(house, row.id)
    late = {seats[name].number for name in ("Alice", "Carol", "Dan")}
    assert {event.seat for event in log if isinstance(event, ClockRanOut)} == late
    sealed = [event.seat for event in log if isinstance(event, BidSealed)]
    assert sorted(sealed) == [0, 1, 2, 3]
    (shown,) = [event for event in log if isinstance(event, BidsShown)]
    assert shown.bids[seats["Bob"].number or 0] == 1


def test_a_bid_that_is_made_or_replaced_leaves_the_clocks_of_others_alone(house: House):
    row, seats = house.table(*CAST, preset="oh_hell_simultaneous")
    before = waits(house, row.id)
    house.clock.turn(timedelta(hours=1))

    house.letter(seats["Bob"], "1")
    house.letter(seats["Bob"], "0")

    bob = seats["Bob"].number
    assert waits(house, row.id) == {seat: one for seat, one in before.items() if seat != bob}


def test_who_is_away_bids_by_a_stand_in_and_the_others_keep_their_time(house: House):
    row, seats = house.table(*CAST, preset="boerenbridge")
    before = waits(house, row.id)
    house.clock.turn(timedelta(hours=1))

    house.letter(seats["Carol"], "stop")

    carol = seats["Carol"].number
    assert waits(house, row.id) == {seat: one for seat, one in before.items() if seat != carol}
    sealed = [event.seat for event in events(house, row.id) if isinstance(event, BidSealed)]
    assert sealed == [carol]


def test_the_last_bid_and_the_deadline_of_another_make_one_set_of_bids(house: House):
    row, seats = house.table(*CAST, preset="boerenbridge")
    for name in ("Bob", "Carol"):
        house.letter(seats[name], "1")
    dan = house.position(seats["Dan"])
    house.clock.turn(row.limit)
    clock.tick(house.services)

    late = pages.act(house.services, seats["Dan"].id, "2", dan)

    assert late.refused is not None
    log = events(house, row.id)
    assert len([event for event in log if isinstance(event, BidsShown)]) == 1
    ran_out = {event.seat for event in log if isinstance(event, ClockRanOut)}
    assert ran_out == {seats["Alice"].number, seats["Dan"].number}
