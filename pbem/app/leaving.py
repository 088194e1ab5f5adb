"""Leaving a table without stalling it: stop, come back, resign."""

from dataclasses import replace

from pbem.app.answers import Done, LineOutcome, SeatAway, TableClosed
from pbem.app.course import Course, open_course
from pbem.app.records import GameStatus, Seat
from pbem.app.services import Services
from pbem.rules.events import Handover
from pbem.rules.refusals import GameNotRunning


def stop_seat(course: Course, seat: Seat) -> None:
    """End the mails and let a stand-in play; the seat is not lost."""
    if seat.stand_in:
        course.change_seat(replace(seat, mails=False))
        return
    course.change_seat(replace(seat, mails=False, stand_in=True))
    _hand_over(course, seat, "stopped")


def resign_seat(course: Course, seat: Seat) -> None:
    """Give the seat up for good; a stand-in plays on for it."""
    course.change_seat(replace(seat, stand_in=True, resigned=True))
    if not seat.stand_in:
        _hand_over(course, seat, "resigned")


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
        course = open_course(services, uow, seat.game_id)
        seat = next(own for own in course.seats if own.id == seat_id)
        if seat.mails:
            stop_seat(course, seat)
            if course.game is not None:
                course.close()
        uow.commit()
        return next(own for own in course.seats if own.id == seat_id)


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
