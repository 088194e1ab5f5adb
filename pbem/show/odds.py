"""The chances of one-card hands, as tables for a page and as lines for a mail."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from babel.numbers import format_decimal

from pbem.rules.cards import card
from pbem.rules.odds import RankOdds, Trumps, odds
from pbem.rules.ruleset import Pack
from pbem.show import cards
from pbem.show.reader import Reader


class _Column(NamedTuple):
    """`name` is its name in a line of a mail, `head` that in a table."""

    name: str
    head: str
    chance: Callable[[RankOdds], Fraction | None]


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A rank as a figure and in words, and its chances, also in per cent (empty: no such deal)."""

    figure: str
    words: str
    chances: tuple[Fraction | None, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OddsTable:
    """`id` is for addresses; `heads` are the heads of the columns after the first."""

    id: Trumps
    title: str
    heads: tuple[str, ...]
    rows: tuple[OddsRow, ...]


def tables(reader: Reader, players: int, pack: Pack = "std52") -> tuple[OddsTable, ...]:
    """Return the chances of every hand by how the deal comes by its trumps.

    Raises:
        KeyError, ValueError: as `pbem.rules.odds.odds`.
    """
    kinds: tuple[Trumps, ...] = ("turned", "known", "none")
    return tuple(_table(reader, kind, players, pack) for kind in kinds)


def _table(reader: Reader, kind: Trumps, players: int, pack: Pack) -> OddsTable:
    columns = _columns(reader, kind)
    rows = tuple(_row(reader, one, columns) for one in odds(players, pack))
    return OddsTable(kind, _title(reader, kind), tuple(one.head for one in columns), rows)


def _title(reader: Reader, kind: Trumps) -> str:
    titles = {
        "turned": reader._("A card is turned for trumps"),
        "known": reader._("Trumps without a turned card"),
        "none": reader._("Without trumps"),
    }
    return titles[kind]


def _columns(reader: Reader, kind: Trumps) -> tuple[_Column, ...]:
    led, other = reader._("led"), reader._("not led")
    side_led, side = reader._("Other suit, you lead"), reader._("Other suit, you follow")
    above, below = reader._("Trump above the turned card"), reader._("Trump below it")
    match kind:
        case "turned":
            return (
                _Column(reader._("above"), above, lambda one: one.over_turned),
                _Column(reader._("below"), below, lambda one: one.under_turned),
                _Column(led, side_led, lambda one: one.side_led),
                _Column(other, side, lambda one: one.side),
            )
        case "known":
            return (
                _Column(reader._("trump"), reader._("Trump"), lambda one: one.known_trump),
                _Column(led, side_led, lambda one: one.known_side_led),
                _Column(other, side, lambda one: one.known_side),
            )
        case _:
            return (
                _Column(led, reader._("You lead"), lambda one: one.no_trump_led),
                _Column(other, reader._("You follow"), lambda one: one.no_trump),
            )


def _row(reader: Reader, one: RankOdds, columns: tuple[_Column, ...]) -> OddsRow:
    chances = tuple(column.chance(one) for column in columns)
    shown = card(one.rank + "S")
    return OddsRow(
        figure=cards.code(shown)[:-1],
        words=cards.rank(reader, shown),
        chances=chances,
        cells=tuple("" if chance is None else percent(reader, chance) for chance in chances),
    )


def percent(reader: Reader, chance: Fraction) -> str:
    """Return a chance in per cent, to one place: `48.1`.

    `0` and `100` are said only of what never and always happens.
    """
    if chance in {0, 1}:
        return str(int(100 * chance))
    thousandths = min(max(1, round(1000 * chance)), 999)
    return str(format_decimal(thousandths / 10, "0.0", locale=reader.locale))


def conditions(reader: Reader) -> tuple[str, ...]:
    """Return what the chances take for granted, a sentence or two each."""
    return (
        reader._(
            "The chances are exact, counted over all deals that are equally likely for "
            "somebody who sees the own card and the turned card, and nothing else."
        ),
        reader._(
            "Nobody has a choice in such a deal, so only the card counts, and whether it is "
            "led. Those who follow have the same chance, whether they play second or last."
        ),
        reader._("What the others bid is not taken to tell anything of their cards."),
        reader._("They hold for a pack without jokers, and not where all see the cards of others."),
    )


def lines(reader: Reader, kind: Trumps, players: int) -> tuple[str, ...]:
    """Return the chances with one pack of 52 cards as lines of a mail, none of them an order."""
    columns = _columns(reader, kind)
    head = reader._(
        "{trumps}, ({n}) players. Chances in per cent to take the only trick:",
        trumps=_title(reader, kind),
        n=players,
    )
    rows = (_row(reader, one, columns) for one in odds(players))
    return (head, *(_line(row, columns) for row in rows), *_legend(reader, kind))


def _line(row: OddsRow, columns: tuple[_Column, ...]) -> str:
    told = [
        f"{column.name} ({cell})" for column, cell in zip(columns, row.cells, strict=True) if cell
    ]
    return f"({row.figure}): {', '.join(told)}"


def _legend(reader: Reader, kind: Trumps) -> tuple[str, ...]:
    turned = reader._("Above and below are trumps higher and lower than the turned card.")
    other = reader._("Led and not led is a card of another suit.")
    told = {"turned": (turned, other), "known": (other,), "none": ()}[kind]
    return (*told, *conditions(reader))
