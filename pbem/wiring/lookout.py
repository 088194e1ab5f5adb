"""The daily look, also while the database is out of reach.

There it is kept what the operator knows; meanwhile a file keeps when they were told.
"""

import contextlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from pbem.wiring.checkup import is_due, look_daily, sent
from pbem.wiring.examination import examined, gone_through
from pbem.wiring.health import ailments
from pbem.wiring.house import House

log = logging.getLogger(__name__)


def state_folder(environ: Mapping[str, str]) -> Path:
    """Return where this machine keeps what is to last: as systemd says, or in the home."""
    given = environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    own = environ.get("XDG_STATE_HOME")
    return (Path(own) if own else Path.home() / ".local" / "state") / "pbem"


@dataclass(frozen=True, slots=True)
class Stamp:
    """A file that says when the operator was told of an outage."""

    path: Path

    def at(self) -> datetime | None:
        try:
            return datetime.fromisoformat(self.path.read_text())
        except (OSError, ValueError):
            return None

    def put(self, now: datetime) -> bool:
        """Note a time; return whether it could be noted."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.write_text(now.isoformat())
        except OSError as fault:
            log.warning("%s cannot be written: %s", self.path, type(fault).__name__)
            return False
        return True

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


def look_out(house: House, patience: float, folder: Path) -> None:
    """Look if that is due, and write to the operator what is news.

    That a database is out of reach is told at once, and once a day while that lasts.
    """
    stamp = Stamp(folder / f"outage-told.{house.settings.service_address}")
    if any(one.where == "database" for one in ailments(house.settings)):
        _tell_of_outage(house, stamp)
        return
    look, deliver = partial(gone_through, house, patience), house.post_office.deliver_signed
    if look_daily(house.services, house.settings, look, deliver, stamp.at()):
        stamp.remove()


def _tell_of_outage(house: House, stamp: Stamp) -> None:
    now = house.services.clock.now()
    # What cannot be noted is not told: it would be told again every quarter of an hour.
    if not is_due(stamp.at(), now) or not stamp.put(now):
        return
    found = examined(house)
    if not sent(house.settings, found, "ill", now, house.post_office.deliver_signed):
        stamp.remove()
