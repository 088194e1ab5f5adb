"""Whether the house keeps time: its clock, its beats, and how old what waits is."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Engine, text

from pbem.app.pages import gauges
from pbem.app.services import Services

# A letter is read within seconds; the sweep comes by every 15 seconds.
_LETTER: Final = timedelta(minutes=10)
# A mail server that is busy is tried again for hours, each time after a longer pause.
_NOTICE: Final = timedelta(hours=1)
_TICK: Final = timedelta(minutes=2)
_ASTRAY: Final = timedelta(seconds=5)


def slow_clock(engine: Engine, now: datetime) -> Iterator[tuple[str, str]]:
    """Yield that this machine and the server of the database tell different times.

    SQLite has no clock of its own.
    """
    if engine.dialect.name != "postgresql":
        return
    with engine.connect() as connection:
        there: datetime = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
    if abs(there - now) > _ASTRAY:
        seconds = round(abs(there - now).total_seconds())
        yield (
            f"This machine and the database differ by {seconds} seconds.",
            "Let both set their clocks by NTP: `timedatectl set-ntp true`.",
        )


def late(services: Services) -> Iterator[tuple[str, str, str]]:
    """Yield where something waits too long, what, and how to mend it."""
    found = gauges(services)
    if found.last_tick is not None and found.now - found.last_tick > _TICK:
        what = f"The last tick was {_ago(found.now - found.last_tick)} ago."
        yield "beat", what, "Start `pbem beat` and `pbem worker`, or `pbem serve`."
    for where, since, most in (
        ("letters", found.oldest_unread_letter, _LETTER),
        ("mails", found.oldest_unsent_notice, _NOTICE),
    ):
        if since is not None and found.now - since > most:
            waits = "unread" if where == "letters" else "unsent"
            what = f"The oldest has been {waits} for {_ago(found.now - since)}."
            yield where, what, "Look whether `pbem worker` runs, and into its log."


def _ago(span: timedelta) -> str:
    hours, minutes = divmod(int(span.total_seconds()) // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
