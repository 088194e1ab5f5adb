"""The rows that say whom a game waits for, and until when."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from datetime import datetime

from pbem.app.ports import Uow
from pbem.app.records import GameRow, WaitRow
from pbem.rules.moves import Wait

RemindAt = Callable[[Wait, datetime], datetime | None]


def write_waits(
    uow: Uow,
    row: GameRow,
    now: datetime,
    awaited: tuple[Wait, ...],
    kept: AbstractSet[Wait],
    remind_at: RemindAt,
) -> list[WaitRow]:
    """Store what a game waits for; return the waits that begin now.

    `kept` was waited for before, and nobody has answered: those clocks go on. `remind_at`
    tells when somebody is reminded of what is due at a deadline.
    """
    unanswered = [wait for wait in awaited if wait in kept]
    # Mostly the one who was waited for has moved, and no clock goes on.
    before = _clocks(uow, row.id) if unanswered else None
    going_on = [before[wait] for wait in unanswered if wait in before] if before else []
    have_clock = {_wait(old) for old in going_on}
    new = [_clock_for(wait, row, now, remind_at) for wait in awaited if wait not in have_clock]
    if before is None or new or len(going_on) != len(before):
        uow.waits.replace(row.id, [*going_on, *new])
    return new


def _clocks(uow: Uow, game_id: int) -> dict[Wait, WaitRow]:
    return {_wait(row): row for row in uow.waits.of(game_id)}


def _wait(row: WaitRow) -> Wait:
    return Wait(row.deal, row.seat, row.wants)


def _clock_for(wait: Wait, row: GameRow, now: datetime, remind_at: RemindAt) -> WaitRow:
    deadline = now + row.limit
    return WaitRow(
        game_id=row.id,
        deal=wait.deal,
        seat=wait.seat,
        wants=wait.wants,
        since=now,
        deadline=deadline,
        remind_at=remind_at(wait, deadline),
    )
