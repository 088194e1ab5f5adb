"""Outbound mail, and up to where each seat has been told."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Text, bindparam, case, func, select, update

from pbem.app.notice_records import NewNotice, Notice, NoticeState
from pbem.rules.moves import Position
from pbem.store import places
from pbem.store.columns import word
from pbem.store.schema import outbox, told
from pbem.store.work import Dialects, Work

_CHANGING = (
    "state",
    "not_before",
    "tries",
    "number",
    "message_id",
    "rendered",
    "last_reply",
    "sent_at",
    "address_id",
    "provider",
    "told_seq",
    "in_hand_until",
)
_NEW = (
    "key",
    "kind",
    "game_id",
    "seat_id",
    "player_id",
    "email",
    "deal",
    "decision",
    "facts",
    "state",
    "created_at",
    "not_before",
    "tries",
)
_ADD = Dialects(
    lambda insert: (
        insert(outbox)
        .values({name: bindparam(f"notice_{name}") for name in _NEW})
        .on_conflict_do_nothing(index_elements=["key"])
        .returning(outbox.c.id)
    )
)
_GET = select(outbox).where(outbox.c.id == bindparam("notice_id"))
_BY_MESSAGE_ID = select(outbox).where(outbox.c.message_id == bindparam("message_id"))
_CLAIMED = _GET.where(outbox.c.state == word("waiting")).with_for_update(skip_locked=True)
_SAVE = (
    update(outbox)
    .where(outbox.c.id == bindparam("row_id"))
    .values({name: bindparam(name) for name in _CHANGING})
)
_SAY_MORE = (
    update(outbox)
    .where(outbox.c.id == bindparam("row_id"), outbox.c.state == word("waiting"))
    .values(facts=bindparam("facts"))
)
_DUE = (
    select(outbox.c.id)
    .where(outbox.c.state == word("waiting"), outbox.c.not_before <= bindparam("now"))
    .order_by(outbox.c.not_before, outbox.c.id)
    .limit(bindparam("most"))
)
_OF_SEAT = (
    outbox.c.state == word("waiting"),
    outbox.c.seat_id == bindparam("seat_id_"),
    outbox.c.game_id == bindparam("game_id_"),
)
_WAITING = select(outbox).where(*_OF_SEAT).order_by(outbox.c.id)
_UNTRIED = (outbox.c.state == word("waiting"), outbox.c.tries == 0, outbox.c.rendered.is_(None))
_HELD = (
    select(outbox)
    .where(*_UNTRIED, outbox.c.player_id == bindparam("player_id_"))
    .order_by(outbox.c.id)
)
_PUT_OFF = (
    update(outbox)
    .where(*_UNTRIED, outbox.c.id == bindparam("row_id"))
    .values(not_before=bindparam("until"))
)
_OLDEST = select(func.min(outbox.c.not_before)).where(outbox.c.state == word("waiting"))


def _next_number(insert: Any) -> Any:
    first = insert(told).values(seat_id=bindparam("seat_id"), number=1, seq=0)
    return first.on_conflict_do_update(
        index_elements=["seat_id"], set_={"number": told.c.number + 1}
    ).returning(told.c.number)


def _told(insert: Any) -> Any:
    first = insert(told).values(seat_id=bindparam("seat_id"), number=0, seq=bindparam("seq"))
    newer = case((told.c.seq < first.excluded.seq, first.excluded.seq), else_=told.c.seq)
    return first.on_conflict_do_update(index_elements=["seat_id"], set_={"seq": newer})


_NEXT_NUMBER = Dialects(_next_number)
_TOLD = Dialects(_told)
_LAST_SHOWN = select(told.c.number, told.c.seq).where(told.c.seat_id == bindparam("seat_id"))

_LAST_NUMBER = select(func.max(outbox.c.number)).where(
    outbox.c.seat_id == bindparam("seat_id_"), outbox.c.game_id == bindparam("game_id_")
)
_LAST_SENT = select(
    func.max(outbox.c.number).label("number"), func.max(outbox.c.created_at).label("at")
).where(
    outbox.c.seat_id == bindparam("seat_id_"),
    outbox.c.game_id == bindparam("game_id_"),
    outbox.c.number.is_not(None),
    outbox.c.state == word("sent"),
)
_HOLD_SEAT = select(
    func.pg_advisory_xact_lock(func.hashtextextended(bindparam("seat", type_=Text), 0))
)


class SqlOutbox:
    """Notices from being queued to being sent."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, notice: NewNotice) -> int | None:
        """Queue a notice; None if one with this key is there already."""
        notice_id: int | None = self._work.value(_ADD.of(self._work), self._new(notice))
        return notice_id

    def post(self, notice: NewNotice, then: Callable[[int], None]) -> None:
        """Queue a notice at the commit at the latest, and hand on its id.

        Nothing is handed on if one with this key is there already.
        """

        def see(notice_id: int | None) -> None:
            if notice_id is not None:
                then(notice_id)

        self._work.later(_ADD.of(self._work), self._new(notice), see)

    def _new(self, notice: NewNotice) -> dict[str, object]:
        position = notice.position
        return {
            "notice_key": notice.key,
            "notice_kind": notice.kind,
            "notice_game_id": notice.game_id,
            "notice_seat_id": notice.seat_id,
            "notice_player_id": notice.player_id,
            "notice_email": notice.email,
            "notice_deal": position and position.deal,
            "notice_decision": position and position.decision,
            "notice_facts": self._work.sealer.seal_facts(
                notice.facts or {}, places.notice_facts(notice.key)
            ),
            "notice_state": NoticeState.WAITING.value,
            "notice_created_at": self._work.clock.now(),
            "notice_not_before": notice.not_before,
            "notice_tries": 0,
        }

    def claimed(self, notice_id: int) -> Notice | None:
        """Return a waiting notice, locked; None if it is done or in other hands."""
        return self._maybe(self._work.row(_CLAIMED, {"notice_id": notice_id}))

    def get(self, notice_id: int) -> Notice | None:
        return self._maybe(self._work.row(_GET, {"notice_id": notice_id}))

    def by_message_id(self, message_id: str) -> Notice | None:
        """Return the notice whose mail bears this id."""
        return self._maybe(self._work.row(_BY_MESSAGE_ID, {"message_id": message_id}))

    def save(self, notice: Notice) -> None:
        """Store what becomes of a notice; what it says never changes once it is committed."""
        rendered = notice.rendered
        values = {
            "row_id": notice.id,
            "state": notice.state.value,
            "not_before": notice.not_before,
            "tries": notice.tries,
            "number": notice.number,
            "message_id": notice.message_id,
            "rendered": rendered and self._work.sealer.seal(rendered, places.mail(notice.key)),
            "last_reply": notice.last_reply,
            "sent_at": notice.sent_at,
            "address_id": notice.address_id,
            "provider": notice.provider,
            "told_seq": notice.told_seq,
            "in_hand_until": notice.in_hand_until,
        }
        self._work.changed_one(_SAVE, values)

    def say_more(self, notice: Notice, facts: dict[str, object]) -> None:
        """Let a notice of this unit of work say more than it was queued with."""
        sealed = self._work.sealer.seal_facts(notice.facts | facts, places.notice_facts(notice.key))
        self._work.changed_one(_SAY_MORE, {"row_id": notice.id, "facts": sealed})

    def due(self, now: datetime, limit: int) -> list[int]:
        """Return waiting notices whose time has come, the longest waiting first."""
        return [row.id for row in self._work.rows(_DUE, {"now": now, "most": limit})]

    def waiting(self, game_id: int, seat_id: int) -> list[Notice]:
        rows = self._work.rows(_WAITING, {"game_id_": game_id, "seat_id_": seat_id})
        return [self._notice(row) for row in rows]

    def held(self, player_id: int) -> list[Notice]:
        """Return the notices for a player that wait and were never tried."""
        return [self._notice(row) for row in self._work.rows(_HELD, {"player_id_": player_id})]

    def put_off(self, notice_id: int, until: datetime) -> None:
        """Let a notice that was never tried come at another time; one that was stays as it is."""
        self._work.run(_PUT_OFF, {"row_id": notice_id, "until": until})

    def next_number(self, seat_id: int) -> int:
        """Return the number of the next mail to this seat, from 1; it is used up."""
        number: int = self._work.value(_NEXT_NUMBER.of(self._work), {"seat_id": seat_id})
        return number

    def hold_seat(self, seat_id: int) -> None:
        """Keep other workers from this seat's notices until the unit of work ends.

        On SQLite there is one writer at a time anyway.
        """
        if self._work.connection.dialect.name == "postgresql":
            self._work.value(_HOLD_SEAT, {"seat": f"mails of seat {seat_id}"})

    def told_up_to(self, seat_id: int) -> int:
        """Return the event up to which mails that went out have told this seat, 0 for none."""
        return self.last_shown(seat_id)[1]

    def last_sent(self, game_id: int, seat_id: int) -> tuple[int | None, datetime | None]:
        """Return number, and moment of coming up, of the newest mails that went out to a seat."""
        row = self._work.row(_LAST_SENT, {"seat_id_": seat_id, "game_id_": game_id})
        return (None, None) if row is None else (row.number, row.at)

    def last_shown(self, seat_id: int) -> tuple[int, int]:
        """Return how many mails to this seat were made, and up to which event those sent tell."""
        row = self._work.row(_LAST_SHOWN, {"seat_id": seat_id})
        return (0, 0) if row is None else (row.number, row.seq)

    def last_number(self, game_id: int, seat_id: int) -> int:
        """Return the highest number that a mail to this seat bears, 0 for none."""
        values = {"game_id_": game_id, "seat_id_": seat_id}
        number: int | None = self._work.value(_LAST_NUMBER, values)
        return number or 0

    def told(self, seat_id: int, seq: int) -> None:
        """Note that a mail that went out tells this seat everything up to this event number."""
        self._work.run(_TOLD.of(self._work), {"seat_id": seat_id, "seq": seq})

    def oldest_waiting(self) -> datetime | None:
        """Return since when the longest waiting notice could have been sent."""
        moment: datetime | None = self._work.value(_OLDEST)
        return moment

    def _maybe(self, row: Row[Any] | None) -> Notice | None:
        return None if row is None else self._notice(row)

    def _notice(self, row: Row[Any]) -> Notice:
        sealer = self._work.sealer
        return Notice(
            id=row.id,
            key=row.key,
            kind=row.kind,
            game_id=row.game_id,
            seat_id=row.seat_id,
            player_id=row.player_id,
            email=row.email,
            position=None if row.deal is None else Position(row.deal, row.decision),
            facts={}
            if row.facts is None
            else sealer.open_facts(row.facts, places.notice_facts(row.key)),
            state=NoticeState(row.state),
            created_at=row.created_at,
            not_before=row.not_before,
            tries=row.tries,
            number=row.number,
            message_id=row.message_id,
            rendered=row.rendered and sealer.open(row.rendered, places.mail(row.key)),
            last_reply=row.last_reply,
            sent_at=row.sent_at,
            address_id=row.address_id,
            provider=row.provider,
            told_seq=row.told_seq,
            in_hand_until=row.in_hand_until,
        )
