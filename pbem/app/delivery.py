"""What the mail server said of a mail, as the table gets to know it."""

from dataclasses import replace
from typing import Literal

from pbem.app import lobby
from pbem.app.course import open_course
from pbem.app.incoming import Incoming, ToInvitation, ToPending, ToSeat
from pbem.app.inviting import end_invitation
from pbem.app.ports import Uow
from pbem.app.records import Address, GameStatus, InvitationState, Notice
from pbem.app.services import Services

Whose = Literal["bounce", "bounce_invitation", "bounce_pending"]

_LONGEST = 200
_REPORTED = "hard"
"""How a failure begins that came as a report, after the mail had been taken."""


def refused(services: Services, uow: Uow, notice: Notice, reply: str) -> None:
    """Note that mail to an address is refused for good, for the table to see.

    An invitation that cannot arrive is over, so that the starter can ask somebody else.
    """
    address = _address_of(uow, notice.seat_id)
    if address is not None:
        uow.players.save_address(replace(address, failing=reply[:_LONGEST]))
    elif notice.kind == "invitation":
        _end_invitation(services, uow, int(str(notice.facts["invitation_id"])))


def reported(services: Services, uow: Uow, incoming: Incoming) -> None:
    """Note a delivery report at what is behind the bounce address it came to.

    Only a lasting failure is noted; `reason` of such a letter begins with `hard`. A
    question that could not be asked is forgotten.
    """
    if not incoming.reason.startswith(_REPORTED):
        return
    match incoming.to:
        case ToSeat(seat_id):
            address = _address_of(uow, seat_id)
            if address is not None:
                uow.players.save_address(replace(address, failing=incoming.reason[:_LONGEST]))
        case ToInvitation(invitation_id):
            _end_invitation(services, uow, invitation_id)
        case ToPending(pending_id):
            uow.pending.take(pending_id)
        case _:
            pass


def whose(uow: Uow, notice: Notice) -> tuple[Whose, int, int] | None:
    """Return where a report that this mail failed is to be noted: kind, row and generation."""
    if notice.seat_id is not None:
        seat = uow.seats.get(notice.seat_id)
        return None if seat is None else ("bounce", seat.id, seat.generation)
    if notice.kind == "invitation":
        invitation = uow.invitations.get(int(str(notice.facts["invitation_id"])))
        if invitation is not None:
            return "bounce_invitation", invitation.id, invitation.generation
    pending_id = notice.facts.get("pending_id")
    return ("bounce_pending", pending_id, 0) if isinstance(pending_id, int) else None


def taken(uow: Uow, notice: Notice) -> None:
    """Note that the server takes mail to an address again.

    A report of failure stands: it comes from behind a server that takes everything.
    """
    address = _address_of(uow, notice.seat_id)
    if address is not None and not (address.failing or _REPORTED).startswith(_REPORTED):
        uow.players.save_address(replace(address, failing=None))


def _address_of(uow: Uow, seat_id: int | None) -> Address | None:
    seat = None if seat_id is None else uow.seats.get(seat_id)
    if seat is None or seat.address_id is None:
        return None
    return uow.players.address(seat.address_id)


def _end_invitation(services: Services, uow: Uow, invitation_id: int) -> None:
    """End an invitation that does not arrive, and tell the starter whom to ask elsewhere."""
    found = uow.invitations.get(invitation_id)
    if found is None:
        return
    course = open_course(services, uow, found.game_id)
    # It may have been answered before the table was ours.
    invitation = uow.invitations.get(invitation_id)
    if invitation is None or invitation.state is not InvitationState.OPEN:
        return
    end_invitation(uow, invitation, InvitationState.UNDELIVERABLE)
    if course.row.status is GameStatus.OPEN:
        lobby.tell_starter(course, "unreachable", invitation.email, invitation.id)
