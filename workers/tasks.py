"""The doorsteps of the workers: a ring comes in, one call goes out.

Each may run twice, or twice at once: rows are claimed, and what is done is done.
"""

from pbem import doorbell
from workers.app import house, task, try_again


@task(doorbell.READ_LETTERS)
def read_letters() -> None:
    if not house().read_letters():
        try_again()


@task(doorbell.SEND_NOTICES)
def send_notices(*notice_ids: int) -> None:
    house().post_office.send_all(notice_ids)


@task(doorbell.GO_ON)
def go_on(game_id: int) -> None:
    house().go_on(game_id)


@task(doorbell.TICK)
def tick() -> None:
    house().tick()


@task(doorbell.SWEEP)
def sweep() -> None:
    house().sweep()


@task(doorbell.FORGET)
def forget() -> None:
    house().forget()
