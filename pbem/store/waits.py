"""What games wait for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, insert, select, union, update

from pbem.app.records import WaitRow
from pbem.store.schema import games, waits
from pbem.store.work import Work

_CHANGING = ("deal", "seat", "wants", "since", "deadline", "remind_at")
_OF = (
    select(waits)
    .where(waits.c.game_id == bindparam("game_id"))
    .order_by(waits.c.deal, waits.c.seat)
)
_OF_GAMES = (
    select(waits)
    .where(waits.c.game_id.in_(bindparam("game_ids", expanding=True)))
    .order_by(waits.c.game_id, waits.c.deal, waits.c.seat)
)
_CLEAR = delete(waits).where(waits.c.game_id == bindparam("game_id"))
_ADD = insert(waits)
_counted = waits.alias("counted")
_COUNT = (
    select(func.count())
    .where(_counted.c.game_id == bindparam("wait_game_id"))
    .correlate(None)
    .scalar_subquery()
)
# In most games one wait follows the other.
_TAKE_PLACE = (
    update(waits)
    .where(waits.c.game_id == bindparam("wait_game_id"), _COUNT == 1)
    .values({name: bindparam(f"wait_{name}") for name in _CHANGING})
    .returning(waits.c.game_id)
)
_STILL_TO_COME = (
    waits.c.game_id == bindparam("wait_game_id"),
    waits.c.deal == bindparam("wait_deal"),
    waits.c.seat == bindparam("wait_seat"),
    waits.c.wants == bindparam("wait_wants"),
    waits.c.since == bindparam("wait_since"),
    waits.c.remind_at.is_not(None),
)
# Tables are locked before their waits; whoever asks for this holds none, and must not queue.
_FREE = select(waits.c.game_id).where(*_STILL_TO_COME).with_for_update(skip_locked=True)
_REMIND = update(waits).where(*_STILL_TO_COME).values(remind_at=bindparam("wait_remind_at"))
# Each half reads its own index from the earliest time on.
_DUE_GAMES = union(
    select(waits.c.game_id).where(waits.c.deadline <= bindparam("now")),
    select(waits.c.game_id).where(waits.c.remind_at <= bindparam("now")),
)
_DUE = (
    select(games.c.id)
    .where(games.c.id.in_(_DUE_GAMES), games.c.id > bindparam("after"))
    .order_by(games.c.id)
    .limit(bindparam("most"))
    .with_for_update(key_share=True, skip_locked=True)
)


class SqlWaits:
    """The seats that games wait for, and until when."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def of(self, game_id: int) -> list[WaitRow]:
        return [_wait(row) for row in self._work.rows(_OF, {"game_id": game_id})]

    def of_games(self, game_ids: Sequence[int]) -> list[WaitRow]:
        """Return what several games wait for, by game."""
        return [_wait(row) for row in self._work.rows(_OF_GAMES, {"game_ids": list(game_ids)})]

    def replace(self, game_id: int, waits: Sequence[WaitRow]) -> None:
        """Store these waits of a game in place of all it had."""
        if len(waits) == 1:
            self._take_place(waits[0])
        else:
            self._put(game_id, waits)

    def _take_place(self, wait: WaitRow) -> None:
        """Put a wait in the place of the only one of its game, or of them all."""
        values = {f"wait_{name}": value for name, value in _values(wait).items()}

        def see(changed: object) -> None:
            if changed is None:
                self._put(wait.game_id, [wait])

        self._work.later(_TAKE_PLACE, values, see)

    def _put(self, game_id: int, waits: Sequence[WaitRow]) -> None:
        self._work.run(_CLEAR, {"game_id": game_id})
        if waits:
            self._work.run(_ADD, [_values(wait) for wait in waits])

    def remind(self, wait: WaitRow, at: datetime) -> None:
        """Let a reminder come at another time, unless it came, or others have the row in hand."""
        values = {f"wait_{name}": value for name, value in _values(wait).items()}
        if self._work.row(_FREE, values) is not None:
            self._work.run(_REMIND, values | {"wait_remind_at": at})

    def due(self, now: datetime, limit: int, after: int = 0) -> list[int]:
        """Return games behind this id with a deadline or reminder that has come, by id.

        Their rows are locked until this unit of work ends, and games that are in
        other hands are left out. Whoever goes on with them in another unit of work
        has to end this one first.
        """
        values = {"now": now, "most": limit, "after": after}
        return [row.id for row in self._work.rows(_DUE, values)]


def _values(wait: WaitRow) -> dict[str, object]:
    return {
        "game_id": wait.game_id,
        "deal": wait.deal,
        "seat": wait.seat,
        "wants": wait.wants,
        "since": wait.since,
        "deadline": wait.deadline,
        "remind_at": wait.remind_at,
    }


def _wait(row: Row[Any]) -> WaitRow:
    return WaitRow(
        game_id=row.game_id,
        deal=row.deal,
        seat=row.seat,
        wants=row.wants,
        since=row.since,
        deadline=row.deadline,
        remind_at=row.remind_at,
    )
