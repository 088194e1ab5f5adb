"""Queueing the mails to the people of one table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from pbem.app.notice_records import NewNotice
from pbem.app.ports import Uow
from pbem.app.records import Player, Seat
from pbem.app.services import Services
from pbem.app.timing import comes_at, daily_at
from pbem.rules.moves import Position

Facts = dict[str, object]


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a letter of a seat, which one of the mails about the table may carry."""

    seat_id: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class News:
    """What a course has brought: deals that ended, and whether somebody who was waited for moved.

    `seq` is the number of the last event, `over` whether the game ended.
    """

    deals: tuple[int, ...] = ()
    over: bool = False
    moved: bool = False
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Hearers:
    """Whom a course tells what happened: seats with their positions, and what is due there now.

    `answered` are the numbers of the seats whose owners did it.
    """

    seats: tuple[Seat, ...]
    at: Callable[[int], Position | None]
    deadlines: Mapping[int, datetime]
    reply: Reply | None
    answered: frozenset[int]


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
        new = self._new(seat, kind, key, at, facts)
        notice_id = self.uow.outbox.add(new)
        if notice_id is not None:
            self._ring(new, notice_id)
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
        self._post(self._new(seat, kind, key, at, facts))

    def turn(self, seat: Seat, at: Position, deadline: datetime) -> None:
        """Queue the notice that a seat is on turn, for when it suits its owner."""
        key = f"turn:{seat.id}:{at.deal}.{at.decision}:{seat.generation}"
        self._post(self._held(self._new(seat, "turn", key, at), deadline))

    def held(
        self,
        seat: Seat,
        kind: str,
        key: str,
        at: Position | None = None,
        deadline: datetime | None = None,
        facts: Facts | None = None,
    ) -> None:
        """Queue a notice that nobody has asked for just now, for when it suits its owner."""
        self._post(self._held(self._new(seat, kind, key, at, facts), deadline))

    def tell_all(self, kind: Literal["start", "over"], hearers: Hearers) -> None:
        """Tell everybody that the game has begun, or is over; with the reply to whom it is for."""
        for seat in hearers.seats:
            number, key = seat.number or 0, f"{kind}:{seat.id}"
            at = hearers.at(number) if kind == "start" else None
            if hearers.reply is not None and hearers.reply.seat_id == seat.id:
                self.post(seat, kind, key, at, hearers.reply.facts)
            else:
                self.held(seat, kind, key, at, hearers.deadlines.get(number))
                self.digest(seat)

    def tell(self, hearers: Hearers, news: News) -> None:
        """Tell each what happened, but for whoever gets the reply to a letter."""
        for seat in hearers.seats:
            number = seat.number or 0
            if hearers.reply is not None and hearers.reply.seat_id == seat.id:
                continue
            # What one has done oneself is no news.
            told = replace(news, moved=news.moved and number not in hearers.answered)
            self._tell(seat, hearers.at(number), hearers.deadlines.get(number), told)

    def _tell(self, seat: Seat, at: Position | None, deadline: datetime | None, news: News) -> None:
        """Tell a seat what happened, as its owner wants it; `deadline` if it is waited for now."""
        mails = self._owner(seat).choices.mails
        if at is not None and deadline is not None and mails != "deals":
            self.turn(seat, at, deadline)
        elif news.deals and mails != "digest":
            deal = news.deals[-1]
            self._later(seat, "news", f"news:{seat.id}:{deal}", self.services.policy.news_delay)
        elif news.moved and mails == "every turn":
            delay = self.services.policy.moved_delay
            self._later(seat, "moved", f"moved:{seat.id}:{news.seq}", delay)
        if mails == "digest" and (news.moved or news.deals):
            self.digest(seat)

    def digest(self, seat: Seat) -> None:
        """See to it that the daily mail of a seat's owner comes, if they want one."""
        player = self._owner(seat)
        if player.choices.mails != "digest" or seat.address_id is None:
            return
        self._post(digest_notice(player, self.now))

    def _later(self, seat: Seat, kind: str, key: str, delay: timedelta) -> None:
        """Queue what the next turn mail says as well; mostly that comes before it."""
        new = self._new(seat, kind, key)
        self._post(self._held(replace(new, not_before=self.now + delay)))

    def _owner(self, seat: Seat) -> Player:
        return self.uow.players.seated(seat.player_id or 0)

    def _held(self, new: NewNotice, deadline: datetime | None = None) -> NewNotice:
        player = self.uow.players.seated(new.player_id or 0)
        policy = self.services.policy
        at = comes_at(policy, player, new.kind, new.not_before, deadline)
        return replace(new, not_before=at)

    def _new(
        self,
        seat: Seat,
        kind: str,
        key: str,
        at: Position | None = None,
        facts: Facts | None = None,
    ) -> NewNotice:
        return NewNotice(
            key=key,
            kind=kind,
            email="",
            not_before=self.now,
            game_id=self.game_id,
            seat_id=seat.id,
            player_id=seat.player_id,
            position=at,
            facts=facts,
        )

    def _post(self, new: NewNotice) -> None:
        self.uow.outbox.post(new, lambda notice_id: self._ring(new, notice_id))

    def _ring(self, new: NewNotice, notice_id: int) -> None:
        if new.not_before <= self.now:
            bell = self.services.bell
            self.uow.after_commit(lambda: bell.notices([notice_id]))


def digest_notice(player: Player, now: datetime) -> NewNotice:
    """Return the next daily mail of a player, which is one whoever asks for it.

    Where it goes is looked up when it is sent.
    """
    at = daily_at(player, now)
    key = f"digest:{player.id}:{at:%Y%m%d%H%M}"
    return NewNotice(key, "digest", "", at, player_id=player.id)
