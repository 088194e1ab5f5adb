"""What time brings: reminders, and stand-ins for those who did not answer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TypeVar

from pbem.app import leaving, lobby
from pbem.app.course import Course, open_course
from pbem.app.incoming import seat_lane
from pbem.app.inviting import end_invitation
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Invitation, InvitationState, WaitRow
from pbem.app.services import Services
from pbem.rules.moves import Wait

T = TypeVar("T")

_AT_ONCE = 50
"""Tables tended in one tick, and invitations ended; the rest is due at the next."""


def tick(services: Services) -> int:
    """Do what is due by now, one table a transaction; return how many tables that were.

    Raises:
        ExceptionGroup: the faults of tables, once all others had their turn.
    """
    now = services.clock.now()
    with services.uow() as uow:
        uow.beats.beat("tick", now)
        uow.commit()
    faults: list[Exception] = []
    tended = _one_by_one(partial(_due, services, now), partial(_tend, services), faults)
    _one_by_one(partial(_expired, services, now), partial(_expire, services), faults)
    if faults:
        raise ExceptionGroup("tables that could not be tended", faults)
    return tended


def _one_by_one(
    due: Callable[[T | None], Sequence[T]], do: Callable[[T], None], faults: list[Exception]
) -> int:
    """Do what is due, one behind the other, until so much is done or nothing is left.

    Return how much was done.

    What has a fault is not counted: it is due again each time, and were there fifty of
    these, they alone would be looked at for ever.
    """
    done, last = 0, None
    while done < _AT_ONCE and (ids := due(last)):
        for one in ids:
            try:
                do(one)
                done += 1
            except Exception as fault:  # noqa: BLE001 - it is raised when the others are done
                faults.append(fault)
        last = ids[-1]
    return done


def _due(services: Services, now: datetime, after: int | None) -> Sequence[int]:
    with services.uow() as uow:
        due = uow.waits.due(now, _AT_ONCE, after or 0)
        # Ended here, since the tables are locked until then.
        uow.commit()
        return due


def _expired(services: Services, now: datetime, after: Invitation | None) -> Sequence[Invitation]:
    """Return the invitations that nobody answered."""
    with services.uow() as uow:
        return uow.invitations.expired(now, _AT_ONCE, after)


def _tend(services: Services, game_id: int) -> None:
    with services.uow() as uow:
        course = open_course(services, uow, game_id)
        if course.row.status is not GameStatus.RUNNING:
            return
        waits = uow.waits.of(game_id)
        over = [row for row in waits if row.deadline <= course.now]
        late = [row for row in over if not _has_answered(uow, course, row)]
        if late and course.rests:
            leaving.give_up(course)
        else:
            _run_out(course, late)
        _remind(course, [row for row in waits if row not in over])
        if late:
            course.close()
        else:
            uow.waits.replace(game_id, [_reminded(row, course) for row in waits])
        uow.commit()


def _run_out(course: Course, late: list[WaitRow]) -> None:
    for row in late:
        course.run_out(Wait(row.deal, row.seat, row.wants))
        course.go_on()


def _has_answered(uow: Uow, course: Course, row: WaitRow) -> bool:
    """Whether a letter of this seat came in in time and waits to be read.

    We said that we have it. After an outage the clock may strike before the letter is read.
    """
    lane = seat_lane(course.seat_numbered(row.seat).id)
    return uow.letters.came_in_time(lane, row.deadline)


def _is_reminder_due(row: WaitRow, course: Course) -> bool:
    return row.remind_at is not None and row.remind_at <= course.now


def _reminded(row: WaitRow, course: Course) -> WaitRow:
    return replace(row, remind_at=None) if _is_reminder_due(row, course) else row


def _remind(course: Course, rows: list[WaitRow]) -> None:
    for row in rows:
        seat = course.seat_numbered(row.seat)
        at = course.position(row.seat)
        if _is_reminder_due(row, course) and at is not None and seat.mails:
            key = f"reminder:{seat.id}:{at.deal}.{at.decision}"
            course.notices.held(seat, "reminder", key, at, row.deadline)


def _expire(services: Services, invitation: Invitation) -> None:
    """End an invitation, and tell the starter."""
    with services.uow() as uow:
        course = open_course(services, uow, invitation.game_id)
        # A yes may have come in before the table was ours.
        current = uow.invitations.get(invitation.id)
        if current is None or current.state is not InvitationState.OPEN:
            return
        end_invitation(uow, current, InvitationState.EXPIRED)
        if course.row.status is GameStatus.OPEN:
            lobby.tell_starter(course, "expired", current.email)
        uow.commit()


def go_on(services: Services, game_id: int) -> None:
    """Let the bots of a table go on that paused in the middle of their moves."""
    with services.uow() as uow:
        course = open_course(services, uow, game_id)
        if course.row.status is not GameStatus.RUNNING:
            return
        course.go_on()
        course.close()
        uow.commit()
