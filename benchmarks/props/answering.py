"""How long it takes until mailed questions for help have been answered, from LMTP to SMTP.

Both sides run as they do for real, each part a process of its own, and hand their answers
to a mail server of ours. Letters come over one LMTP connection as fast as they are taken.
"""

import contextlib
import itertools
import os
import shutil
import smtplib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.props import ground
from tests import servers
from tests.journeys.town import Postman, Town, free_port, wait_until

MAILMAN = "mailman==3.3.10"
_LIST = "table@lists.example.org"
_ASKED = "table-request@lists.example.org"
_LETTER = (
    "From: {sender}\r\nTo: {to}\r\nSubject: a question\r\n"
    "Message-ID: <{number}.question@home.example>\r\n\r\nhelp\r\n"
)
_CONFIG = """\
[mailman]
site_owner: owner@lists.example.org
layout: here
[paths.here]
var_dir: {folder}
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_host: 127.0.0.1
lmtp_port: {lmtp}
smtp_host: 127.0.0.1
smtp_port: {smtp}
[webservice]
port: {web}
"""

_numbers = itertools.count(1)

Ask = Callable[[int], float]
"""Has so many letters answered, each of somebody else, and returns the seconds of all."""


def _asking(port: int, to: str, postman: Postman) -> Ask:
    def ask(count: int) -> float:
        before = postman.count()
        begun = perf_counter()
        with smtplib.LMTP("127.0.0.1", port) as door:
            for number in itertools.islice(_numbers, count):
                sender = f"asker{number}@home.example"
                text = _LETTER.format(sender=sender, to=to, number=number)
                door.sendmail(sender, [to], text.encode())
        wait_until("the answers", lambda: postman.count() >= before + count)
        return perf_counter() - begun

    return ask


@contextlib.contextmanager
def service() -> Iterator[Ask]:
    """Run this service: listener, one worker, PostgreSQL that waits for the disk, Redis."""
    with (
        ground.server() as server,
        servers.redis() as redis_url,
        ground.database(server, "answering") as url,
        TemporaryDirectory() as folder,
    ):
        town = Town(url, redis_url, Path(folder))
        port = free_port()
        town.environ["PBEM_LMTP_LISTEN"] = f"127.0.0.1:{port}"
        town.postman.start()
        try:
            town.start("listen", "worker")
            town.wait_for_doors()
            yield _asking(port, town.environ["PBEM_SERVICE_ADDRESS"], town.postman)
        finally:
            town.stop()


@contextlib.contextmanager
def mailman() -> Iterator[Ask | None]:
    """Run GNU Mailman with one list, as it is set when it is new; None if it cannot be had."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        program = _installed(folder / "venv")
        if program is None:
            yield None
            return
        postman, port = Postman(), free_port()
        config = folder / "mailman.cfg"
        config.write_text(
            _CONFIG.format(folder=folder / "var", lmtp=port, smtp=postman.port, web=free_port())
        )
        postman.start()
        try:
            with _at_work(program, config):
                _knock(port)
                yield _asking(port, _ASKED, postman)
        finally:
            postman.stop()


@contextlib.contextmanager
def _at_work(program: Path, config: Path) -> Iterator[None]:
    root = ["--run-as-root"] if os.geteuid() == 0 else []

    def call(*words: str) -> None:
        command = [str(program), *root, "-C", str(config), *words]
        # It goes on in the background with what it was given for output: not a pipe.
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    call("create", "-d", _LIST)
    call("start")
    try:
        yield
    finally:
        call("stop")


def _installed(venv: Path) -> Path | None:
    """Install it into an environment of its own; return its program, None if that fails."""
    steps = [
        [sys.executable, "-m", "venv", str(venv)],
        [str(venv / "bin" / "pip"), "install", "-q", MAILMAN],
    ]
    if shutil.which("uv"):
        steps = [
            ["uv", "venv", "-q", "--python", sys.executable, str(venv)],
            ["uv", "pip", "install", "-q", "--python", str(venv / "bin" / "python"), MAILMAN],
        ]
    for step in steps:
        if subprocess.run(step, check=False, capture_output=True).returncode:
            return None
    return venv / "bin" / "mailman"


def _knock(port: int) -> None:
    def opened() -> bool:
        try:
            smtplib.LMTP("127.0.0.1", port).close()
        except OSError:
            return False
        return True

    wait_until("Mailman's door", opened)
