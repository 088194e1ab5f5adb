"""Child processes of the service: how they are started, watched and ended."""

import contextlib
import logging
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from pbem.outages import CONFIG_CODE, NotStarted

STOP_SECONDS: Final = 15.0
_WATCH_SECONDS: Final = 0.1
_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 30.0
_STEADY_SECONDS: Final = 20.0
_LAST_LINES: Final = 10

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """One child process. `words` go to its standard input: what must show in no process list.

    `environ` None: that of this process. What it prints goes to the `log_file`, if
    there is one; what a `quiet` one prints is thrown away.
    """

    name: str
    command: tuple[str, ...]
    words: str = field(default="", repr=False)
    environ: Mapping[str, str] | None = field(default=None, repr=False)
    folder: Path | None = None
    quiet: bool = False
    log_file: Path | None = None


def start(part: Part) -> subprocess.Popen[bytes]:
    """Start a part. In a session of its own it does not get the Ctrl-C that is meant for us."""
    with _output(part) as output:
        child = subprocess.Popen(  # noqa: S603 - commands of this program, of paths it found
            [*dying_with_parent(), *part.command],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            cwd=part.folder,
            env=None if part.environ is None else dict(part.environ),
            start_new_session=True,
        )
    if child.stdin is not None:
        with contextlib.suppress(BrokenPipeError), child.stdin as words_in:
            words_in.write(part.words.encode())
    return child


@contextlib.contextmanager
def _output(part: Part) -> Iterator[IO[bytes] | int | None]:
    if part.quiet or part.log_file is None:
        yield subprocess.DEVNULL if part.quiet else None
        return
    with part.log_file.open("ab") as log_file:
        yield log_file


def dying_with_parent(signal_name: str = "TERM") -> tuple[str, ...]:
    """Return a command prefix that ends the child should this process be killed (Linux)."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", signal_name) if setpriv else ()


def stop(child: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> int:
    """Ask a child to end, insist after fifteen seconds, and return its exit code."""
    child.send_signal(how)
    try:
        return child.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        return child.wait()


@dataclass(slots=True)
class _Watched:
    """A part with its child, and when it is to be started (again)."""

    part: Part
    child: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_at: float = 0.0
    pause: float = _FIRST_PAUSE

    def look(self, now: float) -> None:
        if self.child is None:
            if now >= self.start_at:
                self.child, self.started_at = start(self.part), now
        elif (code := self.child.poll()) is not None:
            self._mourn(code, now)

    def _mourn(self, code: int, now: float) -> None:
        if code == CONFIG_CODE:
            raise NotStarted(f"{self.part.name} cannot work by its settings.{self._last_words()}")
        is_steady = now - self.started_at > _STEADY_SECONDS
        self.pause = _FIRST_PAUSE if is_steady else min(self.pause * 2, _LONGEST_PAUSE)
        self.child, self.start_at = None, now + self.pause
        log.error("%s ended with code %s; again in %.1f s", self.part.name, code, self.pause)

    def _last_words(self) -> str:
        """Return what a part said at last, if it did not say it to the terminal itself."""
        if self.part.log_file is None:
            return ""
        said = self.part.log_file.read_text(errors="replace").splitlines()[-_LAST_LINES:]
        return "\n".join(("", *said))


class Supervisor:
    """Keeps parts running, in the order given, until it is told to end; then ends them all."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._watched = [_Watched(part) for part in parts]
        self._over = threading.Event()

    def end(self) -> None:
        """Make `run` return."""
        self._over.set()

    def run(self) -> None:
        """Run until `end` is called.

        Raises:
            NotStarted: the settings do not do for one of the parts; all have ended.
        """
        try:
            while not self._over.wait(_WATCH_SECONDS):
                for watched in self._watched:
                    watched.look(time.monotonic())
        finally:
            self._end_all()

    def pids(self) -> dict[str, int]:
        """Return the process ids of the parts that run now."""
        running = [(one.part.name, one.child) for one in self._watched]
        return {name: child.pid for name, child in running if child is not None}

    def _end_all(self) -> None:
        children = [one.child for one in self._watched if one.child is not None]
        # One after the other, the last started first: what a worker still does when it
        # is told to end may need the parts that were there before it.
        for child in reversed(children):
            stop(child)


@contextlib.contextmanager
def ended_by_signals(supervisor: Supervisor) -> Iterator[None]:
    """End the supervisor on Ctrl-C and on SIGTERM, while this lasts."""
    wanted = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(one, lambda *_: supervisor.end()) for one in wanted]
    try:
        yield
    finally:
        for one, handler in zip(wanted, before, strict=True):
            signal.signal(one, handler)
