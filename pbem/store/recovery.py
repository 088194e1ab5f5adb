"""What is to be done to the rows of a restored backup before the service goes on with them."""

from datetime import datetime

from sqlalchemy import bindparam, select, text, update

from pbem.store.columns import word
from pbem.store.schema import games, metadata, outbox
from pbem.store.work import Work

_WITHDRAW = (
    update(outbox)
    .where(outbox.c.state == word("waiting"), outbox.c.created_at < bindparam("before"))
    .values(state="superseded")
)
_RUNNING = select(games.c.id).where(games.c.status == word("running")).order_by(games.c.id)
_NUMBERED = sorted(table.name for table in metadata.tables.values() if "id" in table.c)
# The names are those of our own tables.
_SKIP_POSTGRESQL = "SELECT setval({sequence}, nextval({sequence}) + :count)"
_SEQUENCE = "pg_get_serial_sequence('{table}', 'id')"
_SKIP_SQLITE = "UPDATE sqlite_sequence SET seq = seq + :count WHERE name = '{table}'"
_BEGIN_SQLITE = (
    "INSERT INTO sqlite_sequence (name, seq) SELECT '{table}', 0 "
    "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '{table}')"
)


class SqlRecovery:
    """The rows of a restored backup."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def withdraw(self, before: datetime) -> int:
        """Supersede every notice that came up before this and waits; return how many."""
        return self._work.run(_WITHDRAW, {"before": before})

    def running(self) -> list[int]:
        """Return the ids of all running games."""
        return [row.id for row in self._work.rows(_RUNNING, {})]

    def skip_ids(self, count: int) -> None:
        """Leave out so many ids of each table: they stand in addresses of mails that went out."""
        for table in _NUMBERED:
            for statement in self._skipping(table):
                self._work.run(text(statement), {"count": count})

    def _skipping(self, table: str) -> list[str]:
        if self._work.connection.dialect.name == "sqlite":
            return [_BEGIN_SQLITE.format(table=table), _SKIP_SQLITE.format(table=table)]
        return [_SKIP_POSTGRESQL.format(sequence=_SEQUENCE.format(table=table))]
