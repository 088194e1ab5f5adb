"""What became of a mail, as the player's address and the table get to know it."""

import hashlib
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Literal

from pbem.app import lobby
from pbem.app.course import open_course
from pbem.app.incoming import (
    Incoming,
    ToAddress,
    ToInvitation,
    ToNobody,
    ToPending,
    ToSeat,
    ToService,
)
from pbem.app.inviting import end_invitation
from pbem.app.notice_records import Notice, NoticeState
from pbem.app.notices import Notices
from pbem.app.ports import Uow
from pbem.app.reach import note_failure, note_taken
from pbem.app.records import Address, Failure, GameStatus, Invitation, InvitationState
from pbem.app.services import Services
from pbem.app.trust import is_doubtful
from pbem.app.ways import address_of, other_address, way_of
from pbem.rules.engine import position

_REPORTED_FOR: Final = timedelta(days=7)
"""Reports come for days, but whoever has a mail that was made void may write some, too."""

_AT_ITS_ADDRESS: Final = frozenset({"confirm", "sign_in", "which", "turn"})

Whose = Literal["bounce", "bounce_invitation", "bounce_pending", "bounce_address"]


def refused(
    services: Services, uow: Uow, notice: Notice, grade: Failure | None, reply: str
) -> None:
    """Note that a mail to an address was refused, or given up. `grade`: None if that is our fault.

    An invitation that cannot arrive is over, so that the starter can ask somebody else.
    What was to go to an address where no mail goes any more goes to another one of its player.
    """
    address = _gone_to(uow, notice)
    if address is not None and grade is not None:
        _fails(services, uow, address, grade, reply)
        _send_elsewhere(services, uow, notice, address)
    if notice.kind == "invitation":
        _end_invitation(services, uow, _invitation_of(notice))


def reported(services: Services, uow: Uow, incoming: Incoming) -> None:
    """Note a delivery report or a complaint, once, at what is behind the address it came to.

    Only who handled the mail knows that address. The id of a mail is known to many, so that
    by it alone nothing counts but a complaint, for large providers tell no more than that.
    What merely waits is not noted; `reason` of a report begins with its grade. A question
    that could not be asked is forgotten.
    """
    grade = _grade(incoming)
    mail = _mail_of(uow, incoming)
    if is_unasked_complaint(incoming) and not _is_believed(services, incoming):
        return
    if grade is None or not _is_new(services, uow, incoming, grade, mail):
        return
    match incoming.to:
        case ToAddress() as to:
            _reported_at(services, uow, to, grade, incoming)
        case ToSeat(seat_id):
            address = address_of(uow, uow.seats.get(seat_id))
            _fails_at(services, uow, address, grade, incoming)
        case ToInvitation(invitation_id):
            _invited_fails(services, uow, invitation_id, grade)
        case ToPending(pending_id) if grade != "soft":
            _asked_fails(services, uow, pending_id, grade, mail)
        case ToService() | ToNobody() if mail is not None and grade == "complaint":
            _mail_fails(services, uow, mail, incoming)


def is_unasked_complaint(incoming: Incoming) -> bool:
    """Whether this is a complaint that came to no address for reports of one mail."""
    is_complaint = incoming.kind == "bounce" and incoming.reason.startswith("complaint")
    return is_complaint and isinstance(incoming.to, ToService | ToNobody)


def _is_believed(services: Services, incoming: Incoming) -> bool:
    """Whether a complaint may be from the provider that it names, as far as that is checked."""
    return incoming.trust != "fail" and not is_doubtful(services.policy.trust, incoming.trust)


def wanted_until(uow: Uow, notice: Notice) -> datetime | None:
    """Return until when a mail is of use that asks something; None if it asks nothing."""
    if notice.kind == "invitation":
        invitation = uow.invitations.get(_invitation_of(notice))
        return None if invitation is None else invitation.expires_at
    pending_id = notice.facts.get("pending_id")
    if notice.kind in ("confirm", "sign_in") and isinstance(pending_id, int):
        found = uow.pending.get(pending_id)
        return None if found is None else found[3]
    seat = None if notice.seat_id is None else uow.seats.get(notice.seat_id)
    if seat is None or notice.kind not in ("turn", "reminder"):
        return None
    return next(
        (one.deadline for one in uow.waits.of(seat.game_id) if one.seat == seat.number), None
    )


def whose(uow: Uow, notice: Notice, address_id: int | None) -> tuple[Whose, int, int] | None:
    """Return where a report that this mail failed is to be noted: kind, row and generation."""
    if notice.kind == "invitation":
        invitation = uow.invitations.get(_invitation_of(notice))
        if invitation is not None:
            return "bounce_invitation", invitation.id, invitation.generation
    pending_id = notice.facts.get("pending_id")
    if notice.seat_id is None and isinstance(pending_id, int) and notice.kind != "sign_in":
        return "bounce_pending", pending_id, 0
    address = None if address_id is None else uow.players.find_address(address_id)
    if address is not None:
        return "bounce_address", address.id, uow.players.generation(address.player_id)[0]
    return ("bounce_pending", pending_id, 0) if isinstance(pending_id, int) else None


def taken(uow: Uow, notice: Notice, now: datetime) -> None:
    """Note that the server takes mail to an address again."""
    address = _gone_to(uow, notice)
    if address is not None:
        note_taken(uow, address, now)


def _invitation_of(notice: Notice) -> int:
    """Return which invitation a mail is; 0, which none is, where that was lost."""
    return int(str(notice.facts.get("invitation_id", 0)))


def _grade(incoming: Incoming) -> Failure | None:
    """Return how a mail failed; None where it has not."""
    if incoming.about is not None and not incoming.about.is_failure:
        return None
    match incoming.reason.partition(" ")[0]:
        case "hard" | "soft" | "complaint" as grade:
            return grade
        case _:
            return None


def _mail_of(uow: Uow, incoming: Incoming) -> Notice | None:
    about = incoming.about
    if about is None or about.message_id is None:
        return None
    return uow.outbox.by_message_id(about.message_id)


def _is_new(
    services: Services, uow: Uow, incoming: Incoming, grade: Failure, mail: Notice | None
) -> bool:
    """Whether no report of this kind about this mail was noted before."""
    # What came elsewhere uses up nothing: whoever knows the id could hide what is true.
    what = incoming.key if mail is None else f"{incoming.to} {mail.message_id}"
    key = hashlib.sha256(f"report {grade} {what}".encode()).hexdigest()
    return uow.letters.first_time(key, services.clock.now())


def _gone_to(uow: Uow, notice: Notice) -> Address | None:
    """Return the address that a mail went to."""
    if notice.address_id is not None:
        return uow.players.find_address(notice.address_id)
    return None if notice.seat_id is None else address_of(uow, uow.seats.get(notice.seat_id))


def _reported_at(
    services: Services, uow: Uow, to: ToAddress, grade: Failure, incoming: Incoming
) -> None:
    """Note a report at an address; for a week also one about a mail that is void, as passing."""
    address = uow.players.find_address(to.address_id)
    if address is not None and to.was_voided:
        since = uow.players.generation(address.player_id)[1]
        if since is None or services.clock.now() - since > _REPORTED_FOR:
            return
        grade = "soft"
    _fails_at(services, uow, address, grade, incoming)


def _fails_at(
    services: Services, uow: Uow, address: Address | None, grade: Failure, incoming: Incoming
) -> None:
    if address is not None:
        _fails(services, uow, address, grade, incoming.reason)


def _mail_fails(services: Services, uow: Uow, mail: Notice, incoming: Incoming) -> None:
    """Note a complaint of one of our mails that its id alone tells of.

    It does only what its reader can undo by an answer: nobody is barred for good. It may
    name another address of its reader than the mail was sent to.
    """
    if mail.kind == "invitation":
        _end_invitation(services, uow, _invitation_of(mail))
        return
    address = _named(uow, mail, incoming) or _gone_to(uow, mail)
    _fails_at(services, uow, address, "complaint", incoming)


def _named(uow: Uow, mail: Notice, incoming: Incoming) -> Address | None:
    """Return the address that a report names, if it is one of the reader of the mail."""
    named = incoming.about.recipient if incoming.about is not None else ""
    known = [address for _, address in uow.players.at(named)] if named else []
    reader = mail.player_id
    if reader is None and mail.seat_id is not None:
        seat = uow.seats.get(mail.seat_id)
        reader = seat.player_id if seat is not None else None
    return next((one for one in known if one.player_id == reader), None)


def _fails(services: Services, uow: Uow, address: Address, grade: Failure, said: str) -> None:
    """Note a failure at an address; if it ends the mails there, ask again at another one."""
    now = services.clock.now()
    noted = note_failure(uow, address, grade, said, now)
    if noted.suppressed is None or address.suppressed is not None:
        return
    for _, own in uow.players.at(address.email):
        if other_address(uow, own) is not None:
            _ask_elsewhere(services, uow, own, now)


def _ask_elsewhere(services: Services, uow: Uow, address: Address, now: datetime) -> None:
    """Queue the open questions to a player whose mails go to another address from now on."""
    is_rare = uow.players.get(address.player_id).choices.mails == "deals"
    for seat in uow.seats.of_player(address.player_id):
        row = uow.games.get(seat.game_id)
        if seat.address_id != address.id or row.status is not GameStatus.RUNNING:
            continue
        wait = next((one for one in uow.waits.of(row.id) if one.seat == seat.number), None)
        # Who wants no mails of turns is asked by the reminder alone, once it was due.
        if wait is None or not seat.mails or (is_rare and wait.remind_at is not None):
            continue
        at = position(uow.log.game(row), wait.seat)
        key = f"elsewhere:{seat.id}:{address.id}:{at}:{now.isoformat()}"
        Notices(services, uow, row.id, now).add(seat, "reminder" if is_rare else "turn", key, at)


def _asked_fails(
    services: Services, uow: Uow, pending_id: int, grade: Failure, mail: Notice | None
) -> None:
    """Forget a question that failed for good; whoever complains of one is asked no other."""
    taken_ = uow.pending.take(pending_id)
    if grade != "complaint":
        return
    of_mail = mail is not None and mail.facts.get("pending_id") == pending_id
    email = taken_[1] if taken_ is not None else mail.email if mail is not None and of_mail else ""
    if email:
        _bar(services, uow, email)


def _bar(services: Services, uow: Uow, email: str) -> None:
    """Write unasked to an address no more, and no more to those who have it."""
    uow.players.bar_invitations(email)
    for _, address in uow.players.at(email):
        note_failure(uow, address, "complaint", "complaint", services.clock.now())


def _send_elsewhere(services: Services, uow: Uow, notice: Notice, address: Address) -> None:
    """Let a mail that was refused at an address go where the mails of its player go now.

    Open questions are asked there anyway. What proves an address, or is for whoever wrote
    from it, is for no other.
    """
    if notice.kind in _AT_ITS_ADDRESS or notice.player_id != address.player_id:
        return
    way = way_of(uow, notice)
    if way is not None and way.address_id not in (None, address.id):
        now = services.clock.now()
        uow.outbox.save(replace(notice, state=NoticeState.WAITING, not_before=now))


def _invited_fails(services: Services, uow: Uow, invitation_id: int, grade: Failure) -> None:
    """End an invitation that failed for good; whoever complains of one gets no other."""
    if grade == "soft":
        return
    found = uow.invitations.get(invitation_id)
    if found is not None and grade == "complaint":
        _bar(services, uow, found.email)
    _end_invitation(services, uow, invitation_id)


def _end_invitation(services: Services, uow: Uow, invitation_id: int) -> None:
    """End an invitation that does not arrive, and tell the starter whom to ask elsewhere."""
    found = uow.invitations.get(invitation_id)
    if found is None:
        return
    course = open_course(services, uow, found.game_id)
    # It may have been answered before the table was ours.
    invitation: Invitation | None = uow.invitations.get(invitation_id)
    if invitation is None or invitation.state is not InvitationState.OPEN:
        return
    end_invitation(uow, invitation, InvitationState.UNDELIVERABLE)
    if course.row.status is GameStatus.OPEN:
        lobby.tell_starter(course, "unreachable", invitation.email, invitation.id)
