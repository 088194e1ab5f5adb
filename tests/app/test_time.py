"""Clocks, reminders, stand-ins, leaving and coming back."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.app import clock, leaving, pages, upkeep
from pbem.app.answers import Done, NothingOpen, ResignAsks, SeatAway
from pbem.app.records import GameStatus, Seat
from pbem.app.telling import told
from pbem.orders.orders import NewGame
from pbem.rules.events import ClockRanOut, SeatHandedOver
from tests.app.house import House
from tests.app.test_moves import CAST, an_answer, last_answer, on_turn, play_on


def events(house: House, game_id: int):
    with house.services.uow() as uow:
        return [record.event for record in uow.log.since(game_id, 0)]


def test_a_reminder_comes_at_half_the_time_and_once(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    house.clock.turn(row.limit / 2)

    clock.tick(house.services)
    clock.tick(house.services)
    house.clock.turn(timedelta(hours=1))
    clock.tick(house.services)

    assert [notice.seat_id for notice in house.notices("reminder")] == [first.id]
    assert house.game(row.code).seq == row.seq


def test_at_the_deadline_a_stand_in_acts_once(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    house.clock.turn(row.limit)

    clock.tick(house.services)
    clock.tick(house.services)

    ran_out = [event for event in events(house, row.id) if isinstance(event, ClockRanOut)]
    assert ran_out == [ClockRanOut(1, first.number or 0)]
    assert on_turn(house, seats).id != first.id
    assert not house.seats(row.code)[first.name].stand_in


def test_an_answer_in_time_keeps_the_stand_in_away(house: House):
    row, _seats = house.table(*CAST)
    house.clock.turn(row.limit - timedelta(seconds=1))
    play_on(house, row.code, 1)
    house.clock.turn(timedelta(seconds=2))

    clock.tick(house.services)

    assert not [event for event in events(house, row.id) if isinstance(event, ClockRanOut)]


def test_an_answer_after_the_deadline_is_too_late(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    line, at = an_answer(house, first), house.position(first)
    house.clock.turn(row.limit)
    clock.tick(house.services)

    taken = house.letter(first, line, at=at)

    assert taken.verdict == "refused"


def test_a_stopped_seat_is_played_by_a_stand_in_until_its_owner_is_back(house: House):
    row, seats = house.table(*CAST)
    alice = seats["Alice"]

    house.letter(alice, "stop")
    play_on(house, row.code, 6)
    stopped = house.seats(row.code)["Alice"]
    assert stopped.stand_in
    assert not stopped.mails
    assert not [notice for notice in house.notices("turn") if notice.seat_id == alice.id]

    house.letter(alice, "back")

    back = house.seats(row.code)["Alice"]
    assert not back.stand_in
    assert back.mails
    handed = [event for event in events(house, row.id) if isinstance(event, SeatHandedOver)]
    assert handed == [
        SeatHandedOver(alice.number or 0, "stopped"),
        SeatHandedOver(alice.number or 0, "came_back"),
    ]


def test_resigning_asks_first_and_is_for_good(house: House):
    row, seats = house.table(*CAST)
    alice = seats["Alice"]

    house.letter(alice, "resign")
    assert last_answer(house, alice)[0].refused == ResignAsks()
    assert not house.seats(row.code)["Alice"].stand_in

    house.letter(alice, "resign for good")
    house.letter(alice, "stop")
    house.letter(alice, "back")

    assert last_answer(house, alice)[0].refused == SeatAway(resigned=True)
    assert house.seats(row.code)["Alice"].resigned


def let_bots_go_on(house: House, game_id: int) -> None:
    for _ in range(20):
        clock.go_on(house.services, game_id)


def test_when_all_leave_for_good_the_game_still_ends(house: House):
    row, seats = house.table(*CAST)
    for seat in seats.values():
        house.letter(seat, "resign for good")

    let_bots_go_on(house, row.id)

    assert house.game(row.code).status is GameStatus.OVER


def test_when_all_have_stopped_the_table_stands_still_until_one_comes_back(house: House):
    row, seats = house.table(*CAST)
    for seat in seats.values():
        house.letter(seat, "stop")
    stands = house.game(row.code).seq
    house.clock.turn(timedelta(days=29))
    let_bots_go_on(house, row.id)
    clock.tick(house.services)
    assert house.game(row.code).seq == stands

    house.letter(seats["Alice"], "back")

    assert not house.seats(row.code)["Alice"].stand_in
    with house.services.uow() as uow:
        [wait] = uow.waits.of(row.id)
    assert wait.seat == house.seats(row.code)["Alice"].number
    assert wait.deadline == house.clock.now() + row.limit


def test_a_table_to_which_nobody_comes_back_for_a_month_is_played_to_its_end(house: House):
    row, seats = house.table(*CAST)
    for seat in seats.values():
        house.letter(seat, "stop")

    house.clock.turn(timedelta(days=30, minutes=1))
    clock.tick(house.services)
    let_bots_go_on(house, row.id)

    assert house.game(row.code).status is GameStatus.OVER
    assert not house.game(row.code).rated


def test_of_all_who_stopped_one_who_leaves_for_good_is_played_for_at_once(house: House):
    row, seats = house.table(*CAST)
    for seat in seats.values():
        house.letter(seat, "stop")
    with house.services.uow() as uow:
        [wait] = uow.waits.of(row.id)
    waited = next(one for one in seats.values() if one.number == wait.seat)

    house.letter(waited, "resign for good")

    with house.services.uow() as uow:
        [wait] = uow.waits.of(row.id)
    assert wait.seat != waited.number


def test_resigning_is_done_by_a_yes_and_taken_back_by_a_no(house: House):
    row, seats = house.table(*CAST)
    alice = seats["Alice"]
    house.letter(alice, "yes")
    assert last_answer(house, alice)[0].refused == NothingOpen("nothing")
    house.letter(alice, "resign")
    house.letter(alice, "no")
    house.letter(alice, "yes")
    assert not house.seats(row.code)["Alice"].resigned
    house.letter(alice, "resign")
    house.clock.turn(timedelta(days=3))
    house.letter(alice, "yes")
    assert last_answer(house, alice)[0].refused == NothingOpen("expired")

    house.letter(alice, "resign")
    house.letter(alice, "yes")

    left = house.seats(row.code)["Alice"]
    assert (left.resigned, left.stand_in, left.mails) == (True, True, False)
    for line in ("back", "resign", "back all"):
        house.letter(alice, line)
    assert house.seats(row.code)["Alice"] == left
    assert last_answer(house, left)[0].done == Done("back_others")


@pytest.mark.parametrize("by", ["letter", "service", "link"])
def test_stopping_all_stops_each_table_and_coming_back_to_all_undoes_it(house: House, by: str):
    row, seats = house.table(*CAST)
    other = pages.practise(house.services, seats["Alice"].player_id).done.text
    open_ = pages.new_game(
        house.services, seats["Alice"].player_id, NewGame("nomination_whist", players=4)
    ).done.text

    def mine() -> list[Seat]:
        return [
            next(one for one in house.seats(code).values() if one.player_id == alice)
            for code in (row.code, other, open_)
        ]

    alice = seats["Alice"].player_id
    if by == "letter":
        house.letter(seats["Alice"], "stop all")
    elif by == "service":
        house.order("alice@home.example", "stop all")
    else:
        leaving.stop_all(house.services, alice)
        leaving.stop_all(house.services, alice)
    assert [(seat.mails, seat.stand_in) for seat in mine()] == [(False, True)] * 3
    assert leaving.has_stopped_all(house.services, alice)
    assert house.seats(row.code)["Bob"].mails

    if by == "letter":
        house.letter(seats["Alice"], "back all")
    elif by == "service":
        house.order("alice@home.example", "back all")
    else:
        leaving.back_all(house.services, alice)

    assert [(seat.mails, seat.stand_in) for seat in mine()] == [(True, False)] * 3


def test_a_game_that_is_over_can_be_stopped_by_letter_as_by_link(house: House):
    row, seats = house.table(*CAST)
    for seat in seats.values():
        house.letter(seat, "resign for good")
    let_bots_go_on(house, row.id)
    with house.services.uow() as uow:
        uow.seats.save(replace(house.seats(row.code)["Alice"], mails=True))
        uow.commit()

    assert house.letter(seats["Alice"], "stop").verdict == "applied"

    assert not house.seats(row.code)["Alice"].mails
    assert house.letter(seats["Alice"], "back").verdict == "refused"


def test_one_click_stops_and_again_changes_nothing(house: House):
    row, seats = house.table(*CAST)

    leaving.stop(house.services, seats["Alice"].id)
    seq = house.game(row.code).seq
    leaving.stop(house.services, seats["Alice"].id)

    assert house.seats(row.code)["Alice"].stand_in
    assert house.game(row.code).seq == seq


def test_a_notice_whose_turn_has_passed_is_not_told(house: House):
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 1)
    (turn,) = house.notices("turn")
    with house.services.uow() as uow:
        assert told(uow, turn, house.clock.now()) is not None
    play_on(house, row.code, 1)

    with house.services.uow() as uow:
        assert told(uow, turn, house.clock.now()) is None


def test_pages_act_for_a_position_and_refuse_another(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    at, line = house.position(first), an_answer(house, first)

    done = pages.act(house.services, first.id, line, at)
    again = pages.act(house.services, first.id, line, at)

    assert done.done is not None
    assert again.refused is not None
    assert house.game(row.code).seq == row.seq + 1


def test_a_table_with_a_fault_keeps_no_other_waiting(house: House):
    broken, _ = house.table("Erin", "Finn", "Gwen", "Hal")
    sound, seats = house.table(*CAST)
    with house.services.uow() as uow:
        # Its log does not reach as far as its row says.
        uow.games.save(replace(broken, seq=broken.seq + 1))
        uow.commit()
    waited_for = on_turn(house, seats)
    at = house.position(waited_for)
    house.clock.turn(house.services.policy.move_limit)

    with pytest.raises(ExceptionGroup, match="tables"):
        clock.tick(house.services)

    assert house.position(waited_for) != at
    assert house.game(sound.code).seq > sound.seq


def test_bots_that_paused_go_on_though_the_ring_was_lost(house: House):
    row, seats = house.table("Alice", bots=3)
    house.letter(seats["Alice"], "resign for good")
    assert house.game(row.code).status is GameStatus.RUNNING
    house.bell.game_ids.clear()

    upkeep.sweep(house.services)

    assert house.bell.game_ids == [row.id]


def test_a_table_that_waits_for_somebody_is_not_rung_for(house: House):
    house.table(*CAST)

    upkeep.sweep(house.services)

    assert not house.bell.game_ids
