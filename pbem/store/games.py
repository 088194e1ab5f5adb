"""Game rows: what is known of a game beside its log."""

from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Row, bindparam, exists, func, insert, or_, select, update

from pbem.app.records import GameRow, GameStatus
from pbem.rules.options import Rules
from pbem.store import places
from pbem.store.codec import rules_from_plain, rules_to_plain
from pbem.store.columns import word
from pbem.store.schema import games, seats, waits
from pbem.store.work import Work

_CHANGING = (
    "status",
    "preset",
    "rules",
    "starter_id",
    "limit_seconds",
    "seq",
    "root",
    "rated",
    "started_at",
    "ended_at",
)
COLUMNS = [column for column in games.c if column.name != "secret"]
"""What is read of a game: all but its secret."""

_ADD = insert(games).returning(games.c.id)
_GET = select(*COLUMNS).where(games.c.id == bindparam("game_id"))
# Rows that only point to a game may be added while it is locked.
_LOCKED = _GET.with_for_update(key_share=True)
_LOCKED_BY_SEAT = (
    select(*COLUMNS)
    .where(
        games.c.id == select(seats.c.game_id).where(seats.c.id == bindparam("id")).scalar_subquery()
    )
    .with_for_update(key_share=True, of=games)
)
_SAVE = (
    update(games)
    .where(games.c.id == bindparam("saved_game_id"))
    .values({name: bindparam(f"game_{name}") for name in _CHANGING})
    .returning(games.c.id)
)
_SECRET = select(games.c.code, games.c.secret).where(games.c.id == bindparam("game_id"))
_BY_CODE = select(*COLUMNS).where(games.c.code == bindparam("code"))
_BY_JOIN_CODE = select(*COLUMNS).where(games.c.join_code == bindparam("code"))
_BY_WATCH_CODE = select(*COLUMNS).where(games.c.watch_code == bindparam("code"))
_OF_PLAYER = (
    select(*COLUMNS)
    .where(
        or_(
            games.c.starter_id == bindparam("player_id"),
            games.c.id.in_(
                select(seats.c.game_id).where(seats.c.player_id == bindparam("player_id"))
            ),
        )
    )
    .order_by(games.c.id.desc())
)
_KEPT = select(games.c.id).where(games.c.seq > 0).order_by(games.c.id)
_PAUSED = (
    select(games.c.id)
    .where(
        games.c.status == word("running"),
        ~exists().where(waits.c.game_id == games.c.id),
    )
    # Should many of them have a fault, each of the others still gets its chance.
    .order_by(func.random())
    .limit(bindparam("most"))
)


class SqlGames:
    """Game rows, found by id, code or player."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._held: dict[int, GameRow] = {}
        self._held_with: dict[int, int] = {}

    def add(self, row: GameRow, secret: bytes) -> GameRow:
        """Store a new game; the secret is sealed. Return the row with its id."""
        values = _changing(row) | {
            "code": row.code,
            "join_code": row.join_code,
            "watch_code": row.watch_code,
            "secret": self._work.sealer.seal(secret, places.secret(row.code)),
            "commitment": row.commitment,
            "created_at": row.created_at,
        }
        return replace(row, id=self._work.value(_ADD, values))

    def get(self, game_id: int) -> GameRow:
        return _game(self._work.the_row(_GET, {"game_id": game_id}), game_id)

    def locked(self, game_id: int) -> GameRow:
        """Return the row; nobody else gets it locked until this unit of work ends."""
        if game_id not in self._held:
            self._hold(_game(self._work.the_row(_LOCKED, {"game_id": game_id}), game_id))
        return self._held[game_id]

    def locked_by_seat(self, seat_id: int) -> GameRow | None:
        """Return the row of a seat's game, locked likewise; None if there is no such seat."""
        if seat_id in self._held_with:
            return self._held[self._held_with[seat_id]]
        row = self._work.row(_LOCKED_BY_SEAT, {"id": seat_id})
        return None if row is None else self._hold(_game(row, row.id))

    def hold_with_seat(self, seat_id: int, row: Row[Any]) -> None:
        """Take over the row of a seat's game (its id as `held_id`) that was locked elsewhere."""
        self._held_with[seat_id] = row.held_id
        self._hold(_game(row, row.held_id))

    def _hold(self, row: GameRow) -> GameRow:
        self._held[row.id] = row
        self._work.held.add(row.id)
        return row

    def save(self, row: GameRow) -> None:
        """Store what may change of a game: not its codes, secret and commitment."""
        values: dict[str, object] = {f"game_{name}": it for name, it in _changing(row).items()}
        self._work.change_one_later(_SAVE, values | {"saved_game_id": row.id})
        if row.id in self._held:
            self._held[row.id] = row

    def secret(self, game_id: int) -> bytes:
        row = self._work.the_row(_SECRET, {"game_id": game_id})
        return self._work.sealer.open(row.secret, places.secret(row.code))

    def by_code(self, code: str) -> GameRow | None:
        return _maybe(self._work.row(_BY_CODE, {"code": code}))

    def by_join_code(self, join_code: str) -> GameRow | None:
        return _maybe(self._work.row(_BY_JOIN_CODE, {"code": join_code}))

    def by_watch_code(self, watch_code: str) -> GameRow | None:
        return _maybe(self._work.row(_BY_WATCH_CODE, {"code": watch_code}))

    def of_player(self, player_id: int) -> list[GameRow]:
        """Return the games a player sits in or has started, newest first."""
        rows = self._work.rows(_OF_PLAYER, {"player_id": player_id})
        return [_game(row, row.id) for row in rows]

    def kept(self) -> list[int]:
        """Return the ids of all games that have a log: those that run and those that are over."""
        return [row.id for row in self._work.rows(_KEPT, {})]

    def paused(self, limit: int) -> list[int]:
        """Return running games that wait for nobody: their bots paused amid their moves."""
        return [row.id for row in self._work.rows(_PAUSED, {"most": limit})]


def _changing(row: GameRow) -> dict[str, object]:
    return {
        "status": row.status.value,
        "preset": row.preset,
        "rules": _rules_text(row.rules),
        "starter_id": row.starter_id,
        "limit_seconds": int(row.limit.total_seconds()),
        "seq": row.seq,
        "root": row.root,
        "rated": row.rated,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
    }


# There are far fewer rules than games, and a game row is read for every letter.
@lru_cache(maxsize=512)
def _rules_text(rules: Rules) -> str:
    return msgspec.json.encode(rules_to_plain(rules), order="sorted").decode()


@lru_cache(maxsize=512)
def _rules(text: str) -> Rules:
    return rules_from_plain(msgspec.json.decode(text))


def _maybe(row: Row[Any] | None) -> GameRow | None:
    return None if row is None else _game(row, row.id)


def _game(row: Row[Any], game_id: int) -> GameRow:
    return GameRow(
        id=game_id,
        code=row.code,
        join_code=row.join_code,
        watch_code=row.watch_code,
        status=GameStatus(row.status),
        preset=row.preset,
        rules=_rules(row.rules),
        starter_id=row.starter_id,
        limit=timedelta(seconds=row.limit_seconds),
        seq=row.seq,
        commitment=row.commitment,
        root=row.root,
        rated=row.rated,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )
