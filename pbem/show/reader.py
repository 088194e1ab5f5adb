"""The one who reads: a language and a time zone, given with every sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import UnknownLocaleError
from babel.dates import format_datetime, get_month_names
from babel.support import NullTranslations, Translations

from pbem.show.places import translations_dir

# A month of this many letters or fewer is written in full. A longer one is
# shortened, so that the day before it never stands alone on a narrow line, where
# it would read as a bid.
_LONGEST_MONTH = 5


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader's language (`en`) and zone (an IANA name, or None for UTC).

    `card_words`: cards to be written are shown in words rather than in codes.
    """

    locale: str = "en"
    zone: str | None = None
    card_words: bool = False

    def _(self, message: str, /, **values: object) -> str:
        """Return the message in the reader's language with its values filled in."""
        text = _translations(self.locale).gettext(message)
        return _one_stop(text, values).format(**values) if values else text

    def n_(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the message for this number, which fills in as `n`."""
        text = _translations(self.locale).ngettext(one, many, n)
        return _one_stop(text, values).format(n=n, **values)

    def local(self, moment: datetime) -> datetime:
        return moment.astimezone(_zone(self.zone))

    def zone_name(self) -> str:
        """Return the last part of the zone's name (`Berlin`), or `UTC`."""
        if self.zone is None or _zone(self.zone) is UTC:
            return "UTC"
        return place_of(self.zone)

    def when(self, moment: datetime) -> str:
        """Return day, time and zone: `Wed 4 March, 21:00 Berlin`."""
        return f"{self.weekday(moment)}, {self.clock(moment)} {self.zone_name()}"

    def weekday(self, moment: datetime) -> str:
        """Return the day with that of the week: `Mon 2 March`."""
        name = format_datetime(self.local(moment), "EEE", locale=_locale(self.locale))
        return f"{name} {self.day(moment)}"

    def day(self, moment: datetime) -> str:
        """Return the day: `4 March`, `15 Sept`."""
        local = self.local(moment)
        return f"{local.day} {_month(self.locale, local.month)}"

    def clock(self, moment: datetime) -> str:
        """Return the time of day, 24 hours: `08:14`. The zone has to stand near it."""
        return f"{self.local(moment):%H:%M}"

    def any_of(self, items: Sequence[str]) -> str:
        """Return `a, b or c`."""
        return _joined(items, self._("or"))

    def all_of(self, items: Sequence[str]) -> str:
        """Return `a, b and c`."""
        return _joined(items, self._("and"))


def _one_stop(text: str, values: Mapping[str, object]) -> str:
    """Leave out the full stop behind a value that brings its own: `Anna B.` has one."""
    for name, value in values.items():
        if isinstance(value, str) and value.endswith("."):
            text = text.replace(f"{{{name}}}.", f"{{{name}}}")
    return text


def place_of(zone: str) -> str:
    """Return the last part of a zone's name, as one writes a place: `New York`."""
    place = zone.rsplit("/", 1)[-1].replace("_", " ")
    # "St" alone at the end of a line is the ten of spades.
    return f"Saint {place[3:]}" if place.startswith("St ") else place


def _joined(items: Sequence[str], last: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


@lru_cache(maxsize=64)
def _translations(locale: str) -> NullTranslations:
    return Translations.load(str(translations_dir()), [locale], domain="pbem")


@lru_cache(maxsize=64)
def _locale(name: str) -> Locale:
    try:
        return Locale.parse(name.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en")


@lru_cache(maxsize=256)
def _zone(name: str | None) -> tzinfo:
    """Return the zone; UTC if it has no name or an unknown one."""
    if name is None:
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return UTC


@lru_cache(maxsize=256)
def _month(locale: str, month: int) -> str:
    full = str(get_month_names("wide", locale=_locale(locale))[month])
    if len(full) <= _LONGEST_MONTH:
        return full
    return str(get_month_names("abbreviated", locale=_locale(locale))[month]).rstrip(".")
