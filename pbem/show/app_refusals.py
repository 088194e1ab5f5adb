"""What is wrong where it is not the rules of the game but the service that refuses."""

from typing import Final, assert_never

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
from pbem.app.refused import CannotChange, DoneLately, Replaced
from pbem.show import conflicts, house_rules, quoting
from pbem.show.names import capital, one_line
from pbem.show.reader import Reader

_OfRules = UnknownPreset | SeveralPresets | RulesProblem | NotThisMany
_OfOwnRules = VersionsName | EnoughRules
_OfPeople = BadAddress | BadName | CannotInvite | UnknownZone | TooOften
_OfTables = UnknownCode | TableClosed | AlreadySeated | StarterOnly | NothingOpen
_OfAddresses = Replaced | DoneLately | CannotChange
_OfSeats = WhichJoker | ResignAsks | TooLong | SeatAway


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


_BAD_NAME: Final = {
    "taken": N_("somebody at this table has that name."),
    "order": N_("that name could be taken for an order. Choose a different name."),
    "long": N_("that name is too long."),
    "empty": N_("a name has a letter at least."),
}
_CANNOT_INVITE: Final = {
    "limit": N_("today you have asked all the people that a day allows."),
    "barred": N_("{email} asked not to be invited."),
    "seated": N_("{email} sits at this table or was asked already."),
    "self": N_("{email} is not somebody else's address."),
}
_CANNOT_CHANGE: Final = {
    "last": N_("{email} is the only address you have. Add another before it goes."),
    "have": N_("{email} is among your addresses already."),
    "not_yours": N_("{email} is not among your addresses."),
    "unproven": N_("{email} was asked whether it is yours, and has not answered."),
    "limit": N_("your addresses fill all the room there is, those that wait included."),
    "day": N_("enough addresses were asked for you today; tomorrow more can be."),
    "service": N_("{email} is our own address."),
    "barred": N_("who reads at {email} wants to be left alone by us."),
}
_CLOSED: Final = {
    "full": N_("every place at this table is taken."),
    "begun": N_("this table is at play already."),
    "cancelled": N_("this table was called off."),
}
_NOTHING_OPEN: Final = {
    "expired": N_("its time is over. Ask for a fresh mail."),
    "answered": N_("it was answered before."),
    "cancelled": N_("the table was called off."),
    "nothing": N_("nothing of ours waits for this answer."),
}


def why(reader: Reader, refusal: AppRefusal) -> str:
    """Return what is wrong. Only of rules that clash it says the ways out as well."""
    match refusal:
        case UnknownPreset() | SeveralPresets() | RulesProblem() | NotThisMany():
            return _of_rules(reader, refusal)
        case VersionsName() | EnoughRules():
            return _of_own_rules(reader, refusal)
        case BadAddress() | BadName() | CannotInvite() | UnknownZone() | TooOften():
            return _of_people(reader, refusal)
        case Replaced() | DoneLately() | CannotChange():
            return _of_addresses(reader, refusal)
        case UnknownCode() | TableClosed() | AlreadySeated() | StarterOnly() | NothingOpen():
            return _of_tables(reader, refusal)
        case WhichJoker() | ResignAsks() | TooLong() | SeatAway():
            return _of_seats(reader, refusal)
        case _:
            assert_never(refusal)


def _of_rules(reader: Reader, refusal: _OfRules) -> str:
    match refusal:
        case UnknownPreset(name):
            return reader._("there is nothing called {name}.", name=_given(reader, name))
        case SeveralPresets(name):
            return reader._(
                "more than just a single version is called {name}.", name=_given(reader, name)
            )
        case RulesProblem(problems, unread):
            told = [house_rules.unread(reader, unread)] if unread else []
            told += [conflicts.paragraph(reader, problems)] if problems else []
            return " ".join([told[0], *map(capital, told[1:])])
        case NotThisMany(players, fits):
            numbers = reader.any_of([str(count) for count in fits])
            return reader._(
                "it is not for ({players}) players, but for ({numbers}).",
                players=players,
                numbers=numbers,
            )
        case _:
            assert_never(refusal)


def _of_own_rules(reader: Reader, refusal: _OfOwnRules) -> str:
    match refusal:
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
        case _:
            assert_never(refusal)


def _of_people(reader: Reader, refusal: _OfPeople) -> str:
    match refusal:
        case BadAddress(email):
            return reader._("{email} is not a mail address.", email=_given(reader, email))
        case BadName(_, why):
            return reader._(_BAD_NAME[why])
        case CannotInvite(email, why):
            return reader._(_CANNOT_INVITE[why], email=_given(reader, email))
        case UnknownZone(name):
            return reader._("the time zone {name} is not known.", name=_given(reader, name))
        case TooOften(what):
            return reader._(
                "too many mails came from {what} lately, so others stay unanswered for a while. "
                "Replies to the mails of a table are still read.",
                what=_given(reader, what),
            )
        case _:
            assert_never(refusal)


def _of_tables(reader: Reader, refusal: _OfTables) -> str:
    match refusal:
        case UnknownCode(code):
            return reader._("a table with the code {code} is not known.", code=_given(reader, code))
        case TableClosed(why):
            return reader._(_CLOSED[why])
        case AlreadySeated(code):
            return reader._("you sit at table {code} already.", code=code)
        case StarterOnly(name):
            starter = one_line(name) or reader._("whoever opened the table")
            return reader._("only {name} may do this here.", name=starter)
        case NothingOpen(why):
            return reader._(_NOTHING_OPEN[why])
        case _:
            assert_never(refusal)


def _of_addresses(reader: Reader, refusal: _OfAddresses) -> str:
    match refusal:
        case Replaced(code):
            return reader._(
                "that reply address was replaced. Answer the newest mail of table {code}.",
                code=code,
            )
        case DoneLately(times):
            return reader._("within this hour it was done ({n}) times, which has to do.", n=times)
        case CannotChange(email, why):
            return reader._(_CANNOT_CHANGE[why], email=_given(reader, email))
        case _:
            assert_never(refusal)


def _of_seats(reader: Reader, refusal: _OfSeats) -> str:
    match refusal:
        case WhichJoker():
            return reader._("you hold both jokers.")
        case ResignAsks():
            return reader._(
                "leaving cannot be undone. A stand-in plays your seat to the end, and the mails of "
                "this table end. If you are sure, reply <yes>. To rest only, write <stop>."
            )
        case TooLong(limit):
            return reader._("words to the table have at most ({n}) characters.", n=limit)
        case SeatAway(resigned):
            if resigned:
                return reader._("you left this game for good.")
            return reader._("a stand-in plays for you.")
        case _:
            assert_never(refusal)


def _given(reader: Reader, text: str) -> str:
    """Return what somebody wrote, in brackets; words for it if it reads as an order."""
    return quoting.told(text) or reader._("(what you wrote)")
