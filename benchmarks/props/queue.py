"""Tasks that are queued beforehand and let go at once, and the workers that do them."""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter

import redis

import pbem
from pbem import doorbell

_QUEUE = "celery"
_HELD = "bench.held"
# Celery's own book of what was handed out and not acknowledged yet.
_OUT = "unacked"
_PATIENCE = 180.0
_LOOK_SECONDS = 0.008


class Queue:
    """The broker of a run, as it is seen by whoever rings."""

    def __init__(self, redis_url: str) -> None:
        self._app = doorbell.queue(redis_url)
        self._redis = redis.Redis.from_url(redis_url)
        self._bell = doorbell.CeleryBell(redis_url)
        self._bell._app.conf.task_routes = {doorbell.READ_LETTERS: {"queue": _HELD}}
        self._pause = threading.Event()

    def seconds(self, task: str, ids: Sequence[int]) -> float:
        """Return how long the workers take for these tasks, from the first ring to the last end.

        They are published into another queue, and that one is renamed: publishing them
        costs nothing of the time, and every one of them is there at the beginning.
        """
        for one in ids:
            self._app.send_task(task, (one,), expires=600, queue=_HELD)
        return self._let_go(lambda: True)

    def reading_seconds(self, letter_ids: Sequence[int], are_read: Callable[[], bool]) -> float:
        """Return likewise how long they take for stored letters, each rung as the doorstep rings.

        As they all come before a worker hears of the first, one ring stands for all. It is
        on its way for a moment in which no book knows it, so the rows are asked too.
        """
        for one in letter_ids:
            self._bell.letters([one])
        return self._let_go(lambda: not self._redis.exists(doorbell.RUNG) and are_read())

    def _let_go(self, is_done: Callable[[], bool]) -> float:
        self._redis.rename(_HELD, _QUEUE)
        begun = perf_counter()
        while not is_done() or self._redis.llen(_QUEUE) or self._redis.hlen(_OUT):
            assert perf_counter() - begun < _PATIENCE, "the workers do not get on"
            self._pause.wait(_LOOK_SECONDS)
        return perf_counter() - begun

    def close(self) -> None:
        self._redis.flushdb()
        self._redis.close()
        self._app.close()


@contextlib.contextmanager
def workers(count: int, environment: Mapping[str, str]) -> Iterator[None]:
    """Run a Celery worker of so many processes, set as those of the service are."""
    command = [
        word.replace("workers.app", "benchmarks.props.worker")
        for word in doorbell.command("worker", f"--concurrency={count}", "--pool=prefork")
    ]
    assert command[0] == sys.executable
    with TemporaryFile() as log:
        process = subprocess.Popen(
            command,
            env=dict(environment),
            cwd=Path(pbem.__file__).parent.parent,
            stdout=log,
            stderr=log,
        )
        try:
            yield
        except BaseException:
            log.seek(0)
            sys.stderr.write(log.read().decode(errors="replace"))
            raise
        finally:
            process.terminate()
            process.wait(30)
