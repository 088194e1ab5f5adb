"""The answer to a letter that began a game, told in the first mail of that game."""

from collections.abc import Iterable

from pbem.app.answers import Answer, LineOutcome
from pbem.app.notice_records import Notice
from pbem.app.packing import pack_answer
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Player, Seat

_BEGINNINGS = frozenset({"created", "joined", "practice"})


def carried(uow: Uow, player: Player | None, answer: Answer) -> bool:
    """Let the first mail of a game that a letter began answer its other lines too.

    False if the letter began none: its answer needs a mail of its own then.
    """
    first = _first_mail(uow, player, answer.lines) if player is not None else None
    if first is None:
        return False
    if not _is_plain(answer):
        uow.outbox.say_more(first, {"answer": pack_answer(answer)})
    return True


def _is_plain(answer: Answer) -> bool:
    """Whether the game's mail shows all by itself: one line that was carried out, and no more."""
    told = [line for line in answer.lines if line.done is None or line.done.did != "shown"]
    is_done = all(line.done for line in told)
    return len(told) == 1 and is_done and not answer.sections and not answer.unread


def _first_mail(uow: Uow, player: Player, lines: Iterable[LineOutcome]) -> Notice | None:
    for line in lines:
        if line.done is None or line.done.did not in _BEGINNINGS:
            continue
        seat = _seat_at_play(uow, player, line.done.text)
        waiting = [] if seat is None else uow.outbox.waiting(seat.game_id, seat.id)
        for notice in waiting:
            if notice.kind == "start":
                return notice
    return None


def _seat_at_play(uow: Uow, player: Player, code: str) -> Seat | None:
    row = uow.games.by_code(code)
    seats = uow.seats.of(row.id) if row is not None and row.status is GameStatus.RUNNING else ()
    return next((seat for seat in seats if seat.player_id == player.id), None)
