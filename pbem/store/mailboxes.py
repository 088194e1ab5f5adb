"""Mailboxes that letters are fetched from: how far each has been read, and by whom."""

from datetime import datetime

from sqlalchemy import bindparam, or_, update

from pbem.app.ports import ReadUpTo
from pbem.store.schema import mailboxes
from pbem.store.sealing import fingerprint
from pbem.store.work import Dialects, Work

_ADD = Dialects(lambda insert: insert(mailboxes).on_conflict_do_nothing(index_elements=["name"]))
_IS_IT = mailboxes.c.name == bindparam("box")
_HOLD = (
    update(mailboxes)
    .where(
        _IS_IT,
        or_(
            mailboxes.c.reader.is_(None),
            mailboxes.c.reader == bindparam("who"),
            mailboxes.c.held_until < bindparam("now"),
        ),
    )
    .values(reader=bindparam("who"), held_until=bindparam("until"))
    .returning(mailboxes.c.validity, mailboxes.c.uid, mailboxes.c.since)
)
_IS_HELD = mailboxes.c.reader == bindparam("who")
_NOTE = (
    update(mailboxes)
    .where(_IS_IT, _IS_HELD)
    .values(validity=bindparam("its_validity"), uid=bindparam("its_uid"))
)
_LEAVE = update(mailboxes).where(_IS_IT, _IS_HELD).values(reader=None, held_until=None)


class SqlMailboxes:
    """How far mailboxes have been read."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def hold(self, name: str, reader: str, now: datetime, until: datetime) -> ReadUpTo | None:
        """Take a mailbox, or keep it; None if another reader has it now."""
        box = fingerprint(name)
        self._work.run(_ADD.of(self._work), {"name": box, "uid": 0, "since": now})
        row = self._work.row(_HOLD, {"box": box, "who": reader, "now": now, "until": until})
        return None if row is None else ReadUpTo(row.validity, row.uid, row.since)

    def note(self, name: str, reader: str, validity: int, uid: int) -> bool:
        """Note that it has been read up to this UID; False if it is not this reader's any more."""
        values = {"box": fingerprint(name), "who": reader, "its_validity": validity, "its_uid": uid}
        return self._work.run(_NOTE, values) == 1

    def leave(self, name: str, reader: str) -> None:
        """Let others have it."""
        self._work.run(_LEAVE, {"box": fingerprint(name), "who": reader})
