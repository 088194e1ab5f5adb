"""What a player chooses for all their games: which mails come, when, and how they look."""

from dataclasses import replace

from pbem.app.answers import AnyRefusal, Done, UnknownZone
from pbem.app.notice_records import Notice
from pbem.app.notices import Notices
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Player, Seat, WaitRow
from pbem.app.services import Services
from pbem.app.timing import HELD, comes_at
from pbem.app.zones import near_zones, zone_named
from pbem.orders.choices import Choose
from pbem.rules.engine import position

_OF_TIMING = frozenset({"mails", "digest", "hours"})


def choose(
    services: Services, uow: Uow, player_id: int, order: Choose, asked_at: Seat | None = None
) -> Done:
    """Set one setting of a player, within an open unit of work.

    What waits to be mailed comes when it suits now. The table of `asked_at`, if the order
    came from a seat, is told of by the answer.
    """
    before = uow.players.get(player_id)
    uow.players.choose(player_id, order)
    if order.setting in _OF_TIMING:
        _Timing(services, uow, uow.players.get(player_id)).change(before, asked_at)
    return Done("set", text=f"{order.setting} {order.words}")


def set_choice(services: Services, player_id: int, order: Choose) -> Done:
    """Set one setting of a player who is signed in."""
    with services.uow() as uow:
        done = choose(services, uow, player_id, order)
        uow.commit()
        return done


def set_zone_of(services: Services, player_id: int, name: str) -> AnyRefusal | None:
    """Set the zone of a player who is signed in, by its loosely written name; or say why not."""
    with services.uow() as uow:
        refused = set_zone(uow, player_id, name)
        if refused is None:
            uow.commit()
        return refused


def set_zone(uow: Uow, player_id: int, name: str) -> AnyRefusal | None:
    """Set a player's zone by its loosely written name."""
    zone = zone_named(name)
    if zone is None:
        return UnknownZone(name, near_zones(name))
    uow.players.save(replace(uow.players.get(player_id), zone=zone, zone_told=True))
    return None


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
        for notice in self._uow.outbox.held(self._player.id):
            if notice.kind in HELD and notice.kind != "digest":
                self._put_off(notice, waits)
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
