"""What the mail server said of a mail, as the table gets to know it."""

from dataclasses import replace

from pbem.app import lobby
from pbem.app.course import open_course
from pbem.app.inviting import end_invitation
from pbem.app.ports import Uow
from pbem.app.records import Address, GameStatus, InvitationState, Notice
from pbem.app.services import Services

_LONGEST = 200
_REPORTED = "hard"
"""How a failure begins that came as a report, after the mail had been taken."""


def refused(services: Services, uow: Uow, notice: Notice, reply: str) -> None:
    """Note that mail to an address is refused for good, for the table to see.

    An invitation that cannot arrive is over, so that the starter can ask somebody else.
    """
    address = _address_of(uow, notice)
    if address is not None:
        uow.players.save_address(replace(address, failing=reply[:_LONGEST]))
    elif notice.kind == "invitation":
        _end_invitation(services, uow, notice)


def taken(uow: Uow, notice: Notice) -> None:
    """Note that the server takes mail to an address again.

    A report of failure stands: it comes from behind a server that takes everything.
    """
    address = _address_of(uow, notice)
    if address is not None and not (address.failing or _REPORTED).startswith(_REPORTED):
        uow.players.save_address(replace(address, failing=None))


def _address_of(uow: Uow, notice: Notice) -> Address | None:
    seat = None if notice.seat_id is None else uow.seats.get(notice.seat_id)
    if seat is None or seat.address_id is None:
        return None
    return uow.players.address(seat.address_id)


def _end_invitation(services: Services, uow: Uow, notice: Notice) -> None:
    course = open_course(services, uow, notice.game_id or 0)
    invitation = uow.invitations.get(int(str(notice.facts["invitation_id"])))
    if invitation is None or invitation.state is not InvitationState.OPEN:
        return
    end_invitation(uow, invitation, InvitationState.EXPIRED)
    if course.row.status is GameStatus.OPEN:
        lobby.tell_starter(course, "unreachable", invitation.email)
