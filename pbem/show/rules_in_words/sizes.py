"""How long a game is for each number of players, in words."""

from dataclasses import dataclass

from pbem.rules import length as lengths
from pbem.rules.presets import Preset, preset_rules
from pbem.rules.ruleset import Rules
from pbem.show.reader import Reader

_WEEK = 7
_FORTNIGHT = 14


@dataclass(frozen=True, slots=True)
class SizeRow:
    """Deals, tricks and time of a game for so many players, each in words: `19`, `13 to 169`."""

    players: int
    deals: str
    tricks: str
    time: str


def size_rows(reader: Reader, preset: Preset) -> tuple[SizeRow, ...]:
    """Return a row for each number of players that the preset is meant for."""
    versions = [preset_rules(preset.id, players) for players in preset.players]
    return tuple(_row(reader, rules) for rules in versions if isinstance(rules, Rules))


def sizes_sentence(reader: Reader, preset: Preset) -> str:
    """Return the same as a sentence for mails."""
    told = [
        reader._(
            "with ({players}) players ({deals}) deals and ({tricks}) tricks",
            players=row.players,
            deals=row.deals,
            tricks=row.tricks,
        )
        for row in size_rows(reader, preset)
    ]
    return reader._("How long it is: {sizes}.", sizes=", ".join(told))


def _row(reader: Reader, rules: Rules) -> SizeRow:
    found = lengths.length(rules)
    return SizeRow(
        players=rules.players,
        deals=span_words(reader, found.deals),
        tricks=span_words(reader, found.tricks),
        time=time_words(reader, found.days),
    )


def span_words(reader: Reader, span: lengths.Span) -> str:
    """Return `19`, `1 to 60`, or `29 or more`."""
    if span.most is None:
        return reader._("{n} or more", n=span.least)
    if span.is_exact:
        return str(span.least)
    return reader._("{least} to {most}", least=span.least, most=span.most)


def time_words(reader: Reader, span: lengths.Span) -> str:
    """Return how long it takes: `3 to 5 days`, `9 to 18 weeks`."""
    if span.most is None:
        return reader._("{n} days or more", n=span.least)
    if span.most <= _FORTNIGHT:
        return reader._("{least} to {most} days", least=span.least, most=span.most)
    return reader._(
        "{least} to {most} weeks",
        least=-(-span.least // _WEEK),
        most=-(-span.most // _WEEK),
    )
