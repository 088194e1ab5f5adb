"""Forgetting: mail some time after its game, and what has expired."""

from datetime import datetime

from sqlalchemy import (
    Text,
    Update,
    and_,
    bindparam,
    cast,
    delete,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.schema import Column

from pbem.store.columns import word
from pbem.store.schema import acted, games, invitations, letters, links, outbox, pending, sessions
from pbem.store.work import Work

_ENDED = select(games.c.id).where(games.c.ended_at < bindparam("before"))


def _is_past(game_id: Column[int], at: ColumnElement[datetime]) -> ColumnElement[bool]:
    """Its game ended before; what belongs to no game goes by its own time."""
    return or_(game_id.in_(_ENDED), and_(game_id.is_(None), at < bindparam("before")))


_FORGET_LETTERS: Update = (
    update(letters)
    .where(
        letters.c.raw.is_not(None),
        letters.c.state != "new",
        _is_past(letters.c.game_id, letters.c.received_at),
    )
    .values(raw=None, trace=None, origin=None)
)
_FORGET_MAILS: Update = (
    update(outbox)
    .where(
        outbox.c.facts.is_not(None),
        outbox.c.state != "waiting",
        _is_past(outbox.c.game_id, outbox.c.created_at),
    )
    .values(rendered=None, facts=None)
)
_FORGET_ACTED = delete(acted).where(acted.c.at < bindparam("before"))
_EXPIRED = [
    delete(table).where(table.c.expires_at < bindparam("before"))
    for table in (links, pending, sessions)
]
# Whoever was invited and did not sit down is forgotten with the invitation.
_UNANSWERED = and_(
    invitations.c.expires_at < bindparam("before"),
    invitations.c.state.in_((word("declined"), word("expired"), word("undeliverable"))),
)
_FORGET_ASKED_MAILS: Update = (
    update(outbox)
    .where(
        outbox.c.key.in_(
            select(literal("invitation:") + cast(invitations.c.id, Text)).where(
                _UNANSWERED, invitations.c.email != ""
            )
        ),
        outbox.c.state != "waiting",
    )
    .values(email="", rendered=None, facts=None)
)
_FORGET_ASKED: Update = (
    update(invitations).where(_UNANSWERED, invitations.c.email != "").values(email="")
)


class SqlRetention:
    """What is deleted, and when. Each call returns how many rows it touched."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def forget_letters(self, ended_before: datetime) -> int:
        """Delete what letters said whose game ended, or that came in for no game, before this.

        The rows stay without it, so that a letter delivered again is still known.
        """
        return self._work.run(_FORGET_LETTERS, {"before": ended_before})

    def forget_mails(self, ended_before: datetime) -> int:
        """Delete what sent mails said whose game ended, or that were of no game, before this."""
        return self._work.run(_FORGET_MAILS, {"before": ended_before})

    def forget_acted(self, before: datetime) -> int:
        """Delete the marks of letters that acted before this; a copy would act again."""
        return self._work.run(_FORGET_ACTED, {"before": before})

    def forget_expired(self, before: datetime) -> int:
        """Delete what expired before this: links, open questions, sign-ins, and the
        addresses of invited people who did not sit down.
        """
        statements = (*_EXPIRED, _FORGET_ASKED_MAILS, _FORGET_ASKED)
        return sum(self._work.run(statement, {"before": before}) for statement in statements)
