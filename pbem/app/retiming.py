"""What waits to be mailed to a player, once they have said anew when it suits them."""

from dataclasses import replace

from pbem.app.notice_records import Notice, NoticeState
from pbem.app.notices import Notices, digest_notice
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Player, Seat, WaitRow
from pbem.app.services import Services
from pbem.app.timing import HELD, comes_at, remind_at
from pbem.rules.engine import position


def retime(services: Services, uow: Uow, before: Player, asked_at: Seat | None = None) -> None:
    """Let mails and reminders that wait come when it suits their player now.

    `before` is the player as they were. The table of `asked_at`, if a letter from a seat
    brought it about, is told of by the answer.
    """
    _Timing(services, uow, uow.players.get(before.id)).change(before, asked_at)


class _Timing:
    """The mails of a player whose wishes for their time have just changed."""

    def __init__(self, services: Services, uow: Uow, player: Player) -> None:
        self._services = services
        self._uow = uow
        self._player = player
        self._now = services.clock.now()

    def change(self, before: Player, asked_at: Seat | None) -> None:
        rows = [
            row
            for row in self._uow.games.of_player(self._player.id)
            if row.status is GameStatus.RUNNING
        ]
        waits = self._uow.waits.of_games([row.id for row in rows])
        held = [one for one in self._uow.outbox.held(self._player.id) if one.kind in HELD]
        for notice in held:
            if notice.kind != "digest":
                self._put_off(notice, waits)
        self._move_digest([notice for notice in held if notice.kind == "digest"])
        self._remind({row.id for row in rows}, waits)
        if before.choices.mails == "deals" and self._player.choices.mails != "deals":
            self._ask(rows, waits, asked_at)

    def _put_off(self, notice: Notice, waits: list[WaitRow]) -> None:
        seat = None if notice.seat_id is None else self._uow.seats.get(notice.seat_id)
        deadlines = [
            wait.deadline
            for wait in waits
            if seat is not None and (wait.game_id, wait.seat) == (seat.game_id, seat.number)
        ]
        deadline = min(deadlines, default=None) if notice.position is not None else None
        at = comes_at(self._services.policy, self._player, notice.kind, self._now, deadline)
        self._uow.outbox.put_off(notice.id, at)

    def _move_digest(self, held: list[Notice]) -> None:
        """Let a daily mail that waits come at the hour that is wanted now."""
        if not held or self._player.choices.mails != "digest":
            return
        new = digest_notice(self._player, self._now)
        kept = next((one for one in held if one.key == new.key), None)
        if kept is None and self._uow.outbox.add(new) is None:
            # This hour was wanted before, and taken back.
            kept = held[0]
        if kept is not None:
            self._uow.outbox.put_off(kept.id, new.not_before)
        for one in held:
            if one is not kept:
                self._uow.outbox.save(replace(one, state=NoticeState.SUPERSEDED))

    def _remind(self, running: set[int], waits: list[WaitRow]) -> None:
        """Let reminders come that are still to come when it suits now."""
        seats = self._uow.seats.of_player(self._player.id)
        own = {(seat.game_id, seat.number) for seat in seats if seat.game_id in running}
        policy = self._services.policy
        for wait in waits:
            if (wait.game_id, wait.seat) in own and wait.remind_at is not None:
                at = remind_at(policy, self._player, wait.since, wait.deadline)
                self._uow.waits.remind(wait, at)

    def _ask(self, rows: list[GameRow], waits: list[WaitRow], asked_at: Seat | None) -> None:
        """Mail the turns that nothing was mailed of, since only ends of deals were wanted."""
        numbers = {seat.game_id: seat for seat in self._uow.seats.of_player(self._player.id)}
        for row in rows:
            seat = numbers.get(row.id)
            if seat is None or seat.number is None or not seat.mails:
                continue
            if asked_at is not None and asked_at.id == seat.id:
                continue
            at = position(self._uow.log.game(row), seat.number)
            for wait in waits:
                if (wait.game_id, wait.seat) == (row.id, seat.number) and at is not None:
                    notices = Notices(self._services, self._uow, row.id, self._now)
                    notices.turn(seat, at, wait.deadline)
