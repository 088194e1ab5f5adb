"""The queue: names of tasks, how Celery is set, and the bell that rings it.

Redis is a doorbell. A ring says that letters wait, or which notices and tables; the
rows are the truth, and a ring that is lost is rung again by the sweep. So nothing
here waits long or fails loudly.
"""

import logging
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from celery import Celery
from kombu.entity import Queue

READ_LETTERS: Final = "pbem.read_letters"
SEND_NOTICES: Final = "pbem.send_notices"
GO_ON: Final = "pbem.go_on"
TICK: Final = "pbem.tick"
SWEEP: Final = "pbem.sweep"
FORGET: Final = "pbem.forget"

_LETTERS_AND_MAIL: Final = "celery"
_CLOCK: Final = "clock"

TICK_SECONDS: Final = 5.0
SWEEP_SECONDS: Final = 15.0
FORGET_SECONDS: Final = 3600.0

# A task may take this long before it is broken off; handed out again after the
# visibility timeout, in case its worker died without a word.
_SOFT_LIMIT_SECONDS: Final = 240
_VISIBILITY_SECONDS: Final = 600
# A ring that lay this long was rung again by the sweep, more than once.
_STALE_SECONDS: Final = 120
_PAUSE_SECONDS: Final = 5.0

# While this is there, a ring for letters lies in the queue that no worker has heard.
# Should that ring be lost, other letters ring again once it has gone of itself.
RUNG: Final = "pbem.letters_rung"
_RUNG_SECONDS: Final = 5
# Who sends mails sends so many one after the other; more are for others too.
_NOTICES_AT_ONCE: Final = 5

log = logging.getLogger(__name__)


def queue(broker_url: str) -> Celery:
    """Return a Celery application without tasks, set as all of this service are."""
    app = Celery("pbem", broker=_plain(broker_url), set_as_current=False)
    app.conf.update(
        accept_content=["json"],
        beat_scheduler="celery.beat:Scheduler",
        broker_connection_retry_on_startup=True,
        broker_transport_options=_transport(broker_url),
        enable_utc=True,
        task_acks_late=True,
        task_default_queue=_LETTERS_AND_MAIL,
        task_ignore_result=True,
        # Workers take from both in turn, so that a heap of letters stops no clock.
        task_queues=[_queue(name) for name in (_LETTERS_AND_MAIL, _CLOCK)],
        task_routes={name: {"queue": _CLOCK} for name in (TICK, SWEEP, FORGET)},
        task_reject_on_worker_lost=True,
        task_serializer="json",
        task_soft_time_limit=_SOFT_LIMIT_SECONDS,
        task_time_limit=_SOFT_LIMIT_SECONDS + 30,
        timezone="UTC",
        worker_hijack_root_logger=False,
        worker_prefetch_multiplier=4,
        worker_send_task_events=False,
    )
    return app


def _queue(name: str) -> Queue:
    return Queue(name, routing_key=name)  # type: ignore[no-untyped-call]


def _plain(broker_url: str) -> str:
    return "filesystem://" if broker_url.startswith("filesystem:") else broker_url


def _transport(broker_url: str) -> dict[str, object]:
    if not broker_url.startswith("filesystem:"):
        return {"visibility_timeout": _VISIBILITY_SECONDS, "health_check_interval": 30}
    folder = Path(broker_url.removeprefix("filesystem://"))
    letters, control = folder / "queue", folder / "control"
    for path in (letters, control):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "data_folder_in": str(letters),
        "data_folder_out": str(letters),
        "control_folder": str(control),
    }


def command(part: Literal["worker", "beat"], *words: str) -> tuple[str, ...]:
    """Return the command that runs a worker or beat."""
    own = {"worker": ("--without-gossip", "--without-mingle"), "beat": ("--pidfile=",)}
    celery = (sys.executable, "-m", "celery", "--app=workers.app", "--quiet")
    return (*celery, part, *own[part], *words)


class CeleryBell:
    """Rings workers through Celery.

    A Redis that is down costs a second, once in five: the ring is dropped, and the
    letter or move that rang is not held up.
    """

    def __init__(self, broker_url: str) -> None:
        self._app = queue(broker_url)
        self._quiet_until = 0.0
        self._is_redis = not broker_url.startswith("filesystem:")
        if self._is_redis:
            short = {"socket_connect_timeout": 1, "socket_timeout": 2, "max_retries": 0}
            self._app.conf.broker_transport_options.update(short)
        self._app.conf.broker_pool_limit = 4

    def letters(self, ids: Sequence[int]) -> None:
        """Have a worker look for letters, unless one is going to that has not begun."""
        if ids:
            self._attempt(READ_LETTERS, self._ring_for_letters)

    def heard(self) -> None:
        """Note that letters are looked for from now on: the next one to be stored rings again.

        Looking before this is called would miss a letter that is stored in between.
        """
        if self._is_redis:
            self._attempt(READ_LETTERS, lambda: self._redis(lambda redis: redis.delete(RUNG)))

    def notices(self, ids: Sequence[int]) -> None:
        """Have workers send these notices."""
        for first in range(0, len(ids), _NOTICES_AT_ONCE):
            self._ring(SEND_NOTICES, ids[first : first + _NOTICES_AT_ONCE])

    def game(self, game_id: int) -> None:
        """Have a worker let the bots of a game go on."""
        self._ring(GO_ON, [game_id])

    def _ring_for_letters(self) -> None:
        mark = {"name": RUNG, "value": "", "nx": True, "ex": _RUNG_SECONDS}
        if not self._is_redis or self._redis(lambda redis: redis.set(**mark)):
            self._send(READ_LETTERS, ())

    def _redis(self, ask: Callable[[Any], object]) -> object:
        """Ask Redis something by the connections on which rings are sent."""
        with self._app.pool.acquire(block=True) as connection:
            return ask(connection.default_channel.client)

    def _ring(self, task: str, ids: Sequence[int]) -> None:
        self._attempt(task, lambda: self._send(task, ids))

    def _send(self, task: str, ids: Sequence[int]) -> None:
        self._app.send_task(task, tuple(ids), expires=_STALE_SECONDS, retry=False)

    def _attempt(self, task: str, ring: Callable[[], object]) -> None:
        if time.monotonic() < self._quiet_until:
            return
        try:
            ring()
        # Whatever hinders a ring, it must not undo or hold up what was committed.
        except Exception as fault:  # noqa: BLE001
            self._quiet_until = time.monotonic() + _PAUSE_SECONDS
            log.warning("%s was not rung: %s", task, type(fault).__name__)
