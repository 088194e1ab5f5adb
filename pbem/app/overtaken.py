"""Whether events have overtaken a notice, be it rendered already or not."""

from typing import Final, cast

from pbem.app.notice_records import Notice
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, InvitationState, Seat
from pbem.rules.engine import position
from pbem.rules.moves import Position

# Kinds that only ask or remind: once the seat has answered they are overtaken.
_ASKING: Final = frozenset({"turn", "reminder"})
# Kinds that are of no use once what they ask, or let one do, waits no longer.
_QUESTIONS: Final = frozenset({"confirm", "sign_in"})
# Kinds that only come to whoever has chosen to get them.
_BY_CHOICE: Final = frozenset({"news", "moved"})
# Kinds that come all the same to who wants no mail of a game.
_ALWAYS: Final = frozenset({"answer", "cancelled", "stranger"})


def is_overtaken(uow: Uow, notice: Notice) -> bool:
    """Whether what a notice says is no longer so, or wanted, or was said by another mail.

    It is asked before a mail is rendered, and again each time it could be sent at last.
    """
    if notice.seat_id is not None:
        return _is_past_for_seat(uow, notice, uow.seats.get(notice.seat_id))
    if notice.kind in _QUESTIONS:
        return not _is_still_asked(uow, notice)
    if notice.kind == "invitation":
        return not _is_invitation_open(uow, notice)
    if notice.kind == "digest" and notice.player_id is not None:
        return uow.players.get(notice.player_id).choices.mails != "digest"
    return False


def _is_still_asked(uow: Uow, notice: Notice) -> bool:
    pending_id = notice.facts.get("pending_id")
    return not isinstance(pending_id, int) or uow.pending.get(pending_id) is not None


def _is_past_for_seat(uow: Uow, notice: Notice, seat: Seat | None) -> bool:
    if seat is None or seat.player_id is None or seat.address_id is None:
        return True
    if notice.player_id not in (None, seat.player_id):
        # It is for somebody who sat here before.
        return True
    if not seat.mails and notice.kind not in _ALWAYS:
        return True
    return _is_past(uow, notice, uow.games.get(seat.game_id), seat)


def _is_past(uow: Uow, notice: Notice, row: GameRow, seat: Seat) -> bool:
    is_running = row.status is GameStatus.RUNNING
    if notice.kind in _BY_CHOICE and not _is_wanted(uow, notice, seat):
        return True
    if notice.kind in _ASKING:
        return not is_running or notice.position != position_of(uow, row, seat)
    match notice.kind:
        case "lobby":
            return row.status is not GameStatus.OPEN
        case "news" | "moved":
            return not is_running or _is_told(uow, row, seat)
        case _:
            return False


def _is_wanted(uow: Uow, notice: Notice, seat: Seat) -> bool:
    """Whether the seat's owner wants such mails; they may have chosen others meanwhile."""
    mails = uow.players.get(seat.player_id or 0).choices.mails
    return mails == "every turn" or (notice.kind == "news" and mails != "digest")


def position_of(uow: Uow, row: GameRow, seat: Seat) -> Position | None:
    """Return the position that a seat is at, be it asked or not; None before the start."""
    return None if seat.number is None else position(uow.log.game(row), seat.number)


def _is_told(uow: Uow, row: GameRow, seat: Seat) -> bool:
    """Whether another mail that went out has told everything."""
    return uow.outbox.told_up_to(seat.id) >= row.seq


def _is_invitation_open(uow: Uow, notice: Notice) -> bool:
    invitation = uow.invitations.get(cast("int", notice.facts["invitation_id"]))
    row = uow.games.get(notice.game_id or 0)
    is_open = invitation is not None and invitation.state is InvitationState.OPEN
    return is_open and row.status is GameStatus.OPEN
