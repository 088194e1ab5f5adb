"""Time zones of people: which exist, and which one a Date header hints at."""

import difflib
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

# One well-known zone an offset; where several have the same offset at a time the
# first one is taken. It is a guess, said to the player with the line that changes it.
_LIKELY = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Europe/Moscow",
    "Asia/Kolkata",
    "Australia/Sydney",
    "Asia/Tokyo",
    "Asia/Shanghai",
    "America/Sao_Paulo",
    "America/Halifax",
    "America/St_Johns",
    "America/Anchorage",
    "Pacific/Honolulu",
    "Pacific/Auckland",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kathmandu",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Australia/Adelaide",
    "Asia/Tehran",
    "Asia/Kabul",
    "Asia/Yangon",
    "Atlantic/Azores",
    "Atlantic/South_Georgia",
    "Pacific/Guadalcanal",
    "Pacific/Tongatapu",
    "Pacific/Pago_Pago",
    "Pacific/Kiritimati",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Marquesas",
)


@cache
def _by_lower_name() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones()}


def zone_named(name: str) -> str | None:
    """Return the IANA name written loosely: any case, blanks for `_`; or the city alone."""
    wanted = "_".join(name.lower().split())
    names = _by_lower_name()
    if wanted in names:
        return names[wanted]
    cities = [full for lower, full in names.items() if lower.rpartition("/")[2] == wanted]
    return min(cities, key=lambda full: (full.count("/"), full)) if cities else None


def near_zones(name: str) -> tuple[str, ...]:
    """Return a few zones whose names resemble this one."""
    wanted = "_".join(name.lower().split())
    names = _by_lower_name()
    cities = {lower.rpartition("/")[2]: full for lower, full in sorted(names.items())}
    close = difflib.get_close_matches(wanted.rpartition("/")[2], cities, n=3, cutoff=0.7)
    return tuple(cities[city] for city in close)


def zone_of_offset(offset: timedelta, at: datetime) -> str | None:
    """Return a likely zone that has this offset from UTC at that moment, if there is one."""
    for name in _LIKELY:
        if at.astimezone(ZoneInfo(name)).utcoffset() == offset:
            return name
    return None
