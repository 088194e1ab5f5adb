"""The queue of mails as an operator sees it: nothing of it is opened."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, func, or_, select

from pbem.app.notice_records import QueueCount, Queued
from pbem.store.columns import UtcTime, word
from pbem.store.schema import outbox
from pbem.store.work import Work

_SHOWN = ("id", "kind", "state", "provider", "created_at", "not_before", "tries", "last_reply")
_NEWEST = (
    select(*(outbox.c[name] for name in _SHOWN))
    .order_by(outbox.c.id.desc())
    .limit(bindparam("most"))
)
_OF_STATE = _NEWEST.where(outbox.c.state == bindparam("state"))
_COUNTS = (
    select(outbox.c.provider, outbox.c.state, func.count().label("number"))
    .where(
        or_(
            outbox.c.state == word("waiting"),
            outbox.c.facts.is_not(None)
            & (outbox.c.created_at > bindparam("since", type_=UtcTime())),
        )
    )
    .group_by(outbox.c.provider, outbox.c.state)
)


class SqlQueue:
    """What waits to be sent, and what became of the rest."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def newest(self, limit: int, state: str | None = None) -> list[Queued]:
        """Return the newest notices, newest first; only those of one state, if it is given."""
        statement = _NEWEST if state is None else _OF_STATE
        values = {"most": limit} if state is None else {"most": limit, "state": state}
        return [_queued(row) for row in self._work.rows(statement, values)]

    def counts(self, since: datetime) -> list[QueueCount]:
        """Count notices by provider and state: all that wait, and others that came up since."""
        rows = self._work.rows(_COUNTS, {"since": since})
        return [QueueCount(row.provider, row.state, row.number) for row in rows]


def _queued(row: Row[Any]) -> Queued:
    return Queued(**{name: getattr(row, name) for name in _SHOWN})
