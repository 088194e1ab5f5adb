"""One mail to a seat at a time: what waits for it is gathered into what is to be told now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, cast

from pbem.app.answers import Answer
from pbem.app.notice_records import NewNotice, Notice, NoticeState
from pbem.app.overtaken import is_overtaken, position_of
from pbem.app.packing import pack_answer, unpack_answer
from pbem.app.ports import Uow

# Mails that tell how the table stands: one of them tells what all would.
_STATE_KINDS: Final = frozenset({"turn", "reminder", "answer", "news", "moved", "start", "over"})
# They hold what no other mail does, and so go out rather than others.
_ABOVE_OTHERS: Final = ("over", "start")
# They stand as they are while their position is open; others tell of a moment that passes.
_STANDING: Final = frozenset({"turn", "reminder", "over"})
_OWED: Final = "owed"
"""The fact that a mail tells more than its question, and so is sent when that is over, too."""

_LONG: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Busy:
    """Another mail to this seat is under way."""


def gathered(uow: Uow, notice: Notice, now: datetime) -> Notice | Busy | None:
    """Return what is to be sent in place of a notice, None if nothing is any more.

    All notices about the table that wait for a seat, and could go out, become one: the
    others are superseded, and their answers to letters are told with it. A mail that was
    made and never left is made anew if it would tell less than that. Who has had no mail
    for long, since none left the house, gets one of how the table stands.
    """
    if notice.seat_id is None or notice.game_id is None or notice.kind not in _STATE_KINDS:
        if not is_overtaken(uow, notice):
            return notice
        _supersede(uow, notice)
        return None
    uow.outbox.hold_seat(notice.seat_id)
    waiting = uow.outbox.waiting(notice.game_id, notice.seat_id)
    others = [one for one in waiting if one.kind in _STATE_KINDS and one.id != notice.id]
    if any(one.in_hand_until is not None and one.in_hand_until > now for one in others):
        return Busy()
    ripe = [one for one in others if one.tries or one.not_before <= now]
    return _one_of(uow, sorted([*ripe, notice], key=lambda one: one.id), now)


def _one_of(uow: Uow, ripe: Sequence[Notice], now: datetime) -> Notice | None:
    live = [one for one in ripe if not is_overtaken(uow, one)]
    gone = [one for one in ripe if one not in live]
    for one in gone:
        _supersede(uow, one)
    owed = [one for one in gone if _is_owed(one, now)]
    if live:
        return _as_one(uow, live, owed, now)
    return _heir(uow, owed, now) if owed else None


def _is_owed(notice: Notice, now: datetime) -> bool:
    """Whether a question that is over told more than that, or could not be sent for long."""
    is_late = bool(notice.tries) and now - notice.created_at > _LONG
    return is_late or "answer" in notice.facts or _OWED in notice.facts


def _heir(uow: Uow, owed: Sequence[Notice], now: datetime) -> Notice | None:
    """Return a mail of how the table stands in place of those that are over; None if it is told."""
    *_, last = owed
    seat = uow.seats.get(last.seat_id or 0)
    row = uow.games.get(last.game_id or 0)
    if seat is None:
        return None
    facts = _all_facts(owed) | {_OWED: True}
    kind = "answer" if "answer" in facts else "turn"
    heir = replace(last, kind=kind, position=position_of(uow, row, seat))
    is_told = kind == "turn" and uow.outbox.told_up_to(seat.id) >= row.seq
    return None if is_told or is_overtaken(uow, heir) else renewed(uow, heir, now, facts)


def renewed(
    uow: Uow, notice: Notice, now: datetime, facts: dict[str, object] | None = None
) -> Notice:
    """Supersede a notice whose mail was made, by a new one that is made of what is so now."""
    _supersede(uow, notice)
    new = NewNotice(
        key=f"{notice.key}/after:{notice.id}",
        kind=notice.kind,
        email=notice.email,
        not_before=now,
        game_id=notice.game_id,
        seat_id=notice.seat_id,
        player_id=notice.player_id,
        position=notice.position,
        facts=notice.facts if facts is None else facts,
    )
    notice_id = uow.outbox.add(new)
    made = None if notice_id is None else uow.outbox.claimed(notice_id)
    if made is None:
        raise LookupError(f"notice {notice.id} has been renewed before")
    return made


def _supersede(uow: Uow, notice: Notice) -> None:
    uow.outbox.save(replace(notice, state=NoticeState.SUPERSEDED))


def _as_one(uow: Uow, live: Sequence[Notice], owed: Sequence[Notice], now: datetime) -> Notice:
    """Supersede all but one, which tells what the others would have."""
    *rest, last = live
    if not rest and not owed:
        return renewed(uow, last, now) if _tells_less(uow, last) else last
    for one in rest:
        _supersede(uow, one)
    kind = next((one for one in _ABOVE_OTHERS if any(n.kind == one for n in live)), last.kind)
    facts = _all_facts(sorted([*owed, *live], key=lambda one: one.id))
    if owed or any(one.kind not in _STANDING for one in rest):
        facts[_OWED] = True
    if last.rendered is not None or kind != last.kind:
        return renewed(uow, replace(last, kind=kind), now, facts)
    if facts != last.facts:
        uow.outbox.say_more(last, facts)
    return replace(last, facts=facts)


def _tells_less(uow: Uow, notice: Notice) -> bool:
    """Whether a mail that was made and never left tells of a moment that is over."""
    is_standing = notice.kind in _STANDING and _OWED not in notice.facts
    if notice.rendered is None or is_standing or notice.told_seq is None:
        return False
    return notice.told_seq < uow.games.get(notice.game_id or 0).seq


def _all_facts(live: Iterable[Notice]) -> dict[str, object]:
    facts: dict[str, object] = {}
    answers: list[Answer] = []
    for one in live:
        facts |= one.facts
        packed = cast("dict[str, Any] | None", one.facts.get("answer"))
        answers += [unpack_answer(packed)] if packed else []
    if answers:
        facts["answer"] = pack_answer(_one_answer(answers))
    return facts


def _one_answer(answers: Sequence[Answer]) -> Answer:
    """Return what became of several letters as if they had been one."""
    *_, newest = answers
    lines = tuple(line for answer in answers for line in answer.lines)
    return replace(
        newest,
        lines=lines,
        unread=tuple(line for answer in answers for line in answer.unread),
        sections=tuple(dict.fromkeys(part for answer in answers for part in answer.sections)),
        why_empty=next((one.why_empty for one in reversed(answers) if one.why_empty), None),
        zone_guess=_newest(answer.zone_guess for answer in answers),
        games=next((answer.games for answer in reversed(answers) if answer.games), ()),
        preset=_newest(answer.preset for answer in answers),
        sought=_newest(answer.sought for answer in answers),
    )


def _newest(values: Iterable[str | None]) -> str | None:
    return next((value for value in reversed(list(values)) if value is not None), None)
