"""The one table of what a player may set for all games: it parses, and it is help, mail and page.

A row is a setting, by its name: a field of `Choices`, and the verb of the line that
changes it. The zone is a setting too, and is kept apart since what zones there are is
known elsewhere.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from pbem.orders.marks import N_

WhichMails = Literal["every turn", "my turns", "digest", "deals"]

_MIDNIGHT: Final = 24


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours of the day from `first` (0 to 23) until `last` (1 to 24); they may go over midnight."""

    first: int
    last: int

    def hold(self, hour: int) -> bool:
        """Tell whether an hour of the day, 0 to 23, is among them."""
        if self.first < self.last:
            return self.first <= hour < self.last
        return hour >= self.first or hour < self.last


@dataclass(frozen=True, slots=True)
class Choices:
    """What a player has chosen for all games; `hours` None: at any hour.

    `digest` is the hour of the day of the daily mail, on the player's clock.
    """

    mails: WhichMails = "my turns"
    digest: int = 7
    hours: Hours | None = None
    cards: Literal["codes", "words"] = "codes"
    text: Literal["html", "only"] = "html"
    links: Literal["open", "signed in"] = "open"


USUAL: Final = Choices()
"""What holds for whoever has chosen nothing."""


@dataclass(frozen=True, slots=True)
class Option:
    """A value as it is written behind the verb, what it means, and other ways to write it.

    A message with `{value}` stands for any value that can be read.
    """

    words: str
    meaning: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of the table. `title` (a message) goes on with what an option means.

    `read` makes the value of a field from words and answers None if there is no such
    value; `write` makes the words again.
    """

    name: str
    title: str
    options: tuple[Option, ...]
    read: Callable[[str], object | None]
    write: Callable[[Any], str]

    def of(self, choices: Choices) -> str:
        """Return what is chosen, in the words that are written behind the verb."""
        return self.write(getattr(choices, self.name))

    def option(self, words: str) -> Option:
        """Return the option that has these words, or the one that stands for any value."""
        return next((one for one in self.options if one.words == words), self.options[-1])


def _one_of(name: str, title: str, values: Mapping[object, Option]) -> Setting:
    spellings = {words: value for value, one in values.items() for words in (one.words, *one.also)}
    return Setting(
        name,
        title,
        tuple(values.values()),
        spellings.get,
        lambda value: values[value].words,
    )


_HOUR: Final = r"(\d{1,2})(?:[:.]00)?(?: ?(am|pm|h|o'clock))?"
_AT: Final = re.compile(rf"(?:at )?{_HOUR}")
_TO: Final = r" ?(?:-|\u2013|\u2014|to|until|and) ?"
_FROM_TO: Final = re.compile(rf"(?:from |between )?{_HOUR}{_TO}{_HOUR}")
_NOON: Final = 12


def _hour(digits: str, half: str | None) -> int:
    hour = int(digits)
    if half in {"am", "pm"} and 0 < hour <= _NOON:
        return hour % _NOON + (_NOON if half == "pm" else 0)
    return hour


def _read_hour(words: str) -> int | None:
    found = _AT.fullmatch(words)
    hour = _hour(found[1], found[2]) if found else _MIDNIGHT
    return hour if hour < _MIDNIGHT else None


_ANY: Final = "all"
_ALWAYS: Final = frozenset({_ANY, "any", "always", "off", "day and night", "0-24"})


class _AnyHour:
    """Stands for no hours chosen, since None says that nothing could be read."""


_ANY_HOUR: Final = _AnyHour()


def _read_hours(words: str) -> Hours | _AnyHour | None:
    if words in _ALWAYS:
        return _ANY_HOUR
    found = _FROM_TO.fullmatch(words)
    if found is None:
        return None
    first, last = _hour(found[1], found[2]), _hour(found[3], found[4])
    last = last or _MIDNIGHT
    is_good = first < _MIDNIGHT and last <= _MIDNIGHT and first != last
    return Hours(first, last) if is_good and (first, last) != (0, _MIDNIGHT) else None


def _write_hours(hours: Hours | None) -> str:
    return _ANY if hours is None else f"{hours.first}-{hours.last}"


SETTINGS: Final = (
    _one_of(
        "mails",
        N_("Mails of a game come"),
        {
            "my turns": Option(
                "my turns",
                N_("when you are asked, and after each deal"),
                ("my turn", "mine", "turns", "on my turn"),
            ),
            "every turn": Option(
                "every turn",
                N_("whenever somebody has answered"),
                ("all turns", "every move", "all", "everything"),
            ),
            "deals": Option(
                "deals",
                N_("after each deal, and when your time runs short"),
                ("deal", "end of deals", "end of deal", "every deal"),
            ),
            "digest": Option(
                "digest",
                N_("once a day, sooner only if your time is short"),
                ("daily", "once a day", "every day"),
            ),
        },
    ),
    Setting(
        "digest",
        N_("The daily mail comes"),
        (Option("7", N_("at {value}:00 on your clock")),),
        _read_hour,
        str,
    ),
    Setting(
        "hours",
        N_("Mails come"),
        (
            Option(_ANY, N_("at whatever hour"), tuple(sorted(_ALWAYS - {_ANY}))),
            Option("8-21", N_("within these hours of yours: {value}")),
        ),
        _read_hours,
        _write_hours,
    ),
    _one_of(
        "cards",
        N_("Cards to be written are shown"),
        {
            "codes": Option("as codes", N_("in short, such as QS"), ("codes", "in codes", "short")),
            "words": Option(
                "as words", N_("in words, such as queen of spades"), ("words", "in words", "long")
            ),
        },
    ),
    _one_of(
        "text",
        N_("Mails are made"),
        {
            "html": Option("and html", N_("of plain text, and of HTML with buttons"), ("html",)),
            "only": Option("only", N_("of plain text alone"), ("plain",)),
        },
    ),
    _one_of(
        "links",
        N_("Links in mails open the table"),
        {
            "open": Option("open", N_("to whoever has the mail"), ("free", "for all", "anybody")),
            "signed in": Option(
                "signed in",
                N_("only to you, once you have signed in"),
                ("signed-in", "sign in", "when signed in", "only signed in"),
            ),
        },
    ),
)
"""All settings but the zone, in the order in which they are told."""

BY_NAME: Final[Mapping[str, Setting]] = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Choose:
    """Set one setting; `words` are those of `Setting.write`."""

    setting: str
    words: str


def read_choice(name: str, words: str) -> Choose | None:
    """Return the order that gives a setting a value, from plain words in lower case."""
    setting = BY_NAME[name]
    value = setting.read(words)
    return None if value is None else Choose(name, setting.write(_value(value)))


def chosen(choices: Choices, order: Choose) -> Choices:
    """Return the choices with one of them changed."""
    value = BY_NAME[order.setting].read(order.words)
    if value is None:
        raise ValueError(f"no value of {order.setting}: {order.words!r}")
    return replace(choices, **{order.setting: _value(value)})  # type: ignore[arg-type]


def _value(read: object) -> object:
    return None if read is _ANY_HOUR else read
