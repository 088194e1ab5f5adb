"""Settings in words: what is set, and the lines that set it otherwise."""

from dataclasses import dataclass

from pbem.orders.choices import BY_NAME, SETTINGS, Choices, Choose, Setting
from pbem.orders.orders import NotUnderstood, WrongDesk
from pbem.orders.reading import read_line
from pbem.show.names import capital
from pbem.show.reader import Reader, place_of


@dataclass(frozen=True, slots=True)
class SettingWords:
    """A setting as it is told: the sentence, of which `now` is what is set, and the other lines."""

    name: str
    title: str
    now: str
    others: tuple[str, ...]


def settings(reader: Reader, choices: Choices, zone: str | None) -> tuple[SettingWords, ...]:
    """Return all settings, the zone last."""
    told = [_told(reader, setting, choices) for setting in SETTINGS]
    place = place_of(zone) if zone else reader._("UTC")
    return (
        *told,
        SettingWords("zone", reader._("Times are told for"), place, ("zone Europe/Prague",)),
    )


def _told(reader: Reader, setting: Setting, choices: Choices) -> SettingWords:
    words = setting.of(choices)
    others = tuple(
        f"{setting.name} {option.words}" for option in setting.options if option.words != words
    )
    # Of what stands for any number another one is an example.
    example = others or (f"{setting.name} {_another(words)}",)
    return SettingWords(
        setting.name, reader._(setting.title), meaning(reader, setting, words), example
    )


def _another(hour: str) -> str:
    return "19" if hour != "19" else "7"


def meaning(reader: Reader, setting: Setting, words: str) -> str:
    """Return what a value means, as it goes on from the setting's title."""
    return reader._(setting.option(words).meaning, value=words)


def lines(reader: Reader, choices: Choices, zone: str | None) -> tuple[str, ...]:
    """Return a line per setting: what is set, and what may be written to change it."""
    return tuple(
        reader._(
            "{title} ({now}). To change it: {lines}.",
            title=one.title,
            now=one.now,
            lines=reader.any_of([f"<{line}>" for line in one.others]),
        )
        for one in settings(reader, choices, zone)
    )


def set_to(reader: Reader, order: Choose) -> str:
    """Return what an order sets, without a full stop: `mails come (at whatever hour)`."""
    setting = BY_NAME[order.setting]
    title = reader._(setting.title)
    told = f"{title} ({meaning(reader, setting, order.words)})"
    return told[:1].lower() + told[1:]


def was_set(reader: Reader, line: str) -> str:
    """Return what a line has set, as a sentence; an older release may have had other lines."""
    order = read_line(line)
    if isinstance(order, NotUnderstood | WrongDesk) or not isinstance(order, Choose):
        return reader._("that is set.")
    told = set_to(reader, order)
    return reader._("{what}.", what=told)


def as_sentence(reader: Reader, order: Choose) -> str:
    """Return it with a capital, for a page."""
    return capital(was_set(reader, f"{order.setting} {order.words}"))
