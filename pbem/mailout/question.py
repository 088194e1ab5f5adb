"""Mails that ask an address whether what came in its name is from there."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.app.answers import Answer
from pbem.app.told import Told
from pbem.mailout.invitation import replies
from pbem.mailout.mail import Button, Mail
from pbem.mailout.outside import Outside
from pbem.mailout.statemail import also
from pbem.mailout.wishes import at_table, wish
from pbem.show import outcomes, quoting
from pbem.show.names import one_line
from pbem.show.reader import Reader
from pbem.show.unread import unread


def question(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    """Return the words of a mail that asks whether one wrote something."""
    if told.pending_id is None:
        raise ValueError("a mail that asks for a yes names its question")
    if proves := str((told.facts or {}).get("proves", "")):
        return _is_yours(reader, told, outside, replace(blank, matter=_whose(reader, proves)))
    answer = told.answer or Answer()
    wish_of = at_table if _table_of(told) else wish
    wishes = [wish_of(reader, line.line) for line in answer.lines]
    return replace(
        blank,
        matter=_was_it_you(reader, told),
        paragraphs=(
            *(part for part in _what_was_asked(reader, told, wishes) if part),
            *outcomes.silence(reader, answer.silence),
        ),
        how=reader._("Or open this and press the button there:"),
        link=Button(reader._("Look and answer on a page"), outside.confirm_link(told.pending_id)),
        replies=replies(reader, told, outside, ("yes",)),
        closing=operator(reader, outside),
    )


def _table_of(told: Told) -> str:
    """Return the code of the table that a doubted letter was for; empty if it was for none."""
    return str((told.facts or {}).get("table", ""))


def _came_by_page(told: Told) -> bool:
    return bool((told.facts or {}).get("from_page"))


def _was_it_you(reader: Reader, told: Told) -> str:
    if _came_by_page(told):
        return reader._("Was it you who asked Oh Hell for a game? If so, reply <yes>.")
    if table := _table_of(told):
        return reader._("Was it you who wrote to table {code}? If so, reply <yes>.", code=table)
    return reader._("Was it you who wrote to Oh Hell? If so, reply <yes>.")


def _what_was_asked(reader: Reader, told: Told, wishes: Sequence[str]) -> tuple[str, ...]:
    """Return what came in, what it asked for, and what a yes does."""
    asked = reader._("It asked for this: {wishes}.", wishes="; ".join(wishes)) if wishes else ""
    if _table_of(told):
        return _what_was_doubted(reader, told, asked)
    if _came_by_page(told):
        came = reader._("Somebody has typed your address into our home page.")
        why = reader._("Anybody can type an address, so nothing was done yet.")
    else:
        came = reader._("A mail has come in that names your address for its sender.")
        why = reader._("Anybody can write a false sender, so nothing was done yet.")
    then = reader._(
        "With <yes> it is done. If you know nothing of it, do nothing, and it is forgotten in "
        "some days."
    )
    return came, asked, *_unread(reader, told), f"{why} {then}"


def _what_was_doubted(reader: Reader, told: Told, asked: str) -> tuple[str, ...]:
    came = reader._(
        "A mail has come to your reply address that names you for its sender. Whether that is true "
        "could not be found out, so nothing was done yet."
    )
    then = reader._(
        "With <yes> it is done, unless the table has gone on by then: it counts for what it was "
        "an answer to, and for nothing else. If it was not you, do nothing. Somebody else then "
        "has a mail of yours, or knows the address in it."
    )
    return came, asked, *unread(reader, told.answer.unread if told.answer else (), "game"), then


def _unread(reader: Reader, told: Told) -> tuple[str, ...]:
    """Return which lines of a letter a yes does not speak for."""
    return unread(reader, told.answer.unread, "service") if told.answer else ()


def operator(reader: Reader, outside: Outside) -> tuple[str, ...]:
    """Return who runs this house, at the end of a mail that comes unasked."""
    return (
        reader._(
            "Run by {operator}, {email}.",
            operator=outside.operator_name,
            email=outside.operator_email,
        ),
    )


def _whose(reader: Reader, name: str) -> str:
    who = quoting.told(name) or reader._("(somebody)")
    return reader._("Is this address yours, {name}? If so, reply <yes>.", name=who)


def _is_yours(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    return replace(
        blank,
        paragraphs=(
            reader._(
                "Somebody who plays Oh Hell by mail says that they read mail here too, and wants "
                "to play from here. With <yes> they can. If you know nothing of it, do nothing, "
                "and it is forgotten in some days."
            ),
        ),
        how=reader._("Or open this and press the button there:"),
        link=Button(
            reader._("Look and answer on a page"), outside.confirm_link(told.pending_id or 0)
        ),
        replies=replies(reader, told, outside, ("yes",)),
        closing=operator(reader, outside),
    )


def stranger(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    """Return the words of a warning: somebody else wrote to the reader's seat."""
    foreign = str((told.facts or {}).get("foreign", ""))
    name = one_line(told.reader)
    warned = replace(
        blank,
        matter=reader._("{name}, somebody else wrote to your seat. Nothing was done.", name=name),
        paragraphs=(
            reader._(
                "A mail came to the reply address of your seat from an address that is not "
                "yours. If it was you, write from the address that this mail went to. If you "
                "have forwarded a mail of this table, please do not: it shows your cards."
            ),
            reader._("If somebody else has a mail of yours, <revoke> makes it void."),
        ),
        also=also(reader, told),
    )
    return warned if not foreign else _perhaps_yours(reader, told, outside, warned)


def _perhaps_yours(reader: Reader, told: Told, outside: Outside, warned: Mail) -> Mail:
    """Return the warning with a way to play from that address, too."""
    email = quoting.told(str((told.facts or {})["foreign"])) or reader._("(the page shows it)")
    return replace(
        warned,
        paragraphs=(
            reader._(
                "A mail came to the reply address of your seat from {email}, which is not among "
                "yours.",
                email=email,
            ),
            reader._(
                "If it was you, reply <yes> here, and that address is asked whether it is yours. "
                "From then on you can play from there too."
            ),
            reader._(
                "If it was not you, somebody else has a mail of this table, which shows your "
                "cards. To make void what stands in your mails so far, answer the last mail of the "
                "table with <revoke>."
            ),
        ),
        how=reader._("Or open this and press the button there:"),
        link=Button(
            reader._("Look and answer on a page"), outside.confirm_link(told.pending_id or 0)
        ),
        also=(),
    )
