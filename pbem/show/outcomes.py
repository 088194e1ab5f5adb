"""What became of each line of a letter, a sentence per line."""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from pbem.app.answers import AnyRefusal, Done, LineOutcome, ResignAsks, Silence, WhyEmpty
from pbem.show import cards, quoting, refusals, setting_words
from pbem.show.names import Company, capital, one_line
from pbem.show.reader import Reader, place_of


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


def outcome_lines(
    reader: Reader, lines: Sequence[LineOutcome], company: Company
) -> tuple[str, ...]:
    """Return a sentence per line: done, refused and why, or not tried.

    A lone line that asked to see something is answered by what it shows.
    """
    alone = len(lines) == 1
    if alone and (did := lines[0].done) is not None and did.did == "shown":
        return ()
    told = []
    for number, outcome in enumerate(lines, 1):
        if is_before_refusal(lines[number - 1 :]):
            line = _line(reader, outcome, number)
            told.append(reader._("{line} not tried, since a line below was refused.", line=line))
        else:
            told.append(_outcome(reader, outcome, None if alone else number, company))
    return tuple(told)


def is_before_refusal(lines: Sequence[LineOutcome]) -> bool:
    """Tell whether the first of these lines was not tried because of one below it."""
    was_tried = lines[0].done is not None or lines[0].refused is not None
    return not was_tried and any(line.refused is not None for line in lines[1:])


def _outcome(reader: Reader, outcome: LineOutcome, number: int | None, company: Company) -> str:
    return capital(_judged(reader, outcome, _line(reader, outcome, number), company).strip())


def _judged(reader: Reader, outcome: LineOutcome, head: str, company: Company) -> str:
    if outcome.refused is not None:
        why = refusals.sentence(reader, outcome.refused, company)
        if isinstance(outcome.refused, ResignAsks):
            return reader._("{line} not done yet: {why}", line=head, why=why)
        return reader._("{line} refused: {why}", line=head, why=why)
    if outcome.done is None:
        return reader._("{line} not tried, after a refusal.", line=head)
    did = done(reader, outcome.done, company)
    return reader._("{line} done: {did}", line=head, did=did)


def _line(reader: Reader, outcome: LineOutcome, number: int | None) -> str:
    """Return the line that an outcome is about. One that may not be quoted goes by its number."""
    typed = quoting.typed(outcome.line)
    if number is None:
        return typed or ""
    return reader._("Line {n} {line}", n=number, line=typed or "").strip()


def done(  # noqa: C901, PLR0911 - a closed union, a line each
    reader: Reader, what: Done, company: Company
) -> str:
    """Return what a line did, as a sentence that goes on after `done:`."""
    match what.did:
        case "bid" | "bid_changed" | "laid":
            return _bid(reader, what)
        case "named":
            return cards.trumps(reader, what.trump).lower()
        case "played":
            return _played(reader, what, company)
        case "said" | "zone" | "set" | "shown" | "revoked":
            return _of_seat(reader, what)
        case (
            "stopped" | "stopped_all" | "back" | "back_all" | "back_others" | "resigned" | "stayed"
        ):
            return reader._(_OF_LEAVING[what.did])
        case "created" | "asked_to_confirm" | "accepted" | "declined" | "barred" | "joined":
            return _of_joining(reader, what)
        case "invited" | "filled" | "cancelled" | "practice" | "saved":
            return _of_starter(reader, what)
        case (
            "address_asked"
            | "address_added"
            | "address_removed"
            | "address_voided"
            | "address_main"
        ):
            return reader._(_OF_ADDRESSES[what.did], email=one_line(what.text))
        case _:
            assert_never(what.did)


def refused(reader: Reader, refusal: AnyRefusal, company: Company) -> str:
    """Return why something was refused, as a sentence of its own."""
    return capital(refusals.sentence(reader, refusal, company))


def _bid(reader: Reader, done: Done) -> str:
    told = _bid_told(reader, done)
    if not done.secret:
        return told
    return f"{told} {reader._('The others do not know it yet.')}"


def _bid_told(reader: Reader, done: Done) -> str:
    if done.did == "laid":
        laid = cards.told(reader, done.cards)
        return reader._("you laid aside {cards}: a bid of ({n}).", cards=laid, n=done.tricks)
    if done.did == "bid":
        return reader._("your bid is ({n}).", n=done.tricks)
    return reader._("your bid is ({n}) now.", n=done.tricks)


def _played(reader: Reader, done: Done, company: Company) -> str:
    told = f"({cards.played(reader, done.card, done.call)})" if done.card else ""
    if done.trick is None:
        return reader._("you played the {card}.", card=told)
    if done.taker is None:
        return reader._("nobody took trick {n}. Do not repeat it.", n=done.trick)
    if done.taker == company.me:
        return reader._("you took trick {n}. Do not repeat it.", n=done.trick)
    taker = company.who(reader, done.taker)
    return reader._("trick {n} went to {name}. Do not repeat it.", n=done.trick, name=taker)


_OF_ADDRESSES: Final[Mapping[str, str]] = {
    "address_asked": N_("({email}) is asked whether it is yours. It counts from its answer on."),
    "address_added": N_("({email}) counts for yours from now on: what it writes is done."),
    "address_removed": N_(
        "({email}) does not count for yours any more: what it writes is not done."
    ),
    "address_voided": N_(
        "({email}) does not count for yours any more: what it writes is not done. What stands in "
        "your mails so far, links and addresses to reply to, is void: newer mails hold others."
    ),
    "address_main": N_("({email}) gets your mails from now on."),
}
_OF_SEAT: Final[Mapping[str, str]] = {
    "said": N_("the table hears it."),
    "revoked": N_(
        "what stands in your mails so far is void. Reply to this mail, or to newer ones."
    ),
    "shown": N_("it stands below."),
}


def _of_seat(reader: Reader, done: Done) -> str:
    if done.did == "zone":
        return reader._("times are told for {zone} now.", zone=place_of(done.text))
    if done.did == "set":
        return setting_words.was_set(reader, done.text)
    return reader._(_OF_SEAT[done.did])


_OF_LEAVING: Final[Mapping[str, str]] = {
    "stopped": N_(
        "the mails of this table end, and a stand-in plays for you. Your seat stays yours: "
        "to return, write <back>."
    ),
    "stopped_all": N_(
        "the mails of all your tables end, and stand-ins play for you. Your seats stay "
        "yours: to return, write <back all>, or <back> to a table."
    ),
    "back": N_("you are playing again, and get the mails of this game."),
    "back_all": N_("you are playing again at all tables, and get their mails."),
    "back_others": N_(
        "you left this game for good, so here a stand-in goes on. At all other tables you "
        "are playing again, and get their mails."
    ),
    "stayed": N_("you stay in this game."),
    "resigned": N_(
        "you have left this game for good. A stand-in plays your seat to the end, and its "
        "mails end."
    ),
}


def _saved(reader: Reader, name: str) -> str:
    line = quoting.typed(f"new {name.replace('_', ' ')} for 4")
    if line is None:
        return reader._("kept under the name you gave, for a new game at the service's address.")
    return reader._("kept. To the service's address you may now write {line}.", line=line)


def _of_joining(reader: Reader, done: Done) -> str:
    match done.did:
        case "created":
            return reader._("table {code} is open.", code=done.text)
        case "asked_to_confirm":
            return reader._("a mail that asks for your confirmation is under way.")
        case "accepted" | "joined":
            return reader._("you sit at table {code}.", code=done.text)
        case "declined":
            return reader._("you declined, and whoever asked you is told.")
        case _:
            return reader._("this address is barred for invitations.")


def _of_starter(reader: Reader, done: Done) -> str:
    match done.did:
        case "invited":
            return reader._("({email}) was asked.", email=one_line(done.text))
        case "saved":
            return _saved(reader, done.text)
        case "filled":
            return reader._("the open places went to our (bots).")
        case "cancelled":
            return reader._("table {code} is called off.", code=done.text)
        case _:
            return reader._("table {code} is set for you and our (bots).", code=done.text)


_EMPTY: Final[Mapping[WhyEmpty, str]] = {
    "nothing": N_("it held nothing above the quoted mail. Write above it."),
    "no_order": N_("its first line was not understood. Begin with what you want done."),
    "inline": N_("it was written between quoted lines. Write above them all."),
    "encrypted": N_("it is encrypted, and we cannot open it. Write it plainly."),
    "forwarded": N_("it was forwarded. Reply to the mail instead."),
    "too_big": N_("it was too big. Write without pictures and attachments."),
    "malformed": N_("it could not be read. Write it in plain text."),
}


def silence(reader: Reader, lasts: Silence | None) -> tuple[str, ...]:
    """Return that other letters of this kind will not be answered for a while, if so."""
    match lasts:
        case None:
            return ()
        case "hour":
            return (
                reader._("Further mails that we cannot read are not answered within this hour."),
            )
        case "asked":
            return (
                reader._(
                    "Within this hour you will not be asked about others like it: nothing is done "
                    "that they ask for."
                ),
            )
        case "day":
            return (
                reader._(
                    "From an address that nobody has confirmed, a mail like this is answered "
                    "once a day. What begins a game is always answered by a question."
                ),
            )


def why_empty(reader: Reader, why: WhyEmpty) -> str:
    """Return why nothing was taken from a letter, and what to do instead."""
    return reader._(_EMPTY[why])
