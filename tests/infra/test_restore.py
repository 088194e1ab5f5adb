"""A backup that was restored: the game goes on from there, and nobody is misled by lost mails."""

import os
import shutil
import subprocess
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy.engine import make_url

from pbem.app import audit, pages
from pbem.app.notice_records import NoticeState
from pbem.app.records import LetterState
from pbem.app.recovery import Recovered, StillRunning, recover
from pbem.cli import commands
from pbem.mailout.post import TryLater
from tests import servers
from tests.hostile.front import Front, Person, Table, front_of
from tests.infra.houses import environ_of

LOST = timedelta(hours=30)


def plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def tool(name: str) -> str:
    """A program of the server that the tests run against."""
    if os.environ.get("PBEM_TEST_DATABASE_URL"):
        return shutil.which(name) or name
    return str(servers.postgres_bin() / name)


class Backup:
    """What an operator does: pg_dump, and one day pg_restore."""

    def __init__(self, url: str, folder: Path) -> None:
        self._url, self._file = plain(url), folder / "pbem.dump"

    def make(self) -> None:
        words = ["--format=custom", f"--file={self._file}", self._url]
        subprocess.run([tool("pg_dump"), *words], check=True)

    def restore(self) -> None:
        words = ["--clean", "--if-exists", "--single-transaction", f"--dbname={self._url}"]
        subprocess.run([tool("pg_restore"), *words, self._file], check=True)


@pytest.fixture
def backup(database_url, tmp_path) -> Backup:
    return Backup(database_url, tmp_path)


@pytest.fixture
def table(database_url):
    with front_of(database_url) as front:
        table = Table(front, "Alice", "Bob", "Carol")
        table.answer()
        front.tick()
        yield table


@pytest.fixture
def reopened(database_url, table):
    """The same house, its parts started anew long after the backup."""
    with front_of(database_url) as front:
        front.clock.time = table.front.clock.time + LOST
        yield seen_from(front, table)


def seen_from(front: Front, table: Table) -> Table:
    again = Table.__new__(Table)
    again.front, again.code = front, table.code
    again.people = [Person(front, person.name) for person in table.people]
    return again


def recovered(table: Table) -> Recovered | StillRunning | None:
    return recover(table.front.services, table.front.reader.read)


def waits(table: Table):
    with table.front.services.uow() as uow:
        return uow.waits.of(table.row.id)


def log(url: str) -> list[tuple[object, ...]]:
    with closing(psycopg.connect(plain(url))) as connection:
        return connection.execute("SELECT * FROM events ORDER BY game_id, seq").fetchall()


def inboxes(table: Table) -> dict[str, int]:
    return {one.name: len(table.front.mails(one.email)) for one in table.people}


def test_everybody_gets_one_new_mail_and_the_game_goes_on_from_the_backup(
    table, backup, reopened, database_url
):
    events, [then] = log(database_url), waits(table)
    backup.make()
    for _ in range(4):
        table.answer()
    backup.restore()

    done = recovered(reopened)

    assert (done.lost, done.tables, done.mails) == (LOST, 1, 3)
    assert log(database_url) == events
    [now] = waits(reopened)
    assert now == replace(then, deadline=then.deadline + LOST, remind_at=then.remind_at + LOST)
    reopened.front.tick()
    reopened.front.run()
    assert log(database_url) == events
    assert inboxes(reopened) == {"Alice": 1, "Bob": 1, "Carol": 1}
    turn = reopened.on_turn()
    assert [one.name for one in reopened.people if one.last.asks] == [turn.name]
    for person in reopened.people:
        assert "A fault of ours undid what was played after" in person.last.first_line
    known = {mail.message_id for one in table.people for mail in table.front.mails(one.email)}
    assert not known & {one.last.message_id for one in reopened.people}
    for _ in range(4):
        assert reopened.answer().verdict == "applied"
    assert all(found.holds for found in audit.replay(reopened.front.services, reopened.row.id))


def test_once_more_does_nothing(table, backup, reopened, database_url):
    backup.make()
    backup.restore()
    recovered(reopened)
    reopened.front.run()
    sent, kept = inboxes(reopened), waits(reopened)

    reopened.front.clock.wait(hours=1)

    assert recovered(reopened) is None
    reopened.front.run()
    assert (inboxes(reopened), waits(reopened)) == (sent, kept)
    reopened.front.clock.wait(hours=1)
    reopened.front.tick()
    assert isinstance(recovered(reopened), StillRunning)


def test_no_mail_of_the_lost_time_moves_anything(table, backup, reopened):
    backup.make()
    for _ in range(3):
        table.answer()
    lost = [(one, mail) for one in table.people for mail in table.front.mails(one.email)]
    backup.restore()
    recovered(reopened)
    reopened.front.run()
    before = reopened.seq

    said = {reopened.front.door.accepts(mail.reply_to) for _, mail in lost if "+" in mail.reply_to}
    opened = [
        pages.by_link(reopened.front.services, mail.link.rpartition("/")[2])
        for _, mail in lost
        if "/t/" in mail.text
    ]

    assert "revoked" in said
    assert opened
    assert not any(one.current for one in opened if one is not None)
    for one, mail in lost:
        if "+" in mail.reply_to and mail.answers():
            reopened.front.door.store(
                one.raw(mail.answers()[0], mail.reply_to), mail.reply_to, (mail.reply_to,), "lmtp"
            )
    reopened.front.run()
    assert reopened.seq == before


def test_what_waited_in_the_backup_is_not_sent_again(table, backup, reopened):
    table.front.server.answer = lambda _to: TryLater(451, "busy")
    person = table.on_turn()
    person.reply("status")
    with table.front.services.uow() as uow:
        waiting = [one.id for one in table.front.later() if uow.outbox.get(one.id).rendered]
    assert waiting
    backup.make()
    backup.restore()

    done = recovered(reopened)
    reopened.front.run()

    assert done.withdrawn == len(waiting)
    with reopened.front.services.uow() as uow:
        assert {uow.outbox.get(one).state for one in waiting} == {NoticeState.SUPERSEDED}
    assert inboxes(reopened) == {"Alice": 1, "Bob": 1, "Carol": 1}


def test_a_letter_that_was_unread_acts_and_its_game_is_told_once(table, backup, reopened):
    person = table.on_turn()
    to = person.last.reply_to
    table.front.store(person.raw(person.last.answers()[-1], to), to)
    before = table.seq
    backup.make()
    table.front.run()
    backup.restore()

    done = recovered(reopened)
    reopened.front.run()

    assert done.letters == 1
    assert reopened.front.letters()[0].state is LetterState.DONE
    assert reopened.seq > before
    assert inboxes(reopened) == {"Alice": 1, "Bob": 1, "Carol": 1}
    [wait] = waits(reopened)
    assert wait.deadline > reopened.front.clock.time + timedelta(hours=23)
    assert reopened.answer().verdict == "applied"


def test_ids_of_the_lost_time_never_come_again(table, backup, reopened):
    backup.make()
    other = Table(table.front, "Dan", "Erin", "Frank")
    lost, seats = other.row.id, {seat.id for seat in table.front.seats(other.code).values()}
    backup.restore()
    recovered(reopened)

    later = Table(reopened.front, "Gina", "Hans", "Ida")

    ids = {seat.id for seat in reopened.front.seats(later.code).values()}
    assert min(ids) > max(seats)
    assert later.row.id > lost


def test_the_time_is_given_back_to_invitations(table, backup, reopened):
    dan = Person(table.front, "Dan")
    dan.write("new nomination_whist with erin@home.example and 1 bot")
    dan.reply("yes")
    [then] = open_invitations(table.front)
    backup.make()
    backup.restore()

    recovered(reopened)

    [now] = open_invitations(reopened.front)
    assert now == replace(then, expires_at=then.expires_at + LOST)


def open_invitations(front: Front):
    with front.services.uow() as uow:
        return uow.invitations.expired(front.clock.time + timedelta(days=90), 9)


def test_the_command_says_what_was_done_and_refuses_while_the_service_runs(
    table, database_url, monkeypatch
):
    for name, value in environ_of(database_url, "redis://127.0.0.1:9/0").items():
        monkeypatch.setenv(name, value)

    running = CliRunner().invoke(commands, ["restored"])
    with table.front.services.uow() as uow:
        uow.beats.beat("tick", datetime.now(UTC) - timedelta(hours=3, minutes=1))
        uow.commit()
    first, again = (CliRunner().invoke(commands, ["restored"]) for _ in range(2))

    assert running.exit_code == 1
    assert "Stop all its parts" in running.output
    assert first.exit_code == again.exit_code == 0
    assert "clocks got 3 h 1 min back" in first.output
    assert "1 running tables told in 3 new mails" in first.output
    assert "nothing to do" in again.output
