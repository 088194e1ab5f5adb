"""Mails that are not about a table at play: invitations, questions, answers of the service."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.app.answers import Answer
from pbem.app.records import GameStatus
from pbem.app.sight import Sight
from pbem.app.told import Told
from pbem.mailout.digest import digest
from pbem.mailout.firstlines import first_line, service_line
from pbem.mailout.invitation import invitation
from pbem.mailout.mail import Button, Mail
from pbem.mailout.outside import Outside
from pbem.mailout.question import operator, question, stranger
from pbem.mailout.sections import game_name, sections
from pbem.mailout.state import company_of
from pbem.mailout.statemail import answered, check_link, last_line, marker, said
from pbem.orders.orders import Desk
from pbem.show import proof, quoting
from pbem.show.delivery import unreached_line
from pbem.show.names import Company, one_line
from pbem.show.reader import Reader

_Make = Callable[[Reader, Told, Outside, Mail], Mail]


def letter_mail(reader: Reader, told: Told, outside: Outside, subject: str) -> Mail:
    """Return the words of a mail that shows no table at play."""
    code = told.sight.code if told.sight else "Oh Hell"
    blank = Mail(
        lang=reader.locale,
        kind=told.kind,
        subject=subject,
        matter="",
        marker=marker(reader, code),
        last=last_line(reader, told),
    )
    makers: dict[str, _Make] = {
        "invitation": invitation,
        "digest": digest,
        "confirm": question,
        "sign_in": _sign_in,
        "which": _which,
        "stranger": stranger,
        "service": _service,
    }
    return makers.get(told.kind, _before_play)(reader, told, outside, blank)


def _sign_in(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    if told.pending_id is None:
        raise ValueError("a sign-in mail names its question")
    link = outside.sign_in_link(told.pending_id)
    return replace(
        blank,
        matter=reader._("Your link to sign in at Oh Hell. It works once."),
        marker="",
        how=reader._("Open this and press the button there:"),
        link=Button(reader._("Sign in"), link),
        paragraphs=(reader._("If you did not ask for it, do nothing. Show this link to nobody."),),
        closing=operator(reader, outside),
    )


def _which(reader: Reader, told: Told, _outside: Outside, blank: Mail) -> Mail:
    names = _strings(told, "names")
    examples = [typed for name in names if (typed := quoting.typed(f"as {name}")) is not None]
    return replace(
        blank,
        matter=reader._(
            "Which of you wrote? {names} share this address.", names=_all(reader, names)
        ),
        paragraphs=(
            reader._(
                "Nothing was done yet. Write your mail once more, with your name in a line "
                "above the rest: {examples}.",
                examples=reader.any_of(examples) if examples else reader._("<as NAME>"),
            ),
        ),
    )


def _all(reader: Reader, names: Sequence[str]) -> str:
    return reader.all_of([one_line(name) for name in names])


def _strings(told: Told, key: str) -> tuple[str, ...]:
    given = (told.facts or {}).get(key)
    return tuple(str(one) for one in given) if isinstance(given, list | tuple) else ()


def _before_play(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    sight = told.sight
    if sight is None:
        raise ValueError("this mail is about a table")
    company, promised = company_of(told), _commitment(reader, told, sight)
    return replace(
        blank,
        matter=_lobby_line(reader, told, sight, company),
        outcomes=answered(reader, told, company, "game"),
        paragraphs=(
            (*_ask_elsewhere(reader, told), *_lobby(reader, sight, outside, told.reader))
            if sight.status is GameStatus.OPEN
            else ()
        ),
        talk=tuple(said(reader, one, told.reader) for one in told.talk),
        sections=sections(reader, told, told.answer, company, "game") if told.answer else (),
        proof=promised,
        check=check_link(reader, outside) if promised else None,
        closing=operator(reader, outside) if told.kind == "cancelled" else (),
        also=(reader._("Also <rules>, <help>. Do not forward."),),
    )


def _commitment(reader: Reader, told: Told, sight: Sight) -> tuple[str, ...]:
    """The first mail of a table to a person tells the commitment in words."""
    if told.kind == "answer" and told.last_number is None:
        return proof.commitment_words(reader, sight.commitment)
    return ()


def _lobby_line(reader: Reader, told: Told, sight: Sight, company: Company) -> str:
    name, code = one_line(told.reader), sight.code
    if told.kind == "cancelled":
        return reader._("{name}, table {code} is called off.", name=name, code=code)
    if told.kind == "answer":
        return first_line(reader, told, company)
    facts = told.facts or {}
    who = f"({one_line(str(facts.get('who', '')))})"
    return f"{name}, {_lobby_news(reader, str(facts.get('happening')), who)}"


def _lobby_news(reader: Reader, happening: str, who: str) -> str:
    match happening:
        case "accepted" | "joined":
            return reader._("{who} has joined your table.", who=who)
        case "declined":
            return reader._("{who} will not sit at your table.", who=who)
        case "unreachable":
            return reader._("mail to {who} does not arrive: that invitation is over.", who=who)
        case _:
            return reader._("{who} has not answered in time.", who=who)


def _ask_elsewhere(reader: Reader, told: Told) -> tuple[str, ...]:
    """Return what to write when an invitation did not arrive."""
    if (told.facts or {}).get("happening") != "unreachable":
        return ()
    return (
        reader._(
            "Perhaps the address has a slip in it. For a different address, reply "
            "<invite other@example.org>."
        ),
    )


def _lobby(reader: Reader, sight: Sight, outside: Outside, me: str) -> tuple[str, ...]:
    """Return who sits there, how many places are open, and what the starter may do."""
    seated = [one_line(place.name) for place in sight.places if place.state == "seated"]
    asked = sum(place.state == "invited" for place in sight.places)
    unfilled = sum(place.state == "open" for place in sight.places)
    lines = [
        reader._(
            "Table {code}, {game}: {names}. Asked ({asked}), open ({unfilled}).",
            code=sight.code,
            game=game_name(sight.preset),
            names=reader.all_of(seated),
            asked=asked,
            unfilled=unfilled,
        )
    ]
    lines += [
        unreached_line(reader, one_line(place.name), place)
        for place in sight.places
        if place.unreachable and place.name != me
    ]
    if sight.join_code and unfilled:
        lines.append(
            reader._(
                "Others sit down with a mail to {service} that says <join {code}>.",
                service=outside.service,
                code=sight.join_code,
            )
        )
    if sight.is_starter:
        lines.append(
            reader._(
                "You may write <invite ann@example.org>, <bots> to begin with our (bots) in all "
                "free places, or <cancel>."
            )
        )
    return tuple(lines)


def _service(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    answer, company = told.answer or Answer(), Company((), None)
    desk: Desk = "service" if told.invitation_id is None else "invitation"
    return replace(
        blank,
        matter=service_line(reader, answer, company),
        outcomes=answered(reader, told, company, desk),
        sections=sections(reader, told, answer, company, "service"),
        also=_may_write(reader, told),
        closing=operator(reader, outside),
    )


def _may_write(reader: Reader, told: Told) -> tuple[str, ...]:
    """Return what may be written in reply; whoever was asked something is asked once more."""
    if told.invitation_id is not None:
        return (reader._("The invitation stands: reply <yes> or <no>. More: <help>."),)
    if told.pending_id is not None:
        return (reader._("Our question stands: reply <yes> to it, or to this mail."),)
    return (reader._("What you may write here: <help>."),)
