"""The queue: names of tasks, how Celery is set, and the bell that rings it.

Redis is a doorbell. A task carries an id, the row is the truth, and a ring that
is lost is rung again by the sweep. So nothing here waits long or fails loudly.
"""

import logging
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from celery import Celery
from kombu.entity import Queue

READ_LETTER: Final = "pbem.read_letter"
SEND_NOTICE: Final = "pbem.send_notice"
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
        if not broker_url.startswith("filesystem:"):
            short = {"socket_connect_timeout": 1, "socket_timeout": 2, "max_retries": 0}
            self._app.conf.broker_transport_options.update(short)
        self._app.conf.broker_pool_limit = 4

    def letters(self, ids: Sequence[int]) -> None:
        self._ring(READ_LETTER, ids)

    def notices(self, ids: Sequence[int]) -> None:
        self._ring(SEND_NOTICE, ids)

    def game(self, game_id: int) -> None:
        self._ring(GO_ON, [game_id])

    def _ring(self, task: str, ids: Sequence[int]) -> None:
        for row_id in ids:
            if time.monotonic() < self._quiet_until:
                return
            self._ring_once(task, row_id)

    def _ring_once(self, task: str, row_id: int) -> None:
        try:
            self._app.send_task(task, (row_id,), expires=_STALE_SECONDS, retry=False)
        # Whatever hinders a ring, it must not undo or hold up what was committed.
        except Exception as fault:  # noqa: BLE001
            self._quiet_until = time.monotonic() + _PAUSE_SECONDS
            log.warning("%s %s was not rung: %s", task, row_id, type(fault).__name__)
