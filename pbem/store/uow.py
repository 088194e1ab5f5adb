"""The unit of work: one transaction, and what is to be done once it holds."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Engine

from pbem.app.ports import (
    Beats,
    CalledOffGames,
    Clock,
    Games,
    Invitations,
    Letters,
    Links,
    Log,
    Mailboxes,
    Outbox,
    Pending,
    Players,
    Queue,
    Recovery,
    Retention,
    RuleSets,
    Seats,
    Sessions,
    Talks,
    UowFactory,
    Waits,
)
from pbem.signing import Keys
from pbem.store.batch import Batch
from pbem.store.called_off import SqlCalledOffGames
from pbem.store.clock import SystemClock
from pbem.store.desk import SqlBeats, SqlLinks, SqlPending, SqlSessions, SqlTalks
from pbem.store.games import SqlGames
from pbem.store.letters import SqlLetters
from pbem.store.log import SqlLog
from pbem.store.mailboxes import SqlMailboxes
from pbem.store.outbox import SqlOutbox
from pbem.store.players import SqlPlayers
from pbem.store.queue import SqlQueue
from pbem.store.recovery import SqlRecovery
from pbem.store.retention import SqlRetention
from pbem.store.rule_sets import SqlRuleSets
from pbem.store.sealing import Sealer
from pbem.store.seats import SqlInvitations, SqlSeats
from pbem.store.states import StateCache
from pbem.store.waits import SqlWaits
from pbem.store.work import Work


class SqlUow:
    """One transaction on a connection of its own, from `with` to its end.

    Leaving it without `commit` undoes everything that its rooms have changed. It is of
    use once.
    """

    players: Players
    games: Games
    seats: Seats
    invitations: Invitations
    log: Log
    waits: Waits
    outbox: Outbox
    letters: Letters
    talks: Talks
    links: Links
    pending: Pending
    sessions: Sessions
    beats: Beats
    mailboxes: Mailboxes
    queue: Queue
    called_off: CalledOffGames
    rule_sets: RuleSets
    retention: Retention
    recovery: Recovery

    def __init__(self, engine: Engine, sealer: Sealer, cache: StateCache, clock: Clock) -> None:
        self._engine = engine
        self._sealer = sealer
        self._cache = cache
        self._clock = clock
        self._connection: Connection | None = None
        self._calls: list[Callable[[], None]] = []
        self._is_ended = False

    def __enter__(self) -> Self:
        self._connection = self._engine.connect()
        self._batch = Batch(self._connection)
        self._open_rooms(Work(self._connection, self._sealer, self._clock, self._batch))
        return self

    def _open_rooms(self, work: Work) -> None:
        self.players = players = SqlPlayers(work)
        self.games = games = SqlGames(work)
        self.seats = SqlSeats(work, players)
        self.invitations = SqlInvitations(work)
        self.log = SqlLog(work, self._cache, self.after_commit)
        self.waits = SqlWaits(work)
        self.outbox = SqlOutbox(work)
        self.letters = SqlLetters(work, games)
        self.talks = SqlTalks(work)
        self.links = SqlLinks(work)
        self.pending = SqlPending(work)
        self.sessions = SqlSessions(work)
        self.beats = SqlBeats(work)
        self.mailboxes = SqlMailboxes(work)
        self.queue = SqlQueue(work)
        self.called_off = SqlCalledOffGames(work)
        self.rule_sets = SqlRuleSets(work)
        self.retention = SqlRetention(work)
        self.recovery = SqlRecovery(work)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._calls.clear()
        if self._connection is not None:
            if kind is None and not (self._is_ended or self._batch.has_changed):
                # Nothing is to be undone, and after a rollback the driver would forget the
                # statements that it has prepared.
                self._connection.commit()
            # Closing rolls back what was not committed.
            self._connection.close()
            self._connection = None

    def commit(self) -> None:
        """Make everything hold, then run the calls that waited for it."""
        if self._connection is None:
            raise RuntimeError("this unit of work is not open")
        self._is_ended = True
        self._batch.finish()
        self._connection.commit()
        calls, self._calls = self._calls, []
        for call in calls:
            call()

    def after_commit(self, call: Callable[[], None]) -> None:
        """Run this once the commit is done, and never otherwise."""
        self._calls.append(call)


def uow_factory(
    engine: Engine, keys: Keys, cache: StateCache | None = None, clock: Clock | None = None
) -> UowFactory:
    """Return what opens units of work on this database.

    The cache of states is shared by all of them, and by the threads of a process.
    """
    sealer, states, time = Sealer(keys), cache or StateCache(), clock or SystemClock()
    return lambda: SqlUow(engine, sealer, states, time)
