"""How long a game is for each number of players, in words."""

from dataclasses import dataclass
from itertools import groupby

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
    told = [_of_sizes(reader, rows) for rows in _runs(size_rows(reader, preset))]
    return reader._("How long it is: {sizes}.", sizes=", ".join(told))


def _runs(rows: tuple[SizeRow, ...]) -> list[tuple[SizeRow, ...]]:
    """Return the rows in groups of neighbours with as many deals and tricks."""
    return [tuple(run) for _, run in groupby(rows, key=lambda row: (row.deals, row.tricks))]


def _of_sizes(reader: Reader, rows: tuple[SizeRow, ...]) -> str:
    first, last = rows[0], rows[-1]
    length = {"deals": first.deals, "tricks": first.tricks}
    if first is last:
        return reader._(
            "with ({players}) players ({deals}) deals and ({tricks}) tricks",
            players=first.players,
            **length,
        )
    return reader._(
        "with ({first}) to ({last}) players ({deals}) deals and ({tricks}) tricks",
        first=first.players,
        last=last.players,
        **length,
    )


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
        return _open_time(reader, span.least)
    if span.most <= _FORTNIGHT:
        return reader._("{least} to {most} days", least=span.least, most=span.most)
    return reader._(
        "{least} to {most} weeks",
        least=-(-span.least // _WEEK),
        most=-(-span.most // _WEEK),
    )


def _open_time(reader: Reader, days: int) -> str:
    if days <= _FORTNIGHT:
        return reader._("{n} days or more", n=days)
    return reader._("{n} weeks or more", n=-(-days // _WEEK))
