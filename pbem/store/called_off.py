"""The public list of games that were called off."""

from typing import Any

from sqlalchemy import Row, insert, select, text

from pbem.app.records import CalledOff
from pbem.store.schema import called_off
from pbem.store.work import Work

_ADD = insert(called_off)
_ALL = select(called_off).order_by(called_off.c.number)
_LAST = select(called_off).order_by(called_off.c.number.desc()).limit(1)
# Two games called off at once: the second waits for the first row, since its own hashes it.
# Readers do not wait. On SQLite there is one writer at a time anyway.
_ONE_AT_A_TIME = text("LOCK TABLE called_off IN SHARE ROW EXCLUSIVE MODE")


class SqlCalledOffGames:
    """Rows that are added one after the other and never changed."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def last(self) -> CalledOff | None:
        """Return the last row; nobody else gets to add one until this unit of work ends."""
        if self._work.connection.dialect.name == "postgresql":
            self._work.run(_ONE_AT_A_TIME)
        row = self._work.row(_LAST, {})
        return None if row is None else _called_off(row)

    def add(self, row: CalledOff) -> None:
        values = {
            "number": row.number,
            "game_id": row.game_id,
            "commitment": row.commitment,
            "root": row.root,
            "at": row.at,
            "previous": row.previous,
            "hash": row.hash,
        }
        self._work.run(_ADD, values)

    def all(self) -> list[CalledOff]:
        """Return all rows in their order."""
        return [_called_off(row) for row in self._work.rows(_ALL, {})]


def _called_off(row: Row[Any]) -> CalledOff:
    return CalledOff(
        row.number, row.game_id, row.commitment, row.root, row.at, row.previous, row.hash
    )
