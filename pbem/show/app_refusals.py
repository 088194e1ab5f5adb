"""Refusals that come not from the rules of the game but from the service around it."""

from collections.abc import Sequence
from typing import assert_never

from pbem.app.answers import (
    AlreadySeated,
    AppRefusal,
    BadAddress,
    BadName,
    CannotInvite,
    EnoughRules,
    NothingOpen,
    NotThisMany,
    ResignAsks,
    RulesProblem,
    SeatAway,
    SeveralPresets,
    StarterOnly,
    TableClosed,
    TooLong,
    TooOften,
    UnknownCode,
    UnknownPreset,
    UnknownZone,
    VersionsName,
    WhichJoker,
)
from pbem.show import cards, conflicts, house_rules, quoting
from pbem.show.names import one_line
from pbem.show.reader import Reader


def sentence(  # noqa: C901, PLR0911 - a closed union, a line each
    reader: Reader, refusal: AppRefusal
) -> str:
    """Return why a line was refused, as it goes on after `refused:`."""
    match refusal:
        case UnknownPreset() | SeveralPresets() | RulesProblem() | NotThisMany():
            return _of_rules(reader, refusal)
        case VersionsName(name):
            return reader._(
                "a version is called {name}. Choose a different name.", name=_given(reader, name)
            )
        case EnoughRules(limit):
            return reader._(
                "you keep {limit} sets already, which fills the shelf. A set with the name of "
                "another takes its place.",
                limit=limit,
            )
        case BadAddress() | BadName() | CannotInvite():
            return _of_people(reader, refusal)
        case UnknownCode() | TableClosed() | AlreadySeated() | StarterOnly() | NothingOpen():
            return _of_tables(reader, refusal)
        case UnknownZone(name, near):
            return _unknown_zone(reader, name, near)
        case WhichJoker(jokers, call):
            lines = [f"<{cards.code(one)} {call}".strip() + ">" for one in jokers]
            return reader._("you hold both jokers. Write {lines}.", lines=reader.any_of(lines))
        case ResignAsks():
            return reader._(
                "leaving cannot be undone. To do it, write <resign for good>. "
                "To rest only, write <stop>."
            )
        case TooLong(limit):
            return reader._("words to the table have at most ({n}) characters.", n=limit)
        case SeatAway(resigned):
            return _seat_away(reader, resigned=resigned)
        case TooOften(what):
            return reader._(
                "too many mails came from {what} lately, so others stay unanswered for a while. "
                "Replies to the mails of a table are still read.",
                what=_given(reader, what),
            )
        case _:
            assert_never(refusal)


def _of_rules(
    reader: Reader, refusal: UnknownPreset | SeveralPresets | RulesProblem | NotThisMany
) -> str:
    match refusal:
        case UnknownPreset(preset, near):
            unknown = reader._("there is nothing called {name}.", name=_given(reader, preset))
            return " ".join([unknown, *_meant(reader, [f"rules {name}" for name in near])])
        case SeveralPresets(preset, ids):
            several = reader._(
                "more than just a single version is called {name}.", name=_given(reader, preset)
            )
            return " ".join([several, *_meant(reader, [f"rules {one}" for one in ids])])
        case RulesProblem(problems, unread):
            told = [house_rules.unread(reader, unread)] if unread else []
            return " ".join([*told, *([conflicts.paragraph(reader, problems)] if problems else [])])
        case NotThisMany(players, fits):
            numbers = reader.any_of([str(count) for count in fits])
            return reader._(
                "it is not for ({players}) players, but for ({numbers}).",
                players=players,
                numbers=numbers,
            )
        case _:
            assert_never(refusal)


def _of_people(reader: Reader, refusal: BadAddress | BadName | CannotInvite) -> str:
    match refusal:
        case BadAddress(email):
            return reader._("{email} is not a mail address.", email=_given(reader, email))
        case BadName(_, why):
            return _bad_name(reader, why)
        case CannotInvite(email, why):
            return _cannot_invite(reader, email, why)
        case _:
            assert_never(refusal)


def _bad_name(reader: Reader, why: str) -> str:
    match why:
        case "taken":
            return reader._("somebody at this table has that name.")
        case "order":
            return reader._("that name could be taken for an order. Choose a different name.")
        case "long":
            return reader._("that name is too long.")
        case _:
            return reader._("a name has a letter at least.")


def _cannot_invite(reader: Reader, email: str, why: str) -> str:
    address = _given(reader, email)
    match why:
        case "limit":
            return reader._("today you have asked all the people that a day allows.")
        case "barred":
            return reader._("{email} asked not to be invited.", email=address)
        case "seated":
            return reader._("{email} sits at this table or was asked already.", email=address)
        case _:
            return reader._("{email} is not somebody else's address.", email=address)


def _of_tables(
    reader: Reader,
    refusal: UnknownCode | TableClosed | AlreadySeated | StarterOnly | NothingOpen,
) -> str:
    match refusal:
        case UnknownCode(code):
            return reader._("a table with the code {code} is not known.", code=_given(reader, code))
        case TableClosed(why):
            return _closed(reader, why)
        case AlreadySeated(code):
            return reader._("you sit at table {code} already.", code=code)
        case StarterOnly(name):
            starter = one_line(name) or reader._("whoever opened the table")
            return reader._("only {name} may do this here.", name=starter)
        case NothingOpen(why):
            return _nothing_open(reader, why)
        case _:
            assert_never(refusal)


def _closed(reader: Reader, why: str) -> str:
    match why:
        case "full":
            return reader._("every place at this table is taken.")
        case "begun":
            return reader._("this table is at play already.")
        case _:
            return reader._("this table was called off.")


def _nothing_open(reader: Reader, why: str) -> str:
    match why:
        case "expired":
            return reader._("its time is over. Ask for a fresh mail.")
        case "answered":
            return reader._("it was answered before.")
        case "cancelled":
            return reader._("the table was called off.")
        case _:
            return reader._("nothing of ours waits for this answer.")


def _unknown_zone(reader: Reader, name: str, near: Sequence[str]) -> str:
    unknown = reader._("the time zone {name} is not known.", name=_given(reader, name))
    examples = [f"zone {zone}" for zone in near]
    if not examples:
        return f"{unknown} {reader._('Write for example <zone Europe/Prague>.')}"
    return " ".join([unknown, *_meant(reader, examples)])


def _seat_away(reader: Reader, *, resigned: bool) -> str:
    if resigned:
        return reader._("you left this game for good.")
    return reader._("a stand-in plays for you. To play yourself again, write <back>.")


def _meant(reader: Reader, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    near = reader.any_of([f"<{line}>" for line in lines])
    return [reader._("Did you mean {near}?", near=near)]


def _given(reader: Reader, text: str) -> str:
    """Return what somebody wrote, in brackets; words for it if it reads as an order."""
    return quoting.told(text) or reader._("(what you wrote)")
