"""Whatever is kept beside the log, a replay sees when it is not what the log says."""

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from pbem.app import clock
from pbem.app.projections import Finding, compared
from pbem.app.records import GameStatus
from pbem.cli import commands
from pbem.store import StateCache, uow_factory
from tests.hostile.front import Front, Table, front_of
from tests.infra.houses import environ_of

# What is changed in the database, and the finding that tells it.
CHANGES = [
    ("UPDATE games SET seq = seq - 1", "sequence number"),
    ("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)", "present state"),
    ("UPDATE deal_starts SET seq = seq + 1 WHERE deal = 2", "present state"),
    ("UPDATE games SET status = 'over'", "status"),
    ("UPDATE games SET rules = replace(rules, '\"players\":3', '\"players\":4')", "rules"),
    ("UPDATE games SET started_at = started_at - interval '1 hour'", "begin"),
    ("UPDATE games SET ended_at = started_at", "end"),
    ("UPDATE games SET root = repeat('0', 64)", "root"),
    ("UPDATE games SET rated = NOT rated", "rated"),
    ("UPDATE seats SET stand_in = true WHERE number = 1", "stand-ins"),
    ("UPDATE deal_starts SET seq = seq - 1 WHERE deal = 2", "state at deal 2"),
    ("DELETE FROM waits", "waits"),
    ("UPDATE waits SET seat = 3 - seat", "waits"),
    ("UPDATE waits SET wants = 'dance'", "waits"),
    ("INSERT INTO waits SELECT game_id, 9, seat, wants, since, deadline FROM waits", "waits"),
    ("UPDATE waits SET since = since - interval '1 hour'", "clock"),
    ("UPDATE waits SET deadline = deadline - interval '1 hour'", "clock"),
    ("UPDATE told SET number = number + 1", "number of mails"),
    ("DELETE FROM told", "number of mails"),
    ("UPDATE told SET seq = 9999", "events told"),
    ("UPDATE told SET number = 0", "events told"),
]


@pytest.fixture
def front(database_url: str) -> Iterator[Front]:
    with front_of(database_url) as opened:
        yield opened


@pytest.fixture
def table(front: Front) -> Table:
    table = Table(front, "Alice", "Bob", "Carol")
    while len(kept(table)) < 2:
        table.answer()
    table.answer()
    return table


def kept(table: Table):
    with table.front.services.uow() as uow:
        return uow.log.kept(table.row.id)


@pytest.fixture
def replayed(front: Front, table: Table, monkeypatch):
    """Replay the game as an operator does; return the exit code and what does not hold."""
    url = front.house.settings.database_url
    for name, value in environ_of(url, "redis://127.0.0.1:9/0").items():
        monkeypatch.setenv(name, value)

    def run() -> tuple[int, list[str]]:
        done = CliRunner().invoke(commands, ["replay", table.code], catch_exceptions=False)
        return done.exit_code, done.output.splitlines()[:-1]

    return run


def after(table: Table, change: str) -> list[Finding]:
    """Return what does not hold after a change, which is undone."""
    house = table.front.house
    with uow_factory(house.engine, house.settings.keys, StateCache())() as uow:
        assert uow.outbox._work.run(text(change.replace(":", r"\:")))
        findings = list(compared(uow, uow.games.get(table.row.id)))
    return [finding for finding in findings if not finding.holds]


def test_each_change_of_a_row_is_found(table):
    found = {(change, what): after(table, change) for change, what in CHANGES}

    missed = [asked for asked, wrong in found.items() if not _tells(wrong, asked[1])]
    assert missed == []
    words = [finding.found for wrong in found.values() for finding in wrong]
    assert all(re.fullmatch(r"\(.+\)", word) for word in words)
    assert not re.search(r"Card\(|\b[2-9TJQKA][CDHS]\b", "".join(words))


def _tells(wrong: list[Finding], what: str) -> bool:
    return any(finding.what.startswith(what) for finding in wrong)


def test_the_command_tells_each_difference(table, replayed):
    assert replayed() == (0, [])
    with table.front.house.engine.begin() as connection:
        connection.execute(text("DELETE FROM waits"))

    code, [line] = replayed()

    assert code == 1
    assert line.startswith(f"{table.code}: waits: DOES NOT HOLD (kept [], the log says ['seat ")


@pytest.mark.parametrize("leaving", ["stop", "resign for good"])
def test_a_game_in_which_somebody_left_and_a_clock_ran_out_holds(table, replayed, leaving):
    table.other().reply(leaving)
    table.front.clock.wait(hours=25)
    table.front.tick()
    table.front.run()
    assert replayed() == (0, [])

    for _ in range(3):
        table.answer()
        table.front.run()

    assert replayed() == (0, [])


@pytest.mark.parametrize("everybody_left", [False, True])
def test_a_game_that_is_over_holds(table, replayed, everybody_left):
    if everybody_left:
        for person in table.people:
            person.reply("resign for good")
    while table.row.status is GameStatus.RUNNING:
        table.front.clock.wait(hours=25)
        table.front.tick()
        clock.go_on(table.front.services, table.row.id)
    table.front.run()

    assert table.row.rated is not everybody_left
    assert replayed() == (0, [])
