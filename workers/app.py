"""The Celery application: how workers and beat of this service are set."""

import gc
import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, ParamSpec, cast

from celery import current_task, signals

from pbem import doorbell
from pbem.config import settings_from
from pbem.logs import set_up_logs
from workers import lookout

if TYPE_CHECKING:
    from pbem.wiring import House

P = ParamSpec("P")

# 1 + 2 + 4 + 8 seconds are as long as the sweep takes to come by.
_MOST_TRIES = 4

app = doorbell.queue(os.environ.get("PBEM_REDIS_URL", ""))
app.conf.imports = ("workers.tasks",)
app.conf.beat_schedule = {
    name: {
        "task": name,
        "schedule": seconds,
        # What has waited so long was asked for again meanwhile.
        "options": {"expires": max(60.0, seconds)},
    }
    for name, seconds in (
        (doorbell.TICK, doorbell.TICK_SECONDS),
        (doorbell.SWEEP, doorbell.SWEEP_SECONDS),
        (doorbell.FORGET, doorbell.FORGET_SECONDS),
    )
}


def task(name: str) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Make a function a task under this name."""
    return cast("Callable[[Callable[P, None]], Callable[P, None]]", app.task(name=name))


def try_again() -> None:
    """Break off the running task, to be done again after 1, 2, 4 and 8 seconds.

    Then it is the sweep's.

    Raises:
        celery.exceptions.Retry: the task is to be done again.
    """
    tries = current_task.request.retries
    if tries < _MOST_TRIES:
        raise current_task.retry(countdown=2**tries)


@cache
def house() -> "House":
    """Return the house of this process; a child of the worker opens its own."""
    # Here, since beat has no use for it.
    from pbem.wiring import open_house

    return open_house(settings_from(os.environ))


def _set_up_logs(**_: object) -> None:
    settings = settings_from(os.environ)
    set_up_logs(settings.log_level, settings.log_format)


def _settle(**_: object) -> None:
    # What was loaded before the fork stays for ever: no collection need look at it again.
    gc.freeze()
    gc.set_threshold(20_000, 25, 25)


signals.worker_process_init.connect(_settle)
signals.beat_init.connect(lookout.begin)


# Somebody listening to this signal keeps Celery from setting up logs of its own.
signals.setup_logging.connect(_set_up_logs)
