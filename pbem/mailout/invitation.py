"""The mail that asks somebody to a table."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.app.sight import Sight
from pbem.app.told import Invited, Told
from pbem.mailout.letterhead import reply_address
from pbem.mailout.mail import Button, Mail
from pbem.mailout.outside import Outside
from pbem.mailout.sections import game_name
from pbem.show import proof, rules_in_words
from pbem.show.names import one_line
from pbem.show.reader import Reader


def invitation(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    """Return the words of an invitation: who asks, what for, and how to say yes or no."""
    invited, sight = told.invited, told.sight
    if invited is None or sight is None or told.invitation_id is None:
        raise ValueError("an invitation names who asks and to which table")
    inviter = one_line(invited.inviter)
    return replace(
        blank,
        matter=reader._(
            "{name} ({email}) asks you to play cards by e-mail.",
            name=inviter,
            email=invited.inviter_email,
        ),
        paragraphs=_paragraphs(reader, invited, sight, outside),
        how=reader._("Or answer on a page:"),
        link=Button(
            reader._("Look and answer on a page"), outside.invitation_link(told.invitation_id)
        ),
        replies=replies(reader, told, outside, ("yes", "no", "practice")),
        proof=proof.commitment_words(reader, sight.commitment),
        check=Button(reader._("How to check the deals, step by step"), outside.verify_link),
        closing=_closing(reader, invited, outside),
    )


def _paragraphs(
    reader: Reader, invited: Invited, sight: Sight, outside: Outside
) -> tuple[str, ...]:
    return (
        reader._(
            "To join, reply <yes>. Otherwise <no>, or nothing: it ends on {day}. "
            "Free, without account, password or app.",
            day=reader.day(invited.expires_at),
        ),
        reader._(
            "Oh Hell is a whist: foretell your tricks, then take exactly that many. "
            "On your turn a mail brings your cards; you answer by a short line, <2> or "
            "<QS>, in your own time, before the hour named in the mail. Should you miss "
            "it, a stand-in acts for you."
        ),
        _company(reader, invited, sight),
        rules_in_words.effort(reader, sight.rules),
        " ".join(rules_in_words.introduction(reader, sight.rules)),
        reader._("Try it alone first: <practice>. More: {home}", home=outside.home),
    )


def _closing(reader: Reader, invited: Invited, outside: Outside) -> tuple[str, ...]:
    return (
        reader._(
            "Your address, from {name}, is deleted on {day} unless you join. To bar us "
            "for good: <never>. Run by {operator}, {email}.",
            name=one_line(invited.inviter),
            day=reader.day(invited.expires_at),
            operator=outside.operator_name,
            email=outside.operator_email,
        ),
    )


def _company(reader: Reader, invited: Invited, sight: Sight) -> str:
    accepted = [one_line(name) for name in invited.accepted]
    seats = reader._(
        "It is {game} for ({n}) players.", game=game_name(sight.preset), n=sight.rules.players
    )
    told = [seats]
    if accepted:
        told.append(
            reader.n_(
                "{names} is in.", "{names} are in.", len(accepted), names=reader.all_of(accepted)
            )
        )
    return " ".join(told)


def replies(
    reader: Reader, told: Told, outside: Outside, lines: Sequence[str]
) -> tuple[Button, ...]:
    """Return links that begin a reply with one of these lines."""
    address = reply_address(told, outside)
    return tuple(
        Button(reader._("Reply <{line}>", line=line), f"mailto:{address}?body={line}")
        for line in (lines if address else ())
    )
