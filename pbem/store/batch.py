"""Changes of one transaction that nobody waits for, sent to the database as one statement.

A letter that makes a move changes five rows of five tables. Sent one by one they cost
five times the way to the database and back; none depends on what another one did.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Delete, Executable, Insert, Update, func, select

Change = Insert | Update | Delete
Then = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class _Waiting:
    change: Change
    values: dict[str, object]
    then: Then


class Batch:
    """Changes that wait to be sent, each with what is done with its answer.

    Each statement returns one column of at most one row; its answer is the value, or
    None. The names of its parameters are its own: no other statement's are alike.
    `has_changed` tells whether this transaction changed anything, or is about to.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: list[_Waiting] = []
        self._last: list[_Waiting] = []
        self.has_changed = False

    def add(self, change: Change, values: dict[str, object], then: Then) -> None:
        """Let a change wait for the others; one of the same kind sends them off first.

        Raises:
            ValueError: a parameter is named like that of another change.
        """
        self.has_changed = True
        if any(one.change is change for one in self._waiting):
            self.send()
        if any(not one.values.keys().isdisjoint(values) for one in self._waiting):
            raise ValueError(f"parameters of two changes are alike: {sorted(values)}")
        self._waiting.append(_Waiting(change, values, then))

    def add_last(self, change: Change, values: dict[str, object], then: Then) -> None:
        """Let a change wait for the commit: nobody asks for what it changes before that."""
        self.has_changed = True
        self._last.append(_Waiting(change, values, then))

    def finish(self) -> None:
        """Send all that waits, at the end of the transaction."""
        last, self._last = self._last, []
        for one in last:
            self.add(one.change, one.values, one.then)
        self.send()

    def send(self) -> None:
        """Send what waits, and what comes of the answers."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            for one, answer in zip(waiting, self._answers(waiting), strict=True):
                one.then(answer)

    def _answers(self, waiting: list[_Waiting]) -> Sequence[Any]:
        # SQLite has no such statement, and no way that could be saved.
        if len(waiting) == 1 or self._connection.dialect.name != "postgresql":
            return [self._connection.execute(one.change, one.values).scalar() for one in waiting]
        values = {name: value for one in waiting for name, value in one.values.items()}
        together = _together(tuple(one.change for one in waiting))
        return self._connection.execute(together, values).one()


@lru_cache(maxsize=256)
def _together(changes: tuple[Change, ...]) -> Executable:
    """Return one statement that makes all these changes, and returns their answers in a row."""
    parts = [change.cte(f"part{number}") for number, change in enumerate(changes)]
    return select(*(select(func.max(part.c[0])).scalar_subquery() for part in parts))
