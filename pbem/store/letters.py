"""Inbound mail as it was received."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row, bindparam, func, not_, select, update

from pbem.app.ports import LetterStaysSealed
from pbem.app.records import LetterState, StoredLetter
from pbem.app.trust import NO_ORIGIN, Origin
from pbem.signing import UnsealError
from pbem.store import places
from pbem.store.claims import BEHIND, IS_DUE, NEXT_IN_LANE, NEXT_WAITING
from pbem.store.columns import word
from pbem.store.games import SqlGames
from pbem.store.letter_rows import (
    letter_of,
    list_text,
    must_be_first,
    why_sealed,
)
from pbem.store.schema import acted, letters
from pbem.store.sealing import fingerprint
from pbem.store.work import Dialects, Work

_ADD = Dialects(
    lambda insert: (
        insert(letters).on_conflict_do_nothing(index_elements=["key"]).returning(letters.c.id)
    )
)
_BY_KEY = select(letters.c.id).where(letters.c.key == bindparam("key"))
_GET = select(letters).where(letters.c.id == bindparam("letter_id"))
_FINISH = (
    update(letters)
    .where(letters.c.id == bindparam("letter_id"), letters.c.state == word("new"))
    .values(
        state=word(LetterState.DONE),
        verdict=bindparam("letter_verdict"),
        reason=bindparam("letter_reason"),
        game_id=bindparam("letter_game_id"),
        trace=None,
    )
    .returning(letters.c.id)
)
_SHUNT = (
    update(letters)
    .where(letters.c.id == bindparam("letter_id"), letters.c.state == word("new"))
    .values(state="shunted", trace=bindparam("trace"), reason=bindparam("why"))
)
_KEY_OF = select(letters.c.key).where(letters.c.id == bindparam("letter_id"))
_REOPEN = (
    update(letters)
    .where(
        letters.c.id == bindparam("letter_id"),
        letters.c.state == word("shunted"),
        letters.c.raw.is_not(None),
    )
    .values(state="new")
)
_IS_UNREAD = select(letters.c.id).where(
    letters.c.id == bindparam("letter_id"), letters.c.state == word("new")
)
_UNREAD = (
    select(letters.c.id)
    .where(letters.c.state == word("new"), IS_DUE)
    .order_by(letters.c.id)
    .limit(bindparam("most"))
)
_IN_TIME = (
    select(letters.c.id)
    .where(
        letters.c.state == word("new"),
        letters.c.lane == bindparam("lane_"),
        letters.c.received_at <= bindparam("at_"),
        IS_DUE,
    )
    .limit(1)
)
_NEWEST = (
    select(*(column for column in letters.c if column.name != "raw"))
    .order_by(letters.c.id.desc())
    .limit(bindparam("most"))
)
_OLDEST = (
    select(letters.c.received_at)
    .where(letters.c.state == word("new"), IS_DUE)
    .order_by(letters.c.id)
    .limit(1)
)
_HELD_BACK = (
    select(func.count()).select_from(letters).where(letters.c.state == word("new"), not_(IS_DUE))
)
_ACT_ONCE = Dialects(
    lambda insert: (
        insert(acted)
        .values(key=bindparam("acted_key"), at=bindparam("acted_at"))
        .on_conflict_do_nothing(index_elements=["key"])
        .returning(acted.c.key)
    )
)
_ACT = Dialects(
    lambda insert: (
        insert(acted).on_conflict_do_nothing(index_elements=["key"]).returning(acted.c.key)
    )
)


class SqlLetters:
    """Letters from their receipt to what became of them."""

    def __init__(self, work: Work, games: SqlGames) -> None:
        self._work = work
        self._games = games

    def add(  # noqa: PLR0913 - what comes with an envelope
        self,
        *,
        raw: bytes,
        recipient: str,
        recipients: Sequence[str],
        lane: str | None,
        transport: str,
        key: str,
        at: datetime,
        origin: Origin = NO_ORIGIN,
        not_before: datetime | None = None,
    ) -> int:
        """Store a raw letter once per `key`; return its id, or that of the first."""
        mark = fingerprint(key)
        values = {
            "key": mark,
            "received_at": at,
            "transport": transport,
            "recipient": recipient,
            "recipients": list_text(recipients),
            "lane": lane,
            "raw": self._work.sealer.seal(raw, places.raw(mark)),
            "origin": self._sealed(origin, mark),
            "state": LetterState.NEW.value,
            "not_before": not_before,
        }
        added: int | None = self._work.value(_ADD.of(self._work), values)
        first: int = added if added is not None else self._work.value(_BY_KEY, {"key": mark})
        return first

    def next_in_lane(self, letter_id: int) -> StoredLetter | None:
        """Claim the oldest unread letter of this letter's lane (or itself).

        None if it is taken, or nothing is left to read.

        Raises:
            LetterStaysSealed: it is there, and cannot be opened.
        """
        row = self._work.row(NEXT_IN_LANE, {"letter_id": letter_id})
        return None if row is None else self._claimed(row)

    def next_waiting(self, after: int = 0) -> tuple[StoredLetter, bool] | None:
        """Claim the first unread letter behind `after` that is first in its lane and not taken.

        Return it, and whether others were unread then; None if there is none. The table
        of its seat is locked with it, unless that is in other hands.

        Raises:
            LetterStaysSealed: it is there, and cannot be opened.
        """
        row = self._work.row(NEXT_WAITING, {"after": after, **self._now()})
        if row is None:
            return None
        if row.held_id is not None:
            self._games.hold_with_seat(row.seat_id, row)
        return self._claimed(row), row.are_more

    def is_any_behind(self) -> bool:
        """Tell whether an unread letter has another one of its lane before it."""
        return self._work.row(BEHIND, self._now()) is not None

    def is_unread(self, letter_id: int) -> bool:
        return self._work.row(_IS_UNREAD, {"letter_id": letter_id}) is not None

    def finish(
        self, letter_id: int, verdict: str, reason: str, *, game_id: int | None = None
    ) -> None:
        """Note what became of a letter, and which game it was for (it is kept as long)."""
        values = {
            "letter_id": letter_id,
            "letter_verdict": verdict,
            "letter_reason": reason,
            "letter_game_id": game_id,
        }
        self._work.change_one_later(_FINISH, values)

    def shunt(self, letter_id: int, trace: str, reason: str = "") -> None:
        """Put a letter aside that could not be read, with the traceback (sealed)."""
        mark = self._work.value(_KEY_OF, {"letter_id": letter_id})
        sealed = self._work.sealer.seal_text(trace, places.trace(mark))
        self._work.changed_one(
            _SHUNT, {"letter_id": letter_id, "trace": sealed, "why": reason or None}
        )

    def reopen(self, letter_id: int) -> bool:
        """Let a shunted letter be read again; False if it is not shunted, or forgotten."""
        return self._work.run(_REOPEN, {"letter_id": letter_id}) == 1

    def unread(self, limit: int) -> list[int]:
        return [row.id for row in self._work.rows(_UNREAD, {"most": limit, **self._now()})]

    def came_in_time(self, lane: str, at: datetime) -> bool:
        """Tell whether a letter of this lane came in by then and is still unread."""
        values = {"lane_": lane, "at_": at, **self._now()}
        return self._work.row(_IN_TIME, values) is not None

    def get(self, letter_id: int) -> StoredLetter | None:
        """Return a letter, without those parts of it whose seals do not open."""
        row = self._work.row(_GET, {"letter_id": letter_id})
        if row is None:
            return None
        raw = self._opened(row.raw, places.raw(row.key))
        trace = self._opened(row.trace, places.trace(row.key))
        origin = self._opened(row.origin, places.origin(row.key))
        return letter_of(row, raw or b"", None if trace is None else trace.decode(), origin)

    def newest(self, limit: int) -> list[StoredLetter]:
        """Return the newest letters, newest first, without what is sealed of them."""
        return [letter_of(row) for row in self._work.rows(_NEWEST, {"most": limit})]

    def first_time(self, key: str, at: datetime) -> bool:
        """Note that a mail with this key acts; False if one has acted already."""
        values = {"key": fingerprint(key), "at": at}
        return self._work.value(_ACT.of(self._work), values) is not None

    def acts_once(self, key: str, at: datetime) -> None:
        """Note likewise, at the commit, which fails with `ActedBefore` if one has acted already."""
        values: dict[str, object] = {"acted_key": fingerprint(key), "acted_at": at}
        self._work.batch.add_last(_ACT_ONCE.of(self._work), values, must_be_first)

    def oldest_unread(self) -> datetime | None:
        """Return when the oldest unread letter came in."""
        moment: datetime | None = self._work.value(_OLDEST, self._now())
        return moment

    def held_back(self) -> int:
        """Count the unread letters that wait because others like them came too often."""
        count: int = self._work.value(_HELD_BACK, self._now())
        return count

    def _now(self) -> dict[str, object]:
        return {"now": self._work.clock.now()}

    def _claimed(self, row: Row[Any]) -> StoredLetter:
        try:
            raw = self._work.sealer.open(row.raw, places.raw(row.key)) if row.raw else b""
            origin = None
            if row.origin:
                origin = self._work.sealer.open(row.origin, places.origin(row.key))
        except UnsealError as fault:
            raise LetterStaysSealed(row.id, why_sealed(fault)) from fault
        return letter_of(row, raw, origin=origin)

    def _sealed(self, origin: Origin, mark: str) -> bytes | None:
        if origin == NO_ORIGIN:
            return None
        return self._work.sealer.seal(msgspec.json.encode(origin), places.origin(mark))

    def _opened(self, sealed: bytes | None, place: str) -> bytes | None:
        """Return what is sealed, or None if there is nothing, or it does not open."""
        try:
            return self._work.sealer.open(sealed, place) if sealed else None
        except UnsealError:
            return None
