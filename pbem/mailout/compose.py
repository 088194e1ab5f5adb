"""From what a notice tells to the bytes that are sent."""

from dataclasses import dataclass, field

from pbem.app.told import Told
from pbem.mailout.letterhead import deal_of, deals_known, letterhead
from pbem.mailout.lettermail import letter_mail
from pbem.mailout.mail import Mail
from pbem.mailout.message import to_bytes
from pbem.mailout.outside import Outside, with_ascii_domain
from pbem.mailout.render import html_part, subject, text_part
from pbem.mailout.statemail import state_mail
from pbem.show.names import one_line
from pbem.show.reader import Reader
from pbem.signing import BounceKind

_STATE_KINDS = frozenset({"turn", "reminder", "answer", "news", "moved", "start", "over"})


@dataclass(frozen=True, slots=True)
class Composed:
    """A mail ready for the wire. `sender` is its envelope sender."""

    message_id: str
    sender: str
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
    sender = outside.bounce_address(_whose(told))
    return Composed(head.message_id, sender, recipient, raw)


def _whose(told: Told) -> tuple[BounceKind, int, int] | None:
    """Return what a report that this mail failed is to be noted at."""
    if told.seat_id is not None:
        return "bounce", told.seat_id, told.generation
    if told.kind == "invitation" and told.invitation_id is not None:
        return "bounce_invitation", told.invitation_id, told.generation
    return None if told.pending_id is None else ("bounce_pending", told.pending_id, 0)


def reader_of(told: Told) -> Reader:
    """Return for whom a mail is worded."""
    return Reader(told.locale, told.zone, told.choices.cards == "words")


def words(told: Told, outside: Outside) -> Mail:
    """Return the mail in words, before it is laid out."""
    reader = reader_of(told)
    titled = _subject(reader, told)
    at_play = told.sight is not None and told.sight.view is not None
    if told.kind in _STATE_KINDS and at_play:
        return state_mail(reader, told, outside, titled)
    return letter_mail(reader, told, outside, titled)


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
