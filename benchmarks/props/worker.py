"""The workers of the service as a benchmark runs them, with a task that does nothing.

Rings for mails to be sent are published as ever, into a queue that nobody reads.
"""

from celery import signals

from pbem import doorbell
from workers import tasks
from workers.app import app, house, task

__all__ = ["NOTHING", "UNSENT", "app", "tasks"]

NOTHING = "bench.nothing"
UNSENT = "bench.unsent"


@task(NOTHING)
def nothing(_number: int) -> None:
    """Do nothing."""


def _keep_mails(**_: object) -> None:
    bell = house().services.bell
    assert isinstance(bell, doorbell.CeleryBell)
    bell._app.conf.task_routes = {doorbell.SEND_NOTICES: {"queue": UNSENT}}


signals.worker_process_init.connect(_keep_mails)
