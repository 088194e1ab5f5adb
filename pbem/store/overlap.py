"""What mails from before a change of keys still hold that only an older key opens."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select

from pbem.store.columns import UtcTime, word
from pbem.store.schema import barred, beats, games, invitations, outbox, pending, seats

_PREFIX = "key "
_SINCE = (
    select(beats.c.name, beats.c.at)
    .where(beats.c.name.startswith(_PREFIX))
    .order_by(beats.c.at.desc())
    .limit(1)
)
_CHANGED = bindparam("changed", type_=UtcTime())
_NOW = bindparam("now", type_=UtcTime())
_HAS_NEWER = (
    select(outbox.c.id)
    .where(
        outbox.c.seat_id == seats.c.id,
        outbox.c.created_at >= _CHANGED,
        outbox.c.sent_at.is_not(None),
    )
    .exists()
)
# The newest mail is what people answer to; older ones count no more once it is there.
_SEATS = (
    select(func.count())
    .select_from(seats.join(games, games.c.id == seats.c.game_id))
    .where(
        games.c.status.in_((word("open"), word("running"))),
        seats.c.player_id.is_not(None),
        seats.c.mails,
        ~_HAS_NEWER,
    )
)
_INVITATIONS = select(func.count(), func.max(invitations.c.expires_at)).where(
    invitations.c.state == word("open"), invitations.c.created_at < _CHANGED
)
_QUESTIONS = select(func.count(), func.max(pending.c.expires_at)).where(
    pending.c.expires_at > _NOW, pending.c.expires_at <= bindparam("latest", type_=UtcTime())
)


@dataclass(frozen=True, slots=True)
class Overlap:
    """What is still under way under the keys before the current one.

    `changed`: since when the current one is known to be in use. `seats` had no mail since
    then, so that the newest one they hold bears an older address. `invitations` and
    `questions` wait for an answer until the moments beside them. `barred` addresses are
    never to be invited: of each only a hash is kept, by whichever key was the current one.
    """

    changed: datetime
    seats: int
    invitations: int
    invitations_until: datetime | None
    questions: int
    questions_until: datetime | None
    barred: int


def note_key(engine: Engine, key_id: int, now: datetime) -> None:
    """Note, once, that this key is the current one by now."""
    with engine.begin() as connection:
        if _noted(connection, key_id) is None:
            name = f"{_PREFIX}{key_id}"
            connection.execute(delete(beats).where(beats.c.name == name))
            connection.execute(insert(beats).values(name=name, at=now))


def overlap(engine: Engine, key_id: int, now: datetime, question_lasts: timedelta) -> Overlap:
    """Return what hangs on older keys than this one. No question waits longer than that."""
    with engine.begin() as connection:
        changed = _noted(connection, key_id) or now
        times = {"changed": changed, "now": now, "latest": changed + question_lasts}
        seats_ = connection.execute(_SEATS, {"changed": changed}).scalar_one()
        invited, invited_until = connection.execute(_INVITATIONS, {"changed": changed}).one()
        asked, asked_until = connection.execute(
            _QUESTIONS, {name: times[name] for name in ("now", "latest")}
        ).one()
        hashes = connection.execute(select(func.count()).select_from(barred)).scalar_one()
    return Overlap(changed, seats_, invited, invited_until, asked, asked_until, hashes)


def _noted(connection: Connection, key_id: int) -> datetime | None:
    """Return since when this key is known as the current one; None if another was noted later."""
    last = connection.execute(_SINCE).first()
    return last.at if last is not None and last.name == f"{_PREFIX}{key_id}" else None
