"""Queueing the mails to the people of one table."""

from dataclasses import dataclass
from datetime import datetime

from pbem.app.ports import Uow
from pbem.app.records import NewNotice, Seat
from pbem.app.services import Services
from pbem.rules.moves import Position

Facts = dict[str, object]


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a letter of a seat, which one of the mails about the table may carry."""

    seat_id: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class Notices:
    """The mails of one table that are queued within one unit of work.

    The address of each is looked up when it is sent.
    """

    services: Services
    uow: Uow
    game_id: int
    now: datetime

    def add(
        self,
        seat: Seat,
        kind: str,
        key: str,
        at: Position | None = None,
        facts: Facts | None = None,
    ) -> bool:
        """Queue a notice for the owner of a seat; False if there is one with this key already."""
        notice_id = self.uow.outbox.add(self._new(seat, kind, key, at, facts))
        if notice_id is not None:
            self._ring(notice_id)
        return notice_id is not None

    def post(
        self,
        seat: Seat,
        kind: str,
        key: str,
        at: Position | None = None,
        facts: Facts | None = None,
    ) -> None:
        """Queue a notice likewise, unless there is one; nobody waits to hear whether there was."""
        self.uow.outbox.post(self._new(seat, kind, key, at, facts), self._ring)

    def turn(self, seat: Seat, at: Position) -> None:
        """Queue the notice that a seat is on turn."""
        key = f"turn:{seat.id}:{at.deal}.{at.decision}:{seat.generation}"
        self.post(seat, "turn", key, at)

    def news(self, seat: Seat, deal: int) -> None:
        """Queue the notice that a deal is over; a mail of the next one mostly comes before it."""
        new = self._new(seat, "news", f"news:{seat.id}:{deal}", None, None)
        self.uow.outbox.post(new, lambda _id: None)

    def _new(
        self, seat: Seat, kind: str, key: str, at: Position | None, facts: Facts | None
    ) -> NewNotice:
        delay = self.services.policy.news_delay if kind == "news" else None
        return NewNotice(
            key=key,
            kind=kind,
            email="",
            not_before=self.now + delay if delay else self.now,
            game_id=self.game_id,
            seat_id=seat.id,
            player_id=seat.player_id,
            position=at,
            facts=facts,
        )

    def _ring(self, notice_id: int) -> None:
        bell = self.services.bell
        self.uow.after_commit(lambda: bell.notices([notice_id]))
