"""Small tables: words to the table, links, things that wait for a yes, sign-ins, beats."""

from datetime import datetime
from typing import Any

from sqlalchemy import Executable, bindparam, delete, insert, select, update

from pbem.app.records import Link, Talk, WebSession
from pbem.rules.moves import Position
from pbem.store import places
from pbem.store.schema import beats, links, pending, sessions, talks
from pbem.store.sealing import fingerprint
from pbem.store.work import Dialects, Work

_ADD_TALK = insert(talks).returning(talks.c.id)
_TALKS = (
    select(talks)
    .where(talks.c.game_id == bindparam("game_id"), talks.c.at >= bindparam("after"))
    .order_by(talks.c.id)
)


class SqlTalks:
    """Words of players to their tables, sealed."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, game_id: int, seat: int, at: datetime, text: str) -> Talk:
        sealed = self._work.sealer.seal_text(text, places.words(game_id, seat))
        values = {"game_id": game_id, "seat": seat, "at": at, "words": sealed}
        return Talk(self._work.value(_ADD_TALK, values), game_id, seat, at, text)

    def since(self, game_id: int, at: datetime) -> list[Talk]:
        """Return what was said at this time or later, oldest first."""
        open_text = self._work.sealer.open_text
        return [
            Talk(
                row.id,
                row.game_id,
                row.seat,
                row.at,
                open_text(row.words, places.words(row.game_id, row.seat)),
            )
            for row in self._work.rows(_TALKS, {"game_id": game_id, "after": at})
        ]


_ADD_LINK = Dialects(lambda insert: insert(links).on_conflict_do_nothing())
_LINK = select(links).where(links.c.hash == bindparam("mark"))


class SqlLinks:
    """Short links, found by the hash of their token."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, token: str, link: Link) -> None:
        """Store a link under a hash of its token; again is no fault."""
        values = {
            "hash": fingerprint(token),
            "seat_id": link.seat_id,
            "deal": link.position.deal,
            "decision": link.position.decision,
            "generation": link.generation,
            "expires_at": link.expires_at,
        }
        self._work.run(_ADD_LINK.of(self._work), values)

    def get(self, token: str) -> Link | None:
        row = self._work.row(_LINK, {"mark": fingerprint(token)})
        if row is None:
            return None
        position = Position(row.deal, row.decision)
        return Link(row.seat_id, position, row.generation, row.expires_at)


_ADD_PENDING = insert(pending).returning(pending.c.id)
_PENDING = select(pending).where(pending.c.id == bindparam("pending_id"))
_OF_PLAYER = (
    select(pending.c.id, pending.c.email)
    .where(
        pending.c.player_id == bindparam("player_id"),
        pending.c.purpose == bindparam("purpose"),
        pending.c.expires_at > bindparam("now"),
    )
    .order_by(pending.c.id)
)
_TAKE = delete(pending).where(pending.c.id == bindparam("pending_id")).returning(pending)

Waiting = tuple[str, str, dict[str, object], datetime]


class SqlPending:
    """Things that wait for a mailed yes. What they are about is sealed."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(
        self,
        purpose: str,
        email: str,
        facts: dict[str, object],
        expires_at: datetime,
        *,
        player_id: int | None = None,
    ) -> int:
        sealed = self._work.sealer.seal_facts(facts, places.question(purpose, email))
        values = {
            "purpose": purpose,
            "email": email,
            "facts": sealed,
            "expires_at": expires_at,
            "player_id": player_id,
        }
        pending_id: int = self._work.value(_ADD_PENDING, values)
        return pending_id

    def get(self, pending_id: int) -> Waiting | None:
        return self._found(_PENDING, pending_id)

    def take(self, pending_id: int) -> Waiting | None:
        """Return and remove it; None if it is not there."""
        return self._found(_TAKE, pending_id)

    def of_player(self, player_id: int, purpose: str) -> list[tuple[int, str]]:
        """Return what of this kind waits at the asking of a player: id and address."""
        values = {"player_id": player_id, "purpose": purpose, "now": self._work.clock.now()}
        return [(row.id, row.email) for row in self._work.rows(_OF_PLAYER, values)]

    def _found(self, statement: Executable, pending_id: int) -> Waiting | None:
        row = self._work.row(statement, {"pending_id": pending_id})
        if row is None:
            return None
        facts = self._work.sealer.open_facts(row.facts, places.question(row.purpose, row.email))
        return row.purpose, row.email, facts, row.expires_at


_ADD_SESSION = insert(sessions)
_SESSION = select(sessions).where(sessions.c.hash == bindparam("mark"))
_REVOKE = (
    update(sessions)
    .where(sessions.c.hash == bindparam("mark"), sessions.c.revoked_at.is_(None))
    .values(revoked_at=bindparam("now"))
)


class SqlSessions:
    """Sign-ins on the web, found by a hash."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, token_hash: str, player_id: int, expires_at: datetime) -> None:
        values = {
            "hash": token_hash,
            "player_id": player_id,
            "created_at": self._work.clock.now(),
            "expires_at": expires_at,
        }
        self._work.run(_ADD_SESSION, values)

    def get(self, token_hash: str) -> WebSession | None:
        """Return a sign-in, be it over or not."""
        row = self._work.row(_SESSION, {"mark": token_hash})
        if row is None:
            return None
        return WebSession(row.player_id, row.created_at, row.expires_at, row.revoked_at)

    def revoke(self, token_hash: str, at: datetime) -> None:
        """End a sign-in; again is no fault."""
        self._work.run(_REVOKE, {"mark": token_hash, "now": at})


def _beat(insert: Any) -> Any:
    first = insert(beats).values(name=bindparam("name"), at=bindparam("at"))
    return first.on_conflict_do_update(index_elements=["name"], set_={"at": first.excluded.at})


_BEAT = Dialects(_beat)
_LAST_BEAT = select(beats.c.at).where(beats.c.name == bindparam("name"))


class SqlBeats:
    """When things that happen again and again happened last."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def beat(self, name: str, at: datetime) -> None:
        self._work.run(_BEAT.of(self._work), {"name": name, "at": at})

    def last(self, name: str) -> datetime | None:
        moment: datetime | None = self._work.value(_LAST_BEAT, {"name": name})
        return moment
