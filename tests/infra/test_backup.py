"""`pbem backup` and `pbem restore`: the whole house in one sealed file, and back."""

import io
import json
import os
import signal
import stat
import subprocess
import sys
from base64 import b64encode
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from pbem import store
from pbem.app import audit
from pbem.cli import commands
from pbem.config import settings_from
from pbem.signing.dkim import new_dkim_key
from pbem.wiring.backup import Refused, databases, making, sealed
from pbem.wiring.backup.members import Manifest
from tests.hostile.front import Table, front_of
from tests.infra.houses import environ_of, house_of
from tests.infra.test_deploy import sourced
from tests.infra.test_parts import wait_until
from tests.infra.test_restore import plain, seen_from, tool

WORDS = "correct horse battery staple"


@pytest.fixture(params=["postgresql", "sqlite"])
def url(request, tmp_path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    return request.getfixturevalue("database_url")


@pytest.fixture
def sqlite(tmp_path) -> str:
    return f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture(autouse=True)
def _programs(monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(tool('pg_dump')).parent}:{os.environ['PATH']}")


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "kept" / "house.backup"


def pbem(environ: dict[str, str], *words: object, passphrase: str = WORDS) -> Result:
    own = {"PBEM_BACKUP_PASSPHRASE": passphrase, **environ}
    return CliRunner().invoke(commands, [str(word) for word in words], env=own)


def made(url: str, file: Path, **more: str) -> Result:
    file.parent.mkdir(exist_ok=True)
    done = pbem(environ_of(url, "redis://127.0.0.1:9/0") | more, "backup", file)
    assert done.exit_code == 0, done.output
    return done


def restored(url: str, file: Path, *words: str, **more: str) -> Result:
    environ = environ_of(url, "redis://127.0.0.1:9/0")
    passphrase = more.pop("passphrase", WORDS)
    return pbem(environ | more, "restore", file, *words, passphrase=passphrase)


def stand_still(front, at: datetime) -> None:
    with front.services.uow() as uow:
        for beat in ("tick", "sweep"):
            uow.beats.beat(beat, at)
        uow.commit()


def test_a_running_game_is_backed_up_restored_and_played_on(url, file):
    with front_of(url) as front:
        table = Table(front, "Alice", "Bob", "Carol")
        table.answer()
        stand_still(front, datetime.now(UTC))
        told = made(url, file)
        then = table.seq
        for _ in range(3):
            table.answer()
        later = table.seq
        running = restored(url, file, "--replace")
        stand_still(front, datetime.now(UTC) - timedelta(minutes=3))
        kept = restored(url, file)
        assert table.seq == later > then
    lost = "was at work at" in running.output, "is not empty" in kept.output
    assert (running.exit_code, kept.exit_code, lost) == (1, 1, (True, True))

    done = restored(url, file, "--replace")

    assert done.exit_code == 0, done.output
    assert "1 running tables told in 3 new mails" in done.output
    with front_of(url) as front:
        again = seen_from(front, table)
        assert again.seq == then
        front.run()
        for _ in range(4):
            assert again.answer().verdict == "applied"
        assert all(found.holds for found in audit.replay(front.services, again.row.id))
    for output in (told.output, done.output, running.output, kept.output):
        assert b64encode(b"1" * 32).decode() not in output
        assert WORDS not in output


def test_only_the_owner_reads_the_file_nothing_is_overwritten_and_the_keys_are_sealed(sqlite, file):
    with house_of(environ_of(sqlite, "redis://127.0.0.1:9/0")):
        made(sqlite, file)
        before = file.read_bytes()
        again = pbem(environ_of(sqlite, "redis://127.0.0.1:9/0"), "backup", file)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert again.exit_code == 1
    assert "is there already" in again.output
    assert file.read_bytes() == before
    assert [one.name for one in file.parent.iterdir()] == [file.name]
    for secret in (b"1" * 32, b64encode(b"1" * 32), b"SQLite format", b"PBEM_", WORDS.encode()):
        assert secret not in before


def test_a_short_passphrase_makes_no_backup(sqlite, file):
    file.parent.mkdir()
    with house_of(environ_of(sqlite, "redis://127.0.0.1:9/0")):
        done = pbem(environ_of(sqlite, ""), "backup", file, passphrase="short")

    assert done.exit_code == 1
    assert "12 characters" in done.output
    assert not list(file.parent.iterdir())


@pytest.fixture
def whole(sqlite, file) -> bytes:
    """A backup of a small house, beside which there is another one."""
    with house_of(environ_of(sqlite, "redis://127.0.0.1:9/0")):
        made(sqlite, file)
    return file.read_bytes()


def refused(sqlite: str, file: Path, *words: str, **more: str) -> str:
    """Return why a backup is not restored; the house there is as it was."""
    database = Path(sqlite.removeprefix("sqlite:///"))
    before = database.read_bytes()
    done = restored(sqlite, file, "--replace", *words, **more)
    assert done.exit_code == 1, done.output
    assert database.read_bytes() == before
    return done.output


def test_another_passphrase_opens_nothing(sqlite, file, whole):
    assert "not that of this backup" in refused(sqlite, file, passphrase="correct horse battery")


def test_what_was_cut_off_changed_or_added_is_seen(sqlite, file, whole, monkeypatch):
    # What makes trying passphrases slow makes trying damages slow, too.
    head = len(sealed.MAGIC)
    damages = [whole[:length] for length in (0, head, head + 40, len(whole) // 2, len(whole) - 1)]
    damages += [whole[: -(len(whole) % (sealed.PIECE + 16))], whole + b"x", whole + whole]
    for place in (0, head + 3, len(whole) // 3, len(whole) - 1):
        damages.append(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])

    for damaged in damages:
        file.write_bytes(damaged)
        assert any(
            said in refused(sqlite, file)
            for said in ("damaged", "no backup", "not that of this backup")
        )


def test_a_backup_of_a_newer_release_or_under_other_keys_is_not_restored(sqlite, file, whole):
    other = f"1:{b64encode(b'2' * 32).decode()}"
    engine = store.open_engine(sqlite)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    newer = file.with_name("newer")
    made(sqlite, newer)

    assert "newer release" in refused(sqlite, newer)
    assert "lacks what sealed this backup: key 1" in refused(sqlite, file, PBEM_KEYS=other)


def test_the_settings_and_keys_come_back_as_a_file_that_a_shell_reads(sqlite, file, tmp_path):
    name = {"PBEM_OPERATOR_NAME": 'Erik\'s "House" $HOME'}
    with house_of(environ_of(sqlite, "redis://127.0.0.1:9/0")):
        made(sqlite, file, **name)
    env = tmp_path / "pbem.env"

    done = restored(sqlite, file, "--settings", str(env))

    assert done.exit_code == 0, done.output
    assert stat.S_IMODE(env.stat().st_mode) == 0o600
    expected = environ_of(sqlite, "redis://127.0.0.1:9/0") | name
    assert sourced(env.read_text(), tmp_path / "kept") == expected
    assert "was not written" in restored(sqlite, file, "--settings", str(env)).output


def test_the_key_of_signatures_comes_back_beside_the_settings_on_another_machine(
    sqlite, file, tmp_path
):
    key = tmp_path / "here" / "s1.pem"
    key.parent.mkdir()
    key.write_bytes(new_dkim_key("ed25519"))
    secret, env = key.read_bytes(), tmp_path / "there" / "pbem.env"
    with house_of(environ_of(sqlite, "redis://127.0.0.1:9/0")):
        made(sqlite, file, PBEM_DKIM_SELECTOR="s1", PBEM_DKIM_KEY_FILE=str(key))
    assert secret not in file.read_bytes()
    key.unlink()
    env.parent.mkdir()

    done = restored(sqlite, file, "--settings", str(env))

    assert done.exit_code == 0, done.output
    found = settings_from(sourced(env.read_text(), tmp_path / "kept"))
    assert found.outgoing.dkim_file.path == env.with_name("s1.pem")
    assert found.outgoing.dkim_file.path.read_bytes() == secret
    assert {stat.S_IMODE(one.stat().st_mode) for one in env.parent.iterdir()} == {0o600}
    env.unlink()
    # The key that is there now may be another one: nothing is written over it.
    assert "s1.pem was not written" in restored(sqlite, file, "--settings", str(env)).output
    assert not env.exists()


def test_a_backup_from_before_files_were_taken_along_is_restored(sqlite, file, monkeypatch):
    real = making.written

    def of_old(sink, name, blocks):
        return real(io.BytesIO() if name == "files" else sink, name, blocks)

    monkeypatch.setattr(making, "written", of_old)
    monkeypatch.setattr(Manifest, "to_bytes", lambda self: json.dumps(without_files(self)).encode())
    with house_of(environ_of(sqlite, "redis://127.0.0.1:9/0")):
        made(sqlite, file)

    assert restored(sqlite, file, "--check").exit_code == 0


def without_files(manifest: Manifest) -> dict[str, object]:
    told = asdict(manifest)
    del told["members"]["files"]
    return told


def test_a_backup_that_is_killed_leaves_nothing_that_looks_whole(database_url, file):
    file.parent.mkdir()
    environ = {
        **os.environ,
        **environ_of(database_url, "redis://127.0.0.1:9/0"),
        "PBEM_BACKUP_PASSPHRASE": WORDS,
    }
    with closing(psycopg.connect(plain(database_url))) as holder:
        # pg_dump waits for this table, so the backup is in the middle of it.
        holder.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        child = subprocess.Popen(
            [sys.executable, "-m", "pbem.cli", "backup", str(file)], env=environ
        )
        wait_until(lambda: list(file.parent.glob(".*.part")) and waits_for_lock(holder), 60)
        child.send_signal(signal.SIGKILL)
        child.wait()
    [part] = file.parent.iterdir()

    assert part != file
    assert restored(database_url, part).exit_code == 1
    made(database_url, file)
    assert restored(database_url, file, "--check").exit_code == 0


def waits_for_lock(connection: psycopg.Connection) -> bool:
    asked = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass"
    return connection.execute(asked).fetchone() is not None


def test_a_copy_that_ends_too_early_leaves_the_database_as_it_is(database_url):
    with house_of(environ_of(database_url, "redis://127.0.0.1:9/0")) as house:
        with house.services.uow() as uow:
            uow.beats.beat("tick", datetime.now(UTC))
            uow.commit()
        copy = b"".join(databases.dumped(house.engine))

        def broken():
            yield copy[: len(copy) // 2]
            raise Refused("cut off")

        for blocks, why in ((broken(), "cut off"), ([copy[:-200]], "was not restored")):
            with pytest.raises(Refused, match=why):
                databases.loaded(house.engine, blocks)
        with house.services.uow() as uow:
            assert uow.beats.last("tick") is not None


def test_a_pg_dump_that_is_older_than_the_server_is_named_with_the_cure(
    database_url, file, tmp_path, monkeypatch
):
    old = tmp_path / "bin" / "pg_dump"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{old.parent}:/bin")
    monkeypatch.setattr(databases, "_DEBIAN", tmp_path)
    monkeypatch.setattr("shutil.which", lambda _: str(old))
    file.parent.mkdir()

    done = pbem(environ_of(database_url, "redis://127.0.0.1:9/0"), "backup", file)

    assert done.exit_code == 1
    assert "is needed for this server, and here is 9" in done.output
    assert "apt-get install postgresql-client-" in done.output
    assert not list(file.parent.iterdir())


def test_a_first_line_of_a_file_is_the_passphrase(sqlite, file, tmp_path):
    words = tmp_path / "words"
    words.write_text(f"{WORDS}\n")
    file.parent.mkdir()
    environ = environ_of(sqlite, "redis://127.0.0.1:9/0")
    with house_of(environ):
        done = pbem(environ, "backup", file, "--passphrase-file", words, passphrase="")

    assert done.exit_code == 0, done.output
    assert restored(sqlite, file, "--check").exit_code == 0
