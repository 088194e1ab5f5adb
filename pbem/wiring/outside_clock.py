"""Does this machine tell the time that the rest of the world does?"""

import http.client
import shutil
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final, Protocol
from urllib.parse import urlsplit

_SECONDS: Final = 5
_ASTRAY: Final = timedelta(seconds=5)
# What a server writes into `Date` has no fractions of a second.
_ROUNDED: Final = timedelta(seconds=1)
_CURE: Final = "Let it set its clock by NTP: `timedatectl set-ntp true`."

Sick = tuple[str, str]


class Clocks(Protocol):
    """Who can be asked what the time is elsewhere."""

    def of(self, url: str) -> datetime | None:
        """Return the time that a web server tells; None if it tells none."""

    def keeps_time(self) -> bool | None:
        """Tell whether this machine sets its clock by others; None if that is not known."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was found: something to mend, or why nobody could be asked, or neither."""

    sick: Sick | None = None
    unasked: str | None = None


def outside_time(clocks: Clocks, url: str | None, now: Callable[[], datetime]) -> Asked:
    """Compare our clock with that of a web server, or else ask who sets it."""
    before = now()
    there = None if url is None else clocks.of(url)
    if there is not None:
        return Asked(_astray(there, before, now()))
    match clocks.keeps_time():
        case True:
            return Asked()
        case False:
            return Asked(("Nothing sets the clock of this machine.", _CURE))
        case None:
            return Asked(unasked=_nobody(url))


def _astray(there: datetime, before: datetime, after: datetime) -> Sick | None:
    """Return by how much our clock goes wrong; asking took from `before` to `after`."""
    ahead, behind = before - (there + _ROUNDED), there - after
    astray = max(ahead, behind)
    if astray <= _ASTRAY:
        return None
    way = "fast" if astray == ahead else "slow"
    return f"The clock of this machine is {round(astray.total_seconds())} seconds {way}.", _CURE


def _nobody(url: str | None) -> str:
    if url is None:
        return "timedatectl tells nothing here; set PBEM_CLOCK_URL to ask a web server."
    return f"{url} tells no time, and timedatectl tells nothing here."


class SystemClocks:
    """The programs of this machine, and servers in the net."""

    def of(self, url: str) -> datetime | None:
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else _PLAIN
        try:
            with closing(kind(parts.hostname or "", parts.port, timeout=_SECONDS)) as connection:
                connection.request("HEAD", parts.path or "/")
                told = parsedate_to_datetime(connection.getresponse().headers["Date"] or "")
        except (OSError, http.client.HTTPException, ValueError):
            return None
        return told if told.tzinfo else told.replace(tzinfo=UTC)

    def keeps_time(self) -> bool | None:
        program = shutil.which("timedatectl")
        if program is None:
            return None
        words = (program, "show", "--property=NTPSynchronized", "--value")
        try:
            done = subprocess.run(  # noqa: S603 - found program, own words
                words, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return {"yes": True, "no": False}.get(done.stdout.strip())


_PLAIN: Final = http.client.HTTPConnection
