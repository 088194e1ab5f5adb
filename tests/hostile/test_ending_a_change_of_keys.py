"""A change of keys is brought to its end amid a game: then the old key may go."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from pbem.app import audit
from pbem.app.notice_records import NoticeState
from pbem.cli import commands
from pbem.store.resealing import sealed_with
from pbem.store.schema import outbox
from pbem.wiring.key_health import sick_keys
from tests.hostile.front import Front, Table
from tests.hostile.test_changing_keys import NEW, OLD, moved_in, opened
from tests.infra.houses import environ_of
from tests.journeys.town import wait_until


def environ(database_url: str, keys: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    return plain | environ_of(database_url, "redis://127.0.0.1:9/0") | {"PBEM_KEYS": keys}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "pbem.cli", "keys", *words]


def run(database_url: str, keys: str, *words: str) -> Result:
    """Run `pbem keys ...` with just this environment."""
    absent = {name: None for name in os.environ if name.startswith("PBEM_")}
    environment = absent | environ(database_url, keys)
    return CliRunner().invoke(commands, ["keys", *words], env=environment)


@pytest.fixture(autouse=True)
def logs_stay_as_they_are(monkeypatch):
    monkeypatch.setattr("pbem.cli.house.set_up_logs", lambda *_: None)


def sick(front: Front) -> list[str]:
    return [what for what, _ in sick_keys(front.house.engine, front.house.settings.keys)]


def test_resealing_is_killed_and_run_again_amid_a_game_and_the_old_key_goes(database_url: str):
    with opened(database_url, OLD) as first:
        table = Table(first, "Anna", "Ben", "Carol", preset="blackout")
    with opened(database_url, f"{NEW},{OLD}", first) as front:
        moved_in(table, front)
        engine = front.house.engine
        assert sick(front) == [
            f"{sealed_with(engine)[1]} values are sealed with older keys than the current one, key 2."
        ]
        with engine.begin() as connection:
            # It comes up to a mail that is in other hands, and has to wait.
            last = select(outbox.c.id).order_by(outbox.c.id.desc()).limit(1)
            connection.execute(last.with_for_update())
            killed = subprocess.Popen(
                command("reseal", "--batch", "1"), env=environ(database_url, f"{NEW},{OLD}")
            )
            wait_until("it to be half way", lambda: sealed_with(engine).get(2, 0) >= 10)
            assert table.answer().verdict == "applied"
            killed.kill()
            killed.wait()
        assert sealed_with(engine).get(1)
        assert table.answer().verdict == "applied"

        done = run(database_url, f"{NEW},{OLD}", "reseal")

        assert done.exit_code == 0, done.stderr
        assert set(sealed_with(engine)) == {2}
        assert sick(front) == []
        assert "key 1: has sealed nothing that is kept" in done.stdout
        assert "the reply addresses of 0 seats" in done.stdout
        assert "key 1: should stay until" in done.stdout
        assert " 0 sealed anew" in run(database_url, f"{NEW},{OLD}", "reseal").stdout
        table.answer()
        front.assert_nothing_blew_up()

    with opened(database_url, NEW, first) as last_one:
        moved_in(table, last_one)
        while table.row.status == "running":
            assert table.answer().verdict == "applied"
        last_one.assert_nothing_blew_up()
        told = [one for _, found in audit.replay_all(last_one.services) for one in found]
        assert told
        assert all(one.holds for one in told)


def test_who_takes_the_old_key_out_before_is_told_so_in_words(database_url: str, caplog):
    with opened(database_url, OLD) as first:
        table = Table(first, "Anna", "Ben", "Carol")
        anna = table.on_turn()
        link = anna.answerable.link.removeprefix("https://cards.example.org")
        kept = sealed_with(first.house.engine)[1]

    with opened(database_url, NEW, first) as front:
        page = front.house.pages().test_client().get(link)
        assert page.status_code == 503
        assert page.headers["Retry-After"]
        assert "This cannot be shown for now" in page.get_data(as_text=True)
        assert "needs key 1, which is not in PBEM_KEYS" in caplog.text
        assert "Traceback" not in caplog.text
        assert link.rpartition("/")[2] not in caplog.text
        assert sick(front) == [f"{kept} values are sealed with key 1, which is not in PBEM_KEYS."]

    told = run(database_url, NEW, "status")
    assert told.exit_code == 1
    assert f"key 1: NOT IN PBEM_KEYS, and has sealed {kept} values" in told.stdout
    lost = run(database_url, NEW, "reseal")
    assert lost.exit_code == 1
    assert "Put it back behind the current one" in lost.stdout


def test_who_puts_the_new_key_behind_or_has_restarted_nothing_is_told_so(database_url: str):
    with opened(database_url, OLD) as front:
        Table(front, "Anna", "Ben", "Carol")
        behind = run(database_url, f"{OLD},{NEW}", "reseal")
        with front.services.uow() as uow:
            uow.beats.beat("tick", front.house.services.clock.now())
            uow.commit()
        early = run(database_url, f"{NEW},{OLD}", "reseal")
        assert set(sealed_with(front.house.engine)) == {1}

    assert "If key 2 is the new one, put it first" in behind.stdout
    assert early.exit_code == 1
    assert "Start all of them anew" in early.stderr
    assert run(database_url, f"{NEW},{OLD}", "reseal", "--restarted").exit_code == 0


def test_a_mail_whose_key_is_missing_waits_and_goes_out_once_it_is_back(database_url: str, caplog):
    with opened(database_url, OLD) as first:
        table = Table(first, "Anna", "Ben", "Carol")
        mover = table.on_turn()
        letter = mover.raw("say hello", mover.answerable.reply_to)
        first.store(letter, mover.answerable.reply_to)
        for unread in first.unread():
            first.reader.read(unread)
        waiting = first.due()
        assert waiting

    with opened(database_url, NEW, first) as second:
        for notice in waiting:
            second.office.send(notice)
        assert "needs key 1, which is not in PBEM_KEYS" in caplog.text
        assert not set(second.due()) & set(waiting)

    with opened(database_url, f"{NEW},{OLD}", first) as third:
        third.clock.wait(minutes=11)
        third.run()
        with third.services.uow() as uow:
            assert {uow.outbox.get(one).state for one in waiting} == {NoticeState.SENT}
