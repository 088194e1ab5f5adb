"""What a mail's headers say: sender's name, subject, thread, what is wanted."""

import re
from dataclasses import dataclass

from pbem.app.sight import Sight
from pbem.app.told import Told
from pbem.mailout.outside import Outside
from pbem.rules.moves import Position
from pbem.rules.sizes import is_open_ended
from pbem.rules.view import View
from pbem.show.names import one_line
from pbem.show.reader import Reader

# An id of somebody else's mail goes into our headers only if it is plain.
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,200}@[!-;=?-~]{1,200}>")

_ANSWERS = frozenset({"answer", "service", "which", "confirm", "sign_in"})


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The headers of a mail that depend on what it tells.

    `reply_to` is None where the service address itself takes the answer.
    """

    from_name: str
    subject: str
    message_id: str
    reply_to: str | None
    root_id: str | None
    in_reply_to: str | None
    is_answer: bool
    wants: str
    code: str | None
    proof: tuple[str, str] | None
    stop_link: str | None
    stop_to: str | None
    is_invitation: bool
    lang: str


def letterhead(told: Told, outside: Outside, subject: str) -> Letterhead:
    """Return the headers for what is told."""
    return Letterhead(
        from_name=from_name(told),
        subject=subject,
        message_id=message_id(told, outside),
        reply_to=reply_address(told, outside),
        root_id=_root_id(told, outside),
        in_reply_to=_answered(told),
        is_answer=told.kind in _ANSWERS,
        wants=_wants(told) or "none",
        code=told.sight.code if told.sight else None,
        proof=_proof(told),
        stop_link=stop_link(told, outside),
        stop_to=stop_address(told, outside),
        is_invitation=told.kind == "invitation",
        lang=told.locale,
    )


def stop_link(told: Told, outside: Outside) -> str | None:
    """Return the one-click link that ends such mails: of a game, daily ones, invitations."""
    if told.kind == "digest" and told.notice.player_id is not None:
        return outside.stop_all_link(told.notice.player_id, told.generation)
    if told.kind == "invitation" and told.invitation_id is not None:
        return outside.never_link(told.invitation_id)
    return None if told.seat_id is None else outside.stop_link(told.seat_id, told.generation)


def from_name(told: Told) -> str:
    """Return the sender's name, which says what is wanted; the subject stays constant."""
    _ = Reader(told.locale)._
    if told.invited is not None:
        return _("{name}, by Oh Hell", name=one_line(told.invited.inviter))
    always = {
        "reminder": _("Oh Hell: reminder"),
        "confirm": _("Oh Hell: please confirm"),
        "sign_in": _("Oh Hell: sign in"),
        "stranger": _("Oh Hell: warning"),
    }
    if told.kind in always:
        return always[told.kind]
    if _wants(told):
        return _("Oh Hell: your turn")
    if told.kind == "digest":
        return _("Oh Hell: your tables")
    return _("Oh Hell: answer") if told.kind in _ANSWERS else _("Oh Hell: news")


def _wants(told: Told) -> str | None:
    view = told.sight.view if told.sight else None
    return view.wants if view else None


def message_id(told: Told, outside: Outside) -> str:
    """Return the id that every try of this notice carries. It tells nothing of its key.

    The time is in it, since a game goes through the same positions once more, with other
    moves, when a backup was restored: two mails of one id are one to a mail program.
    """
    table = told.sight.code if told.sight else "post"
    made = f"{told.notice.key} {told.notice.created_at.isoformat()}"
    return f"<t.{table}.{outside.mark('id', made)}@{outside.domain}>"


def reply_address(told: Told, outside: Outside) -> str | None:
    """Return where an answer goes: a seat at its position, an invitation, a question."""
    if told.kind == "stranger" and told.pending_id is not None:
        return outside.reply_address("pending", told.pending_id, None, 0)
    if told.seat_id is not None:
        return _seat_address(told, told.seat_id, outside)
    if told.kind in ("invitation", "service", "which") and told.invitation_id is not None:
        return outside.reply_address("invitation", told.invitation_id, None, told.generation)
    if told.kind in ("confirm", "service", "which") and told.pending_id is not None:
        return outside.reply_address("pending", told.pending_id, None, told.generation)
    return None


def stop_address(told: Told, outside: Outside) -> str | None:
    """Return where a mail goes that ends such mails: to the seat, wherever an answer goes."""
    if told.seat_id is not None:
        return _seat_address(told, told.seat_id, outside)
    return reply_address(told, outside)


def _seat_address(told: Told, seat_id: int, outside: Outside) -> str:
    return outside.reply_address("seat", seat_id, position(told), told.generation)


def position(told: Told) -> Position | None:
    """Return the position of the reader's seat that this mail is sent for."""
    view = told.sight.view if told.sight else None
    return view.position if view else None


def link_position(told: Told) -> Position | None:
    """Return the position that the short link of a mail opens; when all is over, none is named.

    The last mail has a link too: the table, its sheet and the proof are read there.
    """
    return position_in(told.sight)


def position_in(sight: Sight | None) -> Position | None:
    """Return the position that a short link to a table opens; when all is over, none is named."""
    view = sight.view if sight else None
    if view is None:
        return None
    return Position(0, 0) if view.phase == "over" else view.position


def links_in(told: Told) -> tuple[tuple[int, Position, int], ...]:
    """Return what the short links of a mail open: seat, position and generation."""
    seats = [(told.seat_id, link_position(told), told.generation)]
    seats += [(game.seat_id, position_in(game.sight), game.generation) for game in told.games]
    return tuple((seat, at, generation) for seat, at, generation in seats if seat and at)


def deal_of(told: Told) -> int | None:
    """Return the deal whose thread a mail belongs to; None before and after the play."""
    view = told.sight.view if told.sight else None
    if view is None or view.phase == "over":
        return None
    if told.kind == "news" and view.sheet:
        return view.sheet[-1].deal
    if view.deal is not None:
        return view.deal.number
    return view.last_deal.number if view.last_deal is not None else None


def deals_known(view: View, deal: int) -> int | None:
    """Return of how many deals this is one; None where that is open, or was exceeded."""
    is_open = is_open_ended(view.rules) or view.rules.on_miss == "repeat_round"
    return None if is_open or deal > view.deals else view.deals


def _root_id(told: Told, outside: Outside) -> str | None:
    """Return the id of a mail that never was: the constant root of a thread."""
    if told.sight is None:
        return None
    view = told.sight.view
    deal = deal_of(told)
    place = f"{deal}" if deal is not None else "over" if view is not None else "open"
    whose = f"{told.sight.code}/{told.seat_id}/{told.invitation_id}"
    thread = outside.mark("thread", f"{whose}/{place}")
    return f"<d.{told.sight.code}.{place}.{thread}@{outside.domain}>"


def _answered(told: Told) -> str | None:
    given = told.answer.in_reply_to if told.answer else None
    return given if given is not None and _MESSAGE_ID.fullmatch(given) else None


def _proof(told: Told) -> tuple[str, str] | None:
    sight = told.sight
    if sight is None:
        return None
    if sight.root is not None:
        return ("X-Oh-Hell-Root", sight.root)
    return ("X-Oh-Hell-Commitment", sight.commitment)
