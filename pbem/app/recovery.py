"""Going on from a restored backup, in which the moves and mails since then are missing.

People have mails that the rows know nothing of. What they answer must not act in a game
that went another way meanwhile, and what the backup had still to send has gone out.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from pbem.app.course import Course, open_course
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Seat, WaitRow
from pbem.app.services import Services

_BEATING: Final = ("tick", "sweep")
_BEAT: Final = "restored"
_ALIVE: Final = timedelta(minutes=2)
"""A service that beat within this time may be running."""

# Ids and revocations of the lost time stand in addresses that went out; a house makes
# fewer of either between two backups.
_IDS_BEYOND: Final = 100_000
_REVOKED_BEYOND: Final = 1_000

_MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was done. `made`: when the backup was made, as far as its rows tell."""

    made: datetime
    lost: timedelta
    letters: int
    withdrawn: int
    tables: int
    mails: int


@dataclass(frozen=True, slots=True)
class StillRunning:
    """The service beat a moment ago, at this time: it runs, or nothing is lost."""

    at: datetime


def recover(
    services: Services, read: Callable[[int], object], *, stands_still: bool = False
) -> Recovered | StillRunning | None:
    """Make a restored backup fit to go on from, before any part of the service is started.

    Letters that were unread are read by `read`, while their addresses hold. Then, all or
    nothing: notices of the backup are withdrawn, clocks and invitations get back the time
    since the backup, addresses and links of all earlier mails of running tables are
    revoked, and everybody at these gets one new mail. The log is left as it is.
    `stands_still`: it is known that no part runs, also if the backup is of a moment ago.

    Return None if there is nothing to do: it is done already, or the service never ran.
    """
    begun = services.clock.now()
    with services.uow() as uow:
        made = _last_beat(uow)
        done = uow.beats.last(_BEAT)
        unread = uow.letters.unread(_MOST)
    if made is None or (done is not None and done >= made):
        return None
    if not stands_still and begun - made < _ALIVE:
        return StillRunning(made)
    for letter_id in unread:
        read(letter_id)
    return _Recovery(services, begun, made).run(len(unread))


def _last_beat(uow: Uow) -> datetime | None:
    beats = [uow.beats.last(name) for name in _BEATING]
    return max((at for at in beats if at is not None), default=None)


@dataclass(frozen=True, slots=True)
class _Recovery:
    services: Services
    begun: datetime
    made: datetime

    @property
    def lost(self) -> timedelta:
        return self.begun - self.made

    def run(self, letters: int) -> Recovered:
        with self.services.uow() as uow:
            withdrawn = uow.recovery.withdraw(self.begun)
            uow.recovery.skip_ids(_IDS_BEYOND)
            self._prolong_invitations(uow)
            running = uow.recovery.running()
            mails = sum(self._go_on(uow, game_id) for game_id in running)
            uow.beats.beat(_BEAT, self.begun)
            uow.commit()
        return Recovered(self.made, self.lost, letters, withdrawn, len(running), mails)

    def _prolong_invitations(self, uow: Uow) -> None:
        last = self.begun + self.services.policy.invitation_lasts
        for invitation in uow.invitations.expired(last, _MOST):
            expires_at = invitation.expires_at + self.lost
            uow.invitations.save(replace(invitation, expires_at=expires_at))

    def _go_on(self, uow: Uow, game_id: int) -> int:
        """Give the clocks of a table their time back, and mail it to all; return how many mails."""
        course = open_course(self.services, uow, game_id)
        if course.row.status is not GameStatus.RUNNING:
            return 0
        uow.waits.replace(game_id, [self._prolonged(row) for row in uow.waits.of(game_id)])
        people = [seat for seat in course.seats if seat.player_id is not None and seat.mails]
        return sum(self._tell(uow, course, seat) for seat in people)

    def _prolonged(self, row: WaitRow) -> WaitRow:
        if row.since >= self.begun:
            # It began with a letter that was read just now.
            return row
        remind_at = row.remind_at and row.remind_at + self.lost
        return replace(row, deadline=row.deadline + self.lost, remind_at=remind_at)

    def _tell(self, uow: Uow, course: Course, seat: Seat) -> bool:
        """Revoke what earlier mails hold, and queue one mail if none is under way."""
        renewed = replace(seat, generation=seat.generation + _REVOKED_BEYOND)
        course.change_seat(renewed)
        at = course.position(seat.number or 0)
        if any(notice.position == at for notice in uow.outbox.waiting(seat.game_id, seat.id)):
            return False
        key = f"restored:{seat.id}:{renewed.generation}"
        # Who is not on turn gets the same mail, which says who is.
        facts: dict[str, object] = {"set_back": self.made.isoformat()}
        return course.notify(renewed, "turn", key=key, at=at, facts=facts)
