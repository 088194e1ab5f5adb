"""Hours of the day on somebody's clock, found in UTC: right on days when clocks change, too."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pbem.orders.choices import Hours

_DAY = timedelta(days=1)


@lru_cache(maxsize=256)
def _zone(name: str | None) -> ZoneInfo:
    return ZoneInfo(name or "UTC")


def next_at(hour: int, zone: str | None, after: datetime) -> datetime:
    """Return the next moment after this one at which a clock in the zone shows this full hour.

    On a day on which the clock skips it, that is as long after the last midnight as usual.
    """
    local = after.astimezone(_zone(zone))
    moments = (_at(hour, local.date() + _DAY * days, zone) for days in range(3))
    return next(moment for moment in moments if moment > after)


def last_at(hour: int, zone: str | None, before: datetime) -> datetime:
    """Return the last such moment before this one."""
    local = before.astimezone(_zone(zone))
    moments = (_at(hour, local.date() - _DAY * days, zone) for days in range(-1, 3))
    return next(moment for moment in moments if moment < before)


def _at(hour: int, day: object, zone: str | None) -> datetime:
    local = datetime.combine(day, time(hour % 24), _zone(zone))  # type: ignore[arg-type]
    return local.astimezone(UTC)


def is_within(hours: Hours | None, zone: str | None, moment: datetime) -> bool:
    """Tell whether a moment is within somebody's hours."""
    return hours is None or hours.hold(moment.astimezone(_zone(zone)).hour)


def opening(hours: Hours | None, zone: str | None, moment: datetime) -> datetime:
    """Return the moment itself if it is within the hours, else when they begin."""
    if hours is None or is_within(hours, zone, moment):
        return moment
    begun = next_at(hours.first, zone, moment)
    while not is_within(hours, zone, begun):
        # Their only hour is one that the clock skips on that day.
        begun = next_at(hours.first, zone, begun)
    return begun
