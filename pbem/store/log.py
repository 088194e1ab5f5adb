"""The log of events: the truth of a game, and the states kept beside it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Executable, Insert, Row, bindparam, insert, select

from pbem.app.records import GameRow, Recorded
from pbem.rules.engine import Game, evolve
from pbem.store import places
from pbem.store.codec import Encoded, decoded, encoded
from pbem.store.schema import deal_starts, events
from pbem.store.states import FORM, StateCache, state_from_bytes, state_to_bytes
from pbem.store.work import Dialects, NoSuchRowError, Values, Work

_APPEND = insert(events)
# With what else a letter changes, so many events go to the database in one statement.
_MOST_TOGETHER = 8
_OF_GAME = select(events).where(events.c.game_id == bindparam("game_id"))
_SINCE = _OF_GAME.where(events.c.seq > bindparam("after")).order_by(events.c.seq)
_SOME_SINCE = _SINCE.limit(bindparam("most"))
_BETWEEN = _SINCE.where(events.c.seq <= bindparam("upto"))
_KEPT = (
    select(deal_starts)
    .where(deal_starts.c.game_id == bindparam("game_id"), deal_starts.c.form == FORM)
    .order_by(deal_starts.c.deal)
)
_NEAREST = (
    select(deal_starts)
    .where(
        deal_starts.c.game_id == bindparam("game_id"),
        deal_starts.c.form == FORM,
        deal_starts.c.seq <= bindparam("upto"),
    )
    .order_by(deal_starts.c.deal.desc())
    .limit(1)
)
_KEEP = Dialects(
    lambda insert: (
        insert(deal_starts)
        .values({column.name: bindparam(f"kept_{column.name}") for column in deal_starts.c})
        .on_conflict_do_nothing()
        .returning(deal_starts.c.seq)
    )
)


@cache
def _append_one(place: int) -> Insert:
    """Return what adds the event at this place of an appended row of them."""
    added = insert(events).values(
        {column.name: bindparam(f"event{place}_{column.name}") for column in events.c}
    )
    return added.returning(events.c.seq)


@dataclass(frozen=True, slots=True)
class Kept:
    """A state kept beside the log: that after event `seq`, before `deal` was handed out."""

    deal: int
    seq: int
    game: Game


class SqlLog:
    """Events are appended and read, never changed."""

    def __init__(
        self, work: Work, cache: StateCache, after_commit: Callable[[Callable[[], None]], None]
    ) -> None:
        self._work = work
        self._cache = cache
        self._after_commit = after_commit
        self._own: dict[int, tuple[int, Game | None]] = {}

    def append(self, game_id: int, records: Sequence[Recorded]) -> None:
        """Add events after the last one of a game, whose row is locked."""
        if not records:
            return
        rows = [self._values(game_id, record) for record in records]
        if len(rows) <= _MOST_TOGETHER:
            for place, row in enumerate(rows):
                values: dict[str, object] = {f"event{place}_{name}": it for name, it in row.items()}
                self._work.change_one_later(_append_one(place), values)
        else:
            self._work.run(_APPEND, rows)
        self._own[game_id] = (records[-1].seq, None)

    def game(self, row: GameRow) -> Game:
        """Return the state after event `row.seq`, at the cost of one deal's events at most.

        Raises:
            NoSuchRowError: the log does not reach so far.
        """
        known = self._known(row)
        if known is not None:
            return known
        game = self._rebuilt(row)
        # What this unit of work has appended is not true before its commit.
        if row.id not in self._own:
            self._cache.put(row.id, row.seq, game)
        return game

    def keep(self, row: GameRow, game: Game) -> None:
        """Remember the state after `row.seq`, in the process and, between deals, beside the log.

        Between deals it is small and holds no hidden card: a state is read back
        with the events of one deal at most.
        """
        self._own[row.id] = (row.seq, game)
        self._after_commit(lambda: self._cache.put(row.id, row.seq, game))
        if game.deal is None and game.phase == "running":
            self._keep_beside(row, len(game.sheet) + 1, game)

    def since(self, game_id: int, seq: int, limit: int | None = None) -> list[Recorded]:
        """Return the events with a greater number than `seq`, oldest first."""
        values = {"game_id": game_id, "after": seq}
        if limit is None:
            return self._records(_SINCE, values)
        return self._records(_SOME_SINCE, values | {"most": limit})

    def kept(self, game_id: int) -> list[Kept]:
        """Return the states kept beside the log that this release can read, oldest first."""
        rows = self._work.rows(_KEPT, {"game_id": game_id})
        return [Kept(row.deal, row.seq, self._state(row)) for row in rows]

    def _known(self, row: GameRow) -> Game | None:
        if row.id not in self._own:
            return self._cache.get(row.id, row.seq)
        seq, game = self._own[row.id]
        return game if seq == row.seq else None

    def _rebuilt(self, row: GameRow) -> Game:
        nearest = self._work.row(_NEAREST, {"game_id": row.id, "upto": row.seq})
        if nearest is None:
            return self._evolved(None, row, after=0)
        return self._evolved(self._state(nearest), row, after=nearest.seq)

    def _evolved(self, game: Game | None, row: GameRow, after: int) -> Game:
        values = {"game_id": row.id, "after": after, "upto": row.seq}
        records = self._records(_BETWEEN, values)
        for record in records:
            game = evolve(game, record.event)
        if game is None or after + len(records) != row.seq:
            raise NoSuchRowError(f"the log of game {row.id} does not reach event {row.seq}")
        return game

    def _keep_beside(self, row: GameRow, deal: int, game: Game) -> None:
        values = {
            "kept_game_id": row.id,
            "kept_deal": deal,
            "kept_seq": row.seq,
            "kept_form": FORM,
            "kept_state": self._work.sealer.seal(state_to_bytes(game), places.state(row.id, deal)),
        }
        # If it is kept already, nothing is to be done.
        self._work.later(_KEEP.of(self._work), values, lambda _kept: None)

    def _state(self, row: Row[Any]) -> Game:
        place = places.state(row.game_id, row.deal)
        return state_from_bytes(self._work.sealer.open(row.state, place))

    def _values(self, game_id: int, record: Recorded) -> dict[str, object]:
        form = encoded(record.event)
        place = places.event(game_id, record.seq)
        return {
            "game_id": game_id,
            "seq": record.seq,
            "kind": form.kind,
            "version": form.version,
            "deal": form.deal,
            "at": record.at,
            "by": record.by,
            "payload": form.public.decode(),
            "sealed": form.hidden and self._work.sealer.seal(form.hidden, place),
        }

    def _records(self, statement: Executable, values: Values) -> list[Recorded]:
        return [self._record(row) for row in self._work.rows(statement, values)]

    def _record(self, row: Row[Any]) -> Recorded:
        place = places.event(row.game_id, row.seq)
        hidden = row.sealed and self._work.sealer.open(row.sealed, place)
        form = Encoded(row.kind, row.version, row.deal, row.payload.encode(), hidden)
        return Recorded(row.seq, row.at, row.by, decoded(form))
