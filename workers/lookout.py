"""Who looks after the house: a process beside beat, so that it needs no broker and no worker.

What a look costs (DNS, a letter that goes round) holds up neither letters nor ticks.
"""

import logging
import subprocess
import sys
import threading
from typing import Final

from pbem.parts import dying_with_parent

# Each time it is only asked whether the daily look is due, and whether the database is there.
SECONDS: float = 900.0
WORDS: tuple[str, ...] = ("doctor", "--mail")
_LONGEST: Final = 600.0

log = logging.getLogger(__name__)


def begin(**_: object) -> None:
    """Look again and again from now on, for as long as this process lives."""
    threading.Thread(target=_look_again_and_again, name="lookout", daemon=True).start()


def _look_again_and_again() -> None:
    pause = threading.Event()
    while not pause.wait(SECONDS):
        _look()


def _look() -> None:
    command = [*dying_with_parent(), sys.executable, "-m", "pbem.cli", *WORDS]
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=_LONGEST, check=False)  # noqa: S603 - our own command
    except (OSError, subprocess.TimeoutExpired) as fault:
        log.warning("nobody has looked after the house: %s", type(fault).__name__)
        return
    if done.returncode:
        log.error("the look after the house ended with code %s", done.returncode)
