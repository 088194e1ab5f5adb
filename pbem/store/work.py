"""What the rooms of one unit of work share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, CursorResult, Executable, Insert, Row, Select
from sqlalchemy.dialects import postgresql, sqlite

from pbem.app.ports import Clock
from pbem.store.batch import Batch, Change, Then
from pbem.store.sealing import Sealer

Values = Mapping[str, object]


class NoSuchRowError(LookupError):
    """A row that must exist does not: a fault of the program, not of a player."""


class Dialects:
    """A statement with ON CONFLICT, which each dialect builds with its own insert."""

    def __init__(self, build: Callable[[Any], Insert]) -> None:
        self._statements = {
            "postgresql": build(postgresql.insert),
            "sqlite": build(sqlite.insert),
        }

    def of(self, work: "Work") -> Insert:
        """Return the statement for the database at hand."""
        return self._statements[work.connection.dialect.name]


@dataclass(frozen=True, slots=True)
class Work:
    """One transaction's connection, with the seals and the clock.

    `held` are the games whose rows are locked: what was read of them since then
    stays true until the end.
    """

    connection: Connection
    sealer: Sealer
    clock: Clock
    batch: Batch
    held: set[int] = field(default_factory=set)

    def run(self, statement: Executable, values: Values | Sequence[Values] = ()) -> int:
        """Run a statement and return how many rows it changed."""
        return self._run(statement, values or None).rowcount

    def rows(self, statement: Executable, values: Values) -> Sequence[Row[Any]]:
        return self._run(statement, values).all()

    def row(self, statement: Executable, values: Values) -> Row[Any] | None:
        """Return the first row, or None."""
        return self._run(statement, values).first()

    def value(self, statement: Executable, values: Values | None = None) -> Any:
        """Return the first column of the first row, or None."""
        return self._run(statement, values).scalar()

    def _run(
        self, statement: Executable, values: Values | Sequence[Values] | None
    ) -> CursorResult[Any]:
        # Whoever asks sees what was changed before.
        self.batch.send()
        if not isinstance(statement, Select):
            self.batch.has_changed = True
        return self.connection.execute(statement, values)

    def later(self, change: Change, values: dict[str, object], then: Then) -> None:
        """Make a change at the next statement at the latest, and then see its answer."""
        self.batch.add(change, values, then)

    def change_one_later(self, change: Change, values: dict[str, object]) -> None:
        """Make a change that returns a column of the one row that it must change.

        NoSuchRowError is raised once it is found to have changed none.
        """
        self.batch.add(change, values, _must_be_one)

    def the_row(self, statement: Executable, values: Values) -> Row[Any]:
        """Return the first row.

        Raises:
            NoSuchRowError: there is none.
        """
        found = self.row(statement, values)
        if found is None:
            raise NoSuchRowError(f"no row for {dict(values)}")
        return found

    def changed_one(self, statement: Executable, values: Values) -> None:
        """Run a statement that must change one row.

        Raises:
            NoSuchRowError: it changed none.
        """
        if self.run(statement, values) != 1:
            raise NoSuchRowError("the row to change is gone")


def _must_be_one(changed: object) -> None:
    if changed is None:
        raise NoSuchRowError("the row to change is gone")
