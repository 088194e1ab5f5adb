"""Copying a database out of a service that runs, and back into one that stands still."""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import IO, Final, cast

from sqlalchemy import text
from sqlalchemy.engine import URL, Engine, make_url

from pbem.store.schema import metadata
from pbem.wiring.backup.faults import Refused

_BLOCK: Final = 1 << 18
_DEBIAN: Final = Path("/usr/lib/postgresql")


def dialect(url: str) -> str:
    return make_url(url).get_backend_name()


def dumped(engine: Engine) -> Iterator[bytes]:
    """Yield a consistent copy of the database while others work on.

    Raises:
        Refused: the program that copies is missing or too old, or it has failed.
    """
    if engine.dialect.name == "sqlite":
        return _sqlite_copy(Path(str(engine.url.database)))
    return _dump(engine)


def loaded(engine: Engine, blocks: Iterable[bytes]) -> None:
    """Put a copy in the place of all that is in the database; all or nothing.

    Raises:
        Refused: the program that copies is missing or too old, or it has failed.
    """
    if engine.dialect.name == "sqlite":
        _replace_sqlite(Path(str(engine.url.database)), blocks)
    else:
        _load(engine, blocks)


def _sqlite_copy(path: Path) -> Iterator[bytes]:
    # Only we can read what is in the folder, and it goes with the process, if it can.
    with tempfile.TemporaryDirectory(prefix="pbem-backup-") as folder:
        copy = Path(folder) / "copy.db"
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        with copy.open("rb") as file:
            yield from _blocks(file)


def _replace_sqlite(path: Path, blocks: Iterable[bytes]) -> None:
    new = path.with_name(f".{path.name}.restored")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    new.replace(path)


def _dump(engine: Engine) -> Iterator[bytes]:
    program, environ, place = _postgresql(engine, "pg_dump")
    words = (program, "--format=custom", "--no-owner", "--no-privileges", f"--dbname={place}")
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=said, env=environ)  # noqa: S603 - found program, own words
        with child:
            yield from _blocks(cast("IO[bytes]", child.stdout))
        if child.returncode:
            raise Refused(f"pg_dump has failed: {_last_line(said)}")


def _load(engine: Engine, blocks: Iterable[bytes]) -> None:
    """Let pg_restore make statements of the copy, and psql do them in one transaction.

    The end of the transaction is sent only if pg_restore has seen the end of the copy.
    """
    program, environ, place = _postgresql(engine, "pg_restore")
    psql = str(Path(program).with_name("psql"))
    run = (psql, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={place}")
    to_sql = (program, "--no-owner", "--no-privileges", "--file=-")
    with tempfile.TemporaryFile() as said:
        writer = subprocess.Popen(  # noqa: S603 - found program, own words
            run, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said, env=environ
        )
        reader = subprocess.Popen(  # noqa: S603 - found program, own words
            to_sql, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, env=environ
        )
        with writer, reader:
            _pumped(reader, writer, blocks)
        if reader.returncode or writer.returncode:
            raise Refused(f"The database was not restored: {_last_line(said)}")


def _pumped(
    reader: subprocess.Popen[bytes], writer: subprocess.Popen[bytes], blocks: Iterable[bytes]
) -> None:
    faults: list[Exception] = []
    feeder = threading.Thread(target=_fed, args=(reader, blocks, faults))
    feeder.start()
    out = cast("IO[bytes]", writer.stdin)
    with contextlib.suppress(BrokenPipeError):
        out.write(f"BEGIN; {_clearing()};\n".encode())
        shutil.copyfileobj(cast("IO[bytes]", reader.stdout), out)
        feeder.join()
        if reader.wait() == 0 and not faults:
            out.write(b"\nCOMMIT;\n")
        out.close()
    reader.kill()
    feeder.join()
    if faults:
        raise faults[0]


def _fed(child: subprocess.Popen[bytes], blocks: Iterable[bytes], faults: list[Exception]) -> None:
    source = cast("IO[bytes]", child.stdin)
    try:
        for block in blocks:
            source.write(block)
    except BrokenPipeError:
        # The program that reads has ended, and says why.
        pass
    except Exception as fault:  # noqa: BLE001 - raised where the thread is waited for
        faults.append(fault)
    finally:
        with contextlib.suppress(BrokenPipeError):
            source.close()


def _clearing() -> str:
    names = ", ".join(sorted([*metadata.tables, "alembic_version"]))
    return f"DROP TABLE IF EXISTS {names} CASCADE"


def _postgresql(engine: Engine, name: str) -> tuple[str, dict[str, str], str]:
    """Return the program, its environment with the password, and the database without."""
    with engine.connect() as connection:
        number = connection.execute(text("SHOW server_version_num")).scalar_one()
    url: URL = engine.url
    environ = {key: value for key, value in os.environ.items() if not key.startswith("PBEM_")}
    if url.password is not None:
        environ["PGPASSWORD"] = str(url.password)
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    place = bare.render_as_string(hide_password=False)
    return _program(name, int(number) // 10_000), environ, place


def _program(name: str, server: int) -> str:
    found = _versions(name)
    fits = [path for path, version in found.items() if version >= server]
    if fits:
        return min(fits, key=lambda path: found[path])
    have = f"here is {max(found.values())}" if found else "there is none here"
    raise Refused(
        f"{name} of PostgreSQL {server} or newer is needed for this server, and {have}. "
        f"On Debian or Ubuntu: apt-get install postgresql-client-{server}"
    )


def _versions(name: str) -> Mapping[str, int]:
    """Return every such program here with its main version."""
    on_path = shutil.which(name)
    places = [str(path) for path in _DEBIAN.glob(f"*/bin/{name}")] + ([on_path] if on_path else [])
    found = {}
    for path in places:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - found program
        if told := re.search(r"\) (\d+)", done.stdout):
            found[path] = int(told[1])
    return found


def _last_line(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:300] if lines else "it did not say why."


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    while block := file.read(_BLOCK):
        yield block
