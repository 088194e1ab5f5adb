"""The doorsteps of the workers: an id comes in, one call goes out.

Each may run twice, or twice at once: rows are claimed, and what is done is done.
"""

from pbem import doorbell
from workers.app import house, task, try_again


@task(doorbell.READ_LETTER)
def read_letter(letter_id: int) -> None:
    if not house().letter_reader.read(letter_id):
        try_again()


@task(doorbell.SEND_NOTICE)
def send_notice(notice_id: int) -> None:
    house().post_office.send(notice_id)


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
