"""How many letters a second the service takes: `python -m benchmarks.pipeline`.

The letters are the moves of whole games of four people, as raw MIME messages under
valid reply addresses. They lie stored in PostgreSQL (fsync on), and each was rung for
as whoever stores one rings: one ring in Redis stands for all that no worker has heard of.
Measured is the time from there until workers have read them, moved the games on and
queued the state mails: the events, waits and outbox rows of each letter are
committed, and the rings for its mails published. Rendering and sending mails is not
part of it: their rings go to a queue that nobody reads.

A person writes when the mail of the move before has come, so of each game one letter
lies there at a time, and the next when all of them are done.

The reference is measured in between, on the same servers and with the same workers:
Celery tasks that do nothing, and transactions of one small row by the driver alone. A
letter is to cost no more than six such commits and two such tasks.
"""

import argparse
import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter

import psycopg

from benchmarks.props import ground
from benchmarks.props.games import Table, seated
from benchmarks.props.letters import stored
from benchmarks.props.queue import Queue, workers
from benchmarks.props.worker import NOTHING
from pbem.wiring import House
from tests import servers

PRESET = "nomination_whist"
COMMITS = 6
TASKS = 2
_ROW = "CREATE TABLE bench_rows (id bigserial PRIMARY KEY, word text NOT NULL)"
_ADD = "INSERT INTO bench_rows (word) VALUES ('one small row')"


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: games at once, letters of each, and reference work in each slice."""

    games: int = 16
    letters: int | None = None
    slices: int = 8
    tasks: int = 200
    commits: int = 200


QUICK = Size(games=2, letters=4, slices=2, tasks=10, commits=10)


@dataclass(slots=True)
class Tally:
    """So many things in so many seconds, summed up over the slices of a run."""

    count: int = 0
    seconds: float = 0.0
    rates: list[float] = field(default_factory=list)

    def add(self, count: int, seconds: float) -> None:
        self.count += count
        self.seconds += seconds
        self.rates.append(count / seconds)

    @property
    def rate(self) -> float:
        return self.count / self.seconds

    def cell(self) -> str:
        return f"{self.rate:,.0f} ({min(self.rates):,.0f}-{max(self.rates):,.0f})"


@dataclass(frozen=True, slots=True)
class Row:
    """What was found with one number of workers, and as many connections."""

    workers: int
    letters: Tally = field(default_factory=Tally)
    nothings: Tally = field(default_factory=Tally)
    commits: Tally = field(default_factory=Tally)

    @property
    def cost(self) -> float:
        """A letter in units of six commits and two tasks that do nothing."""
        unit = COMMITS / self.commits.rate + TASKS / self.nothings.rate
        return 1 / self.letters.rate / unit

    def line(self) -> str:
        cells = (self.letters.cell(), self.nothings.cell(), self.commits.cell())
        return (
            f"{self.workers:>7}" + "".join(f"{cell:>24}" for cell in cells) + f"{self.cost:>8.2f}"
        )


@dataclass(frozen=True, slots=True)
class Run:
    """One run: a database, a broker, and how much of everything."""

    url: str
    house: House
    queue: Queue
    size: Size

    def measured(self, count: int, first_number: int) -> Row:
        """Play whole games with so many workers, with slices of reference work in between."""
        row = Row(count)
        tables = [
            seated(self.house.services, PRESET, first_number + index)
            for index in range(self.size.games)
        ]
        moves = range(self.size.letters or min(len(table.turns) for table in tables))
        self.queue.seconds(NOTHING, range(count * 4))
        for slice_ in range(self.size.slices):
            self._reference(row)
            self._play(row, tables, _part(moves, slice_, self.size))
        self._check(tables, len(moves))
        return row

    def _reference(self, row: Row) -> None:
        seconds = self.queue.seconds(NOTHING, range(self.size.tasks))
        row.nothings.add(self.size.tasks, seconds)
        row.commits.add(self.size.commits * row.workers, self._commit(row.workers))

    def _commit(self, connections: int) -> float:
        """Return the seconds in which each connection commits its rows, side by side."""
        with contextlib.ExitStack() as stack, ThreadPoolExecutor(connections) as pool:
            opened = [
                stack.enter_context(ground.plain_connection(self.url)) for _ in range(connections)
            ]
            for connection in opened:
                connection.autocommit = False
            begun = perf_counter()
            for done in [pool.submit(self._commit_rows, connection) for connection in opened]:
                done.result()
            return perf_counter() - begun

    def _commit_rows(self, connection: psycopg.Connection) -> None:
        for _ in range(self.size.commits):
            connection.execute(_ADD)
            connection.commit()

    def _play(self, row: Row, tables: list[Table], moves: range) -> None:
        seconds = sum(
            self.queue.reading_seconds(self._stored(tables, move), self._are_read) for move in moves
        )
        row.letters.add(len(tables) * len(moves), seconds)

    def _stored(self, tables: list[Table], move: int) -> list[int]:
        """Store the next letter of each game; return their ids."""
        with self.house.services.uow() as uow:
            ids = [
                stored(uow, table, table.turns[move], move, self.house.settings.keys)
                for table in tables
            ]
            uow.commit()
        return ids

    def _are_read(self) -> bool:
        with self.house.services.uow() as uow:
            return uow.letters.oldest_unread() is None

    def _check(self, tables: list[Table], moves: int) -> None:
        """See that every letter was applied, and that somebody was told of every move."""
        with ground.plain_connection(self.url) as connection:
            for table in tables:
                applied = _number(
                    connection,
                    "SELECT count(*) FROM letters WHERE game_id = %s AND verdict = 'applied'",
                    table,
                )
                told = _number(connection, "SELECT count(*) FROM outbox WHERE game_id = %s", table)
                assert applied == moves, (table.row.id, applied, moves)
                assert told >= moves, (table.row.id, told, moves)


def _number(connection: psycopg.Connection, query: str, table: Table) -> int:
    (number,) = connection.execute(query, [table.row.id]).fetchone() or (0,)
    return int(number)


def _part(moves: range, slice_: int, size: Size) -> range:
    """Return the moves of one slice of the run."""
    length = len(moves)
    return moves[length * slice_ // size.slices : length * (slice_ + 1) // size.slices]


def measured(size: Size) -> Iterator[Row]:
    """Yield a row for one worker process, and one for two."""
    with (
        ground.server() as server,
        servers.redis() as redis_url,
        ground.database(server, "pipeline") as url,
        ground.house(url) as house,
        contextlib.closing(Queue(redis_url)) as queue,
    ):
        with ground.plain_connection(url) as connection:
            connection.execute(_ROW)
        for count in (1, 2):
            with workers(count, ground.environment(url, redis_url)):
                yield Run(url, house, queue, size).measured(count, 1000 * count)


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.pipeline")
    parser.add_argument("--quick", action="store_true", help="only see whether it runs")
    parser.add_argument("--games", type=int, default=Size().games, help="games at once")
    parser.add_argument("--letters", type=int, help="only the first letters of each game")
    chosen = parser.parse_args()
    size = QUICK if chosen.quick else Size(games=chosen.games, letters=chosen.letters)
    print(f"{PRESET}, 4 people, {size.games} games at once; PostgreSQL with fsync, Celery on Redis")
    heads = ("letters/s", "no-op tasks/s", "one-row commits/s")
    print(f"{'workers':>7}" + "".join(f"{head:>24}" for head in heads) + f"{'cost':>8}")
    for row in measured(size):
        print(row.line(), flush=True)
    print(f"in brackets: slowest and fastest of {size.slices} slices; commits: 1 and 2 connections")
    print(f"cost: a letter in ({COMMITS} commits + {TASKS} no-op tasks); at most 1 is wanted")


if __name__ == "__main__":
    main()
