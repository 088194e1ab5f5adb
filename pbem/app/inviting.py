"""Asking people to a table: who may be asked, how many, and the mail that does it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from email_validator import EmailNotValidError, validate_email

from pbem.app.addresses import address_key
from pbem.app.answers import BadAddress, CannotInvite, NothingOpen, TableClosed
from pbem.app.course import Course
from pbem.app.notice_records import NewNotice
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Invitation, InvitationState
from pbem.app.services import Services

InviteRefusal = BadAddress | CannotInvite | TableClosed


def valid_address(email: str) -> str | None:
    """Return the address in its usual form, or None if it is none."""
    try:
        checked = validate_email(email, check_deliverability=False)
    except EmailNotValidError:
        return None
    return checked.normalized


def open_invitations(uow: Uow, game_id: int) -> list[Invitation]:
    """Return the invitations to a table that nobody has answered yet."""
    return [one for one in uow.invitations.of(game_id) if one.state is InvitationState.OPEN]


def open_places(uow: Uow, course: Course) -> int:
    """Count the places that are neither taken nor promised by an open invitation."""
    asked = len(open_invitations(uow, course.row.id))
    return course.row.rules.players - len(course.seats) - asked


def invite(services: Services, uow: Uow, course: Course, email: str) -> InviteRefusal | None:
    """Ask an address to an open table; the mail names inviter and operator."""
    if open_places(uow, course) < 1:
        return TableClosed("full")
    asked = [invitation.email for invitation in open_invitations(uow, course.row.id)]
    fault = fault_of(services, uow, course.row.starter_id or 0, [email], asked)
    if fault is None:
        send_invitation(services, uow, course, valid_address(email) or email)
    return fault


def fault_of(
    services: Services,
    uow: Uow,
    starter_id: int,
    emails: Sequence[str],
    asked: Sequence[str] = (),
) -> BadAddress | CannotInvite | None:
    """Say why one of these addresses cannot be asked to a table, if so.

    The starter's row is locked, so that of two letters at once one sees what the other asks.
    """
    day_ago = services.clock.now() - timedelta(days=1)
    asked_lately = uow.invitations.unanswered(starter_id, day_ago) if emails else 0
    room = services.policy.invitations_a_day - asked_lately
    for number, email in enumerate(emails):
        fault = unfit(services, [email], [*asked, *emails[:number]])
        if fault is not None:
            return fault
        address = valid_address(email) or email
        if uow.players.is_barred(address):
            return CannotInvite(address, "barred")
        if room <= number:
            return CannotInvite(address, "limit")
    return None


def unfit(
    services: Services, emails: Sequence[str], asked: Sequence[str] = ()
) -> BadAddress | CannotInvite | None:
    """Say which address is none, was named before, or is our own, if one is."""
    seen = {address_key(valid_address(email) or email) for email in asked}
    for email in emails:
        address = valid_address(email)
        if address is None:
            return BadAddress(email)
        key = address_key(address)
        if key in seen:
            return CannotInvite(address, "seated")
        if key == address_key(services.policy.service_address):
            return CannotInvite(address, "self")
        seen.add(key)
    return None


def send_invitation(services: Services, uow: Uow, course: Course, address: str) -> None:
    """Store an invitation that was found in order, and queue its mail."""
    invitation = uow.invitations.add(
        Invitation(
            id=0,
            game_id=course.row.id,
            email=address,
            inviter_id=course.row.starter_id or 0,
            state=InvitationState.OPEN,
            expires_at=course.now + services.policy.invitation_lasts,
        )
    )
    _ask(services, uow, course, invitation)


def _ask(services: Services, uow: Uow, course: Course, invitation: Invitation) -> None:
    notice_id = uow.outbox.add(
        NewNotice(
            key=f"invitation:{invitation.id}",
            kind="invitation",
            email=invitation.email,
            not_before=course.now,
            game_id=course.row.id,
            facts={"invitation_id": invitation.id},
        )
    )
    if notice_id is not None:
        uow.after_commit(lambda: services.bell.notices([notice_id]))


def settled(invitation: Invitation, row: GameRow, now: datetime) -> NothingOpen | None:
    """Say why an invitation can no longer be answered, if so."""
    if row.status is GameStatus.CANCELLED:
        return NothingOpen("cancelled")
    match invitation.state:
        case InvitationState.OPEN:
            return NothingOpen("expired") if invitation.expires_at <= now else None
        case InvitationState.EXPIRED | InvitationState.UNDELIVERABLE:
            return NothingOpen("expired")
        case _:
            return NothingOpen("answered")


def end_invitation(uow: Uow, invitation: Invitation, state: InvitationState) -> Invitation:
    """Note what became of an invitation and return it as it is now."""
    ended = replace(invitation, state=state)
    uow.invitations.save(ended)
    return ended


def end_invitations(uow: Uow, game_id: int) -> None:
    """End all open invitations to a table that is full or called off."""
    for invitation in open_invitations(uow, game_id):
        end_invitation(uow, invitation, InvitationState.EXPIRED)
