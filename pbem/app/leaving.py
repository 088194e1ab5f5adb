"""Leaving a table without stalling it: stop, come back, resign; at one table or at all."""

from dataclasses import replace

from pbem.app.answers import Done, LineOutcome, NothingOpen, SeatAway, TableClosed
from pbem.app.course import Course, open_course
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Seat
from pbem.app.services import Services
from pbem.rules.events import Handover
from pbem.rules.refusals import GameNotRunning


def stop_seat(course: Course, seat: Seat) -> None:
    """End the mails and let a stand-in play; the seat is not lost. Again changes nothing."""
    if not seat.mails and seat.stand_in:
        return
    course.change_seat(replace(seat, mails=False, stand_in=True, asked_to_resign=None))
    if not seat.stand_in:
        _hand_over(course, seat, "stopped")


def ask_to_resign(course: Course, seat: Seat) -> None:
    """Note that the owner of a seat is asked whether to give it up for good."""
    course.change_seat(replace(seat, asked_to_resign=course.now))


def answer_to_resign(services: Services, course: Course, seat: Seat, *, sure: bool) -> LineOutcome:
    """Take the answer to that question; the line is for the caller to fill in."""
    asked = seat.asked_to_resign
    if asked is None:
        return LineOutcome("", refused=NothingOpen("nothing"))
    if asked + services.policy.question_lasts <= course.now:
        return LineOutcome("", refused=NothingOpen("expired"))
    if not sure:
        course.change_seat(replace(seat, asked_to_resign=None))
        return LineOutcome("", done=Done("stayed"))
    resign_seat(course, seat)
    return LineOutcome("", done=Done("resigned"))


def resign_seat(course: Course, seat: Seat) -> None:
    """Give the seat up for good; a stand-in plays on for it, and its mails end."""
    left = replace(seat, stand_in=True, resigned=True, mails=False, asked_to_resign=None)
    course.change_seat(left)
    if not seat.stand_in:
        _hand_over(course, seat, "resigned")
    elif not seat.resigned and course.game is not None:
        # It is played already, but a table may have waited for its owner to come back.
        course.go_on()


def bring_back(course: Course, seat: Seat) -> SeatAway | GameNotRunning | TableClosed | None:
    """Give a stopped seat back to its owner; a resigned one stays given up.

    Where nothing is played any more there is nothing to come back to.
    """
    if course.row.status is GameStatus.OVER:
        return GameNotRunning(over=True)
    if course.row.status is GameStatus.CANCELLED:
        return TableClosed("cancelled")
    if seat.resigned:
        return SeatAway(resigned=True)
    course.change_seat(replace(seat, mails=True, stand_in=False))
    if seat.stand_in:
        _hand_over(course, seat, "came_back")
    return None


def give_up(course: Course) -> None:
    """Let stand-ins play a table to its end to which for long nobody has come back."""
    for seat in course.seats:
        if seat.player_id is not None and not seat.resigned:
            course.change_seat(replace(seat, resigned=True))
            if seat.number is not None:
                course.hand_over(seat.number, "resigned")
    course.go_on()


def _hand_over(course: Course, seat: Seat, why: Handover) -> None:
    if course.row.status is GameStatus.RUNNING and seat.number is not None:
        course.hand_over(seat.number, why)
        course.go_on()


def stop(services: Services, seat_id: int) -> Seat | None:
    """Stop by link or by one-click unsubscribe; again changes nothing."""
    with services.uow() as uow:
        seat = uow.seats.get(seat_id)
        if seat is None:
            return None
        stopped = _stop_at(services, uow, seat.game_id, seat_id)
        uow.commit()
        return stopped


def _stop_at(services: Services, uow: Uow, game_id: int, seat_id: int) -> Seat:
    course = open_course(services, uow, game_id)
    seat = next(own for own in course.seats if own.id == seat_id)
    if seat.mails:
        stop_seat(course, seat)
        _close(course)
    return next(own for own in course.seats if own.id == seat_id)


def _close(course: Course) -> None:
    if course.row.status is GameStatus.RUNNING and course.game is not None:
        course.close()


def back(services: Services, seat_id: int) -> LineOutcome:
    """Come back by link."""
    with services.uow() as uow:
        seat = uow.seats.get(seat_id)
        if seat is None:
            return LineOutcome("back", refused=SeatAway(resigned=True))
        course = open_course(services, uow, seat.game_id)
        seat = next(own for own in course.seats if own.id == seat_id)
        refusal = bring_back(course, seat)
        if refusal is not None:
            return LineOutcome("back", refused=refusal)
        if course.game is not None:
            course.close()
        uow.commit()
        return LineOutcome("back", done=Done("back"))


def stop_all(services: Services, player_id: int) -> None:
    """Stop all seats of a player, by one-click unsubscribe or by hand; again changes nothing."""
    with services.uow() as uow:
        stop_others(services, uow, player_id)
        uow.commit()


def back_all(services: Services, player_id: int) -> None:
    """Bring a player back to all seats that they have stopped."""
    with services.uow() as uow:
        back_to_others(services, uow, player_id)
        uow.commit()


def stop_others(services: Services, uow: Uow, player_id: int, but: int | None = None) -> None:
    """Stop all seats of a player within a unit of work, but for that at one table."""
    for seat in _seats_elsewhere(uow, player_id, but):
        _stop_at(services, uow, seat.game_id, seat.id)


def back_to_others(services: Services, uow: Uow, player_id: int, but: int | None = None) -> None:
    """Bring a player back within a unit of work to all stopped seats but that at one table."""
    for seat in _seats_elsewhere(uow, player_id, but):
        course = open_course(services, uow, seat.game_id)
        own = next(one for one in course.seats if one.id == seat.id)
        if not own.mails and bring_back(course, own) is None and course.game is not None:
            course.close()


def _seats_elsewhere(uow: Uow, player_id: int, but: int | None) -> list[Seat]:
    """Return the seats at tables that have not ended, by table: in this order they are locked."""
    open_ = {
        row.id
        for row in uow.games.of_player(player_id)
        if row.status in (GameStatus.OPEN, GameStatus.RUNNING)
    }
    return [seat for seat in uow.seats.of_player(player_id) if seat.game_id in open_ - {but}]


def has_stopped_all(services: Services, player_id: int) -> bool:
    """Tell whether a player gets no mail of any table that has not ended."""
    with services.uow() as uow:
        return not any(seat.mails for seat in _seats_elsewhere(uow, player_id, None))
