"""From what a notice tells to the bytes that are sent."""

from dataclasses import dataclass, field, replace

from pbem.app.told import Told
from pbem.mailout.letterhead import deal_of, deals_known, letterhead
from pbem.mailout.lettermail import letter_mail
from pbem.mailout.mail import Mail
from pbem.mailout.message import to_bytes
from pbem.mailout.outside import Outside, with_ascii_domain
from pbem.mailout.render import html_part, subject, text_part
from pbem.mailout.statemail import state_mail
from pbem.show.delivery import instead_line
from pbem.show.names import one_line
from pbem.show.reader import Reader

_STATE_KINDS = frozenset({"turn", "reminder", "answer", "news", "moved", "start", "over"})


@dataclass(frozen=True, slots=True)
class Composed:
    """A mail ready for the wire."""

    message_id: str
    recipient: str
    raw: bytes = field(repr=False)


def compose(told: Told, outside: Outside) -> Composed:
    """Return the mail for what is told: the same value gives the same bytes."""
    reader = reader_of(told)
    mail = words(told, outside)
    head = letterhead(told, outside, mail.subject)
    recipient = with_ascii_domain(told.notice.email)
    raw = to_bytes(
        head,
        outside,
        recipient,
        told.now,
        text_part(reader, mail),
        None if told.choices.text == "only" else html_part(reader, mail),
    )
    return Composed(head.message_id, recipient, raw)


def _with_way(reader: Reader, told: Told, mail: Mail) -> Mail:
    """Return a mail that says so if it goes to another address than it should."""
    if told.instead_of is None:
        return mail
    why = instead_line(reader, told.instead_of)
    return replace(mail, outcomes=(*mail.outcomes, why))


def reader_of(told: Told) -> Reader:
    """Return for whom a mail is worded."""
    return Reader(told.locale, told.zone, told.choices.cards == "words")


def words(told: Told, outside: Outside) -> Mail:
    """Return the mail in words, before it is laid out."""
    reader = reader_of(told)
    titled = _subject(reader, told)
    at_play = told.sight is not None and told.sight.view is not None
    make = state_mail if told.kind in _STATE_KINDS and at_play else letter_mail
    return _with_way(reader, told, make(reader, told, outside, titled))


def _subject(reader: Reader, told: Told) -> str:
    view = told.sight.view if told.sight else None
    deal = deal_of(told)
    return subject(
        reader,
        told.kind,
        code=told.sight.code if told.sight else None,
        deal=deal,
        deals=deals_known(view, deal) if view and deal else None,
        begun=view is not None,
        inviter=one_line(told.invited.inviter) if told.invited else None,
    )
