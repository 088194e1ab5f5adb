"""Sealing rows anew with the current key, while the service runs.

Events are appended and never changed, and this does change rows of the log. It changes no
event: what is sealed in a row is opened and sealed again as it is, byte for byte, and only
the key that it takes to read it is another. Number, time, kind and the part everybody may
read are not touched; a log that holds before holds after, and the deals' commitments with
it. The other way, to keep each key for as long as a row hangs on it, would let the oldest
key open every game for good, also once it has leaked.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    LargeBinary,
    Row,
    Select,
    bindparam,
    func,
    literal_column,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import OperationalError
from sqlalchemy.sql.elements import ColumnElement

from pbem.signing import Keys, UnsealError
from pbem.store import places
from pbem.store.schema import deal_starts, events, games, letters, outbox, pending, talks
from pbem.store.sealing import Sealer

ROWS_AT_ONCE: Final = 100
"""So many rows are looked at in a transaction: those that change are held as long."""

_LOCKED: Final = "55P03"

_Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """A column of sealed values, and the columns (`by`) that tell the place of one."""

    column: Column[Any]
    place: Callable[..., str]
    by: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.column.table.name}.{self.column.name}"

    @property
    def keys(self) -> tuple[Column[Any], ...]:
        """The primary key of its table."""
        return tuple(self.column.table.primary_key)

    @property
    def key_id(self) -> ColumnElement[bytes]:
        """The byte in front, which is the id of the key."""
        one: ColumnElement[int] = literal_column("1")
        return func.substr(self.column, one, one, type_=LargeBinary)


SEALED: Final = (
    SealedColumn(events.c.sealed, places.event, ("game_id", "seq")),
    SealedColumn(deal_starts.c.state, places.state, ("game_id", "deal")),
    SealedColumn(games.c.secret, places.secret, ("code",)),
    SealedColumn(talks.c.words, places.words, ("game_id", "seat")),
    SealedColumn(outbox.c.facts, places.notice_facts, ("key",)),
    SealedColumn(outbox.c.rendered, places.mail, ("key",)),
    SealedColumn(letters.c.raw, places.raw, ("key",)),
    SealedColumn(letters.c.trace, places.trace, ("key",)),
    SealedColumn(letters.c.origin, places.origin, ("key",)),
    SealedColumn(pending.c.facts, places.question, ("purpose", "email")),
)
"""Every column that holds something sealed."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far a column is, after a transaction.

    Of the rows that were `looked` at `changed` are sealed anew now, `shut` do not open
    although there is a key of their id, and `busy` were in other hands for too long.
    """

    column: str
    looked: int = 0
    changed: int = 0
    shut: int = 0
    busy: int = 0
    is_last: bool = False


def sealed_with(engine: Engine) -> Mapping[int, int]:
    """Return how many values each key has sealed, by its id; -1 stands for no key at all."""
    found: Counter[int] = Counter()
    for sealed in SEALED:
        counted = (
            select(sealed.key_id, func.count())
            .where(sealed.column.is_not(None))
            .group_by(sealed.key_id)
        )
        # Each for itself: on SQLite nobody else writes meanwhile.
        with engine.begin() as connection:
            for head, count in connection.execute(counted):
                found[_id_of(head)] += count
    return found


def reseal(engine: Engine, keys: Keys, rows_at_once: int = ROWS_AT_ONCE) -> Iterator[Step]:
    """Seal anew what another key than the current one has sealed; yield after each transaction.

    It goes by the primary keys, so many rows in a transaction, and may be broken off at
    any time: done again it finds what is left. Rows in other hands are not waited for
    while any are held, so that nobody can come to a deadlock by it; they are taken up
    one by one at the end. What the key of is gone is left as it is.
    """
    for sealed in SEALED:
        yield from _Pass(engine, Sealer(keys), sealed, rows_at_once).steps()


@dataclass(frozen=True, slots=True)
class _Pass:
    """The way through one column."""

    engine: Engine
    sealer: Sealer
    sealed: SealedColumn
    rows_at_once: int

    def steps(self) -> Iterator[Step]:
        step = Step(self.sealed.name)
        left: list[_Key] = []
        after: _Key | None = None
        while True:
            with self.engine.begin() as connection:
                page = self._page(connection, after)
                due: list[_Key] = [tuple(row[1:]) for row in page if self._is_due(row[0])]
                rows = self._rows(connection, due, waits=False)
                step = self._with(step, connection, rows, looked=len(page))
            taken = {tuple(row[1 : 1 + len(self.sealed.keys)]) for row in rows}
            left += [key for key in due if key not in taken]
            if len(page) < self.rows_at_once:
                break
            after = tuple(page[-1][1:])
            yield step
        yield self._after_others(step, left)

    def _after_others(self, step: Step, left: Sequence[_Key]) -> Step:
        """Seal what was in other hands. Nothing else is held while that is waited for."""
        busy = 0
        for key in left:
            try:
                with self.engine.begin() as connection:
                    rows = self._rows(connection, [key], waits=True)
                    step = self._with(step, connection, rows)
            except OperationalError as fault:
                if getattr(fault.orig, "sqlstate", None) != _LOCKED:
                    raise
                busy += 1
        return Step(step.column, step.looked, step.changed, step.shut, busy, is_last=True)

    def _page(self, connection: Connection, after: _Key | None) -> Sequence[Row[Any]]:
        sealed = self.sealed
        page = select(sealed.key_id, *sealed.keys).where(sealed.column.is_not(None))
        if after is not None:
            page = page.where(tuple_(*sealed.keys) > tuple_(*after))
        page = page.order_by(*sealed.keys).limit(self.rows_at_once)
        return connection.execute(page).all()

    def _is_due(self, head: bytes) -> bool:
        key_id = _id_of(head)
        return key_id != self.sealer.keys.newest and key_id in self.sealer.keys.ids()

    def _rows(
        self, connection: Connection, due: Sequence[_Key], *, waits: bool
    ) -> Sequence[Row[Any]]:
        if not due:
            return ()
        sealed = self.sealed
        by = [sealed.column.table.c[name].label(f"by_{name}") for name in sealed.by]
        locked: Select[Any] = (
            select(sealed.column, *sealed.keys, *by)
            .where(tuple_(*sealed.keys).in_(due), sealed.column.is_not(None))
            .with_for_update(key_share=True, skip_locked=not waits)
        )
        return connection.execute(locked).all()

    def _with(
        self, step: Step, connection: Connection, rows: Sequence[Row[Any]], looked: int = 0
    ) -> Step:
        """Seal these rows anew; return the step with what came of it."""
        anew = [values for row in rows if (values := self._anew(row)) is not None]
        changed = connection.execute(self._change(), anew).rowcount if anew else 0
        shut = step.shut + len(rows) - len(anew)
        return Step(step.column, step.looked + looked, step.changed + changed, shut)

    def _change(self) -> Any:
        sealed = self.sealed
        # Only what is still as it was read, whoever else may write without a lock.
        same = [column == bindparam(f"key_{column.name}") for column in sealed.keys]
        same.append(sealed.column == bindparam("before"))
        return update(sealed.column.table).where(*same).values({sealed.column: bindparam("anew")})

    def _anew(self, row: Row[Any]) -> dict[str, object] | None:
        """Return the values of one change, None if the row does not open."""
        keys = self.sealed.keys
        before, place = bytes(row[0]), self.sealed.place(*row[1 + len(keys) :])
        try:
            anew = self.sealer.seal(self.sealer.open(before, place), place)
        except UnsealError:
            return None
        found = {f"key_{column.name}": row[at] for at, column in enumerate(keys, 1)}
        return {**found, "before": before, "anew": anew}


def _id_of(head: bytes) -> int:
    return head[0] if head else -1
