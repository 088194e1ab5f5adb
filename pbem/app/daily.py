"""The daily mail of a player: a line for each game in which something happened, or is due."""

from datetime import datetime, timedelta
from typing import Final

from pbem.app.looking import look
from pbem.app.notice_records import Notice
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Seat
from pbem.app.told import DigestGame, Told

# A day of 25 hours, and as long as the mail may have been on its way.
_SINCE: Final = timedelta(hours=26)


def daily_mail(uow: Uow, notice: Notice, now: datetime) -> Told | None:
    """Gather the daily mail of a player; None if the mails of the games themselves say all."""
    player = uow.players.get(notice.player_id or 0)
    games = tuple(_games(uow, player.id, now))
    if not games or (len(games) == 1 and _has_mail_of_its_own(games[0])):
        return None
    return Told(
        notice=notice,
        kind="digest",
        reader=player.name,
        zone=player.zone,
        locale=player.locale,
        now=now,
        choices=player.choices,
        games=games,
        generation=uow.players.generation(player.id)[0],
    )


def _games(uow: Uow, player_id: int, now: datetime) -> list[DigestGame]:
    rows = {row.id: row for row in uow.games.of_player(player_id)}
    seats = [seat for seat in uow.seats.of_player(player_id) if seat.mails and not seat.resigned]
    games = [
        DigestGame(seat.id, seat.generation, look(uow, rows[seat.game_id], seat))
        for seat in seats
        if _is_told_of(uow, rows[seat.game_id], seat, now)
    ]
    return sorted(games, key=_urgency)


def _is_told_of(uow: Uow, row: GameRow, seat: Seat, now: datetime) -> bool:
    """Whether this player is waited for in a game, or something happened there in the last day."""
    if row.status is GameStatus.OVER:
        return row.ended_at is not None and row.ended_at > now - _SINCE
    if row.status is not GameStatus.RUNNING:
        return False
    if any(wait.seat == seat.number for wait in uow.waits.of(row.id)):
        return True
    last = uow.log.since(row.id, row.seq - 1, 1)
    return bool(last) and last[0].at > now - _SINCE


def _urgency(game: DigestGame) -> tuple[bool, float, str]:
    """Those in which the reader is asked come first, and of them what is due first."""
    sight = game.sight
    deadline = None if sight.seat is None else sight.deadline(sight.seat)
    return not game.is_asked, deadline.timestamp() if deadline else 0.0, sight.code


def _has_mail_of_its_own(game: DigestGame) -> bool:
    return game.is_asked or game.sight.status is GameStatus.OVER
