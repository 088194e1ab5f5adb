"""A flood of letters: it is kept, read later in its order, and answered by nobody now."""

from dataclasses import replace

import pytest

from pbem import store
from pbem.app import pages
from pbem.mailin.doorstep import StoringDoorstep
from pbem.mailin.pace import SENDERS, TOKENS, Pace
from pbem.wiring.pacing import SharedCounter
from pbem.wiring.rounds import read_waiting
from tests.hostile.front import Front, Table

DEAD = "redis://127.0.0.1:9/0"


def with_pace(front: Front, url: str) -> None:
    """Let letters be counted there, in a house whose store goes by the same clock."""
    keys = front.house.settings.keys
    uow = store.uow_factory(front.house.engine, keys, clock=front.clock)
    front.services = replace(front.services, uow=uow)
    front.reader = replace(front.reader, services=front.services)
    front.office = replace(front.office, services=front.services)
    front.door = StoringDoorstep(
        uow=front.services.uow,
        keys=front.house.settings.keys,
        identity=front.reader.identity,
        bell=front.services.bell,
        clock=front.clock,
        pace=Pace(SharedCounter(url)),
    )


@pytest.fixture
def table(front: Front) -> Table:
    return Table(front, "Anna", "Ben", "Carol")


def test_what_comes_too_fast_waits_in_its_lane_and_is_read_in_its_order(
    table: Table, front: Front, broker_url: str
):
    with_pace(front, broker_url)
    anna, other = table.on_turn(), table.other()
    to, before = anna.answerable.reply_to, len(front.letters())
    for n in range(TOKENS + 2):
        front.store(anna.raw(f"say word {n}", to), to)
    # Others go by what is held back.
    front.store(other.raw("say hello", other.answerable.reply_to), other.answerable.reply_to)

    for _ in range(TOKENS):
        read_waiting(front.reader)

    held = pages.gauges(front.services).letters_held_back
    assert held == 2
    assert len([one for one in front.letters() if one.verdict]) == before + TOKENS + 1
    assert pages.gauges(front.services).oldest_unread_letter is None
    mails = len(front.server.tried)
    front.clock.wait(hours=1)
    front.run()

    assert pages.gauges(front.services).letters_held_back == 0
    assert {one.verdict for one in front.letters()[: TOKENS + 3]} == {"applied"}
    with front.services.uow() as uow:
        said = [one.text for one in uow.talks.since(table.row.id, table.row.created_at)]
    assert [word for word in said if word != "hello"] == [f"word {n}" for n in range(TOKENS + 2)]
    assert len(front.server.tried) - mails <= 3


def test_who_writes_in_the_name_of_others_holds_up_none_of_their_answers(
    table: Table, front: Front, broker_url: str
):
    with_pace(front, broker_url)
    anna, other = table.on_turn(), table.other()
    service = front.reader.identity.service_address
    forged = [anna.raw(f"help {n}", service) for n in range(2 * SENDERS + 5)]
    for raw in forged:
        front.store(raw, service)
    # A seat of one's own is no way to the seats of others either.
    for n in range(TOKENS):
        to = other.answerable.reply_to
        front.store(anna.raw(f"say word {n}", to), to)

    assert anna.reply(anna.answerable.answers()[0]).verdict == "applied"


def test_without_redis_everything_is_read_at_once(table: Table, front: Front):
    with_pace(front, DEAD)
    anna = table.on_turn()
    to = anna.answerable.reply_to

    verdicts = {anna.write(f"say word {n}", to).verdict for n in range(TOKENS + 2)}

    assert verdicts == {"applied"}


def test_all_processes_count_together(broker_url: str):
    one, other = SharedCounter(broker_url), SharedCounter(broker_url)

    assert [one.count("pace/x"), other.count("pace/x"), one.count("pace/y")] == [1, 2, 1]
    assert SharedCounter("memory://").count("pace/x") == 1
    assert SharedCounter(DEAD).count("pace/x") == 0
