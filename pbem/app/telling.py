"""What a notice tells, gathered at the moment it is rendered; or that it is overtaken."""

from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from pbem.app.daily import daily_mail
from pbem.app.looking import happened_since, look, talk_at
from pbem.app.notice_records import Notice
from pbem.app.overtaken import is_overtaken
from pbem.app.packing import unpack_answer
from pbem.app.ports import Uow
from pbem.app.records import GameRow, Invitation, Player, Seat
from pbem.app.sight import Said
from pbem.app.told import Invited, Kind, Told
from pbem.app.ways import Way, way_of
from pbem.orders.choices import USUAL


def told(uow: Uow, notice: Notice, now: datetime, way: Way | None = None) -> Told | None:
    """Gather what a mail shows; None if events have overtaken the notice.

    `way` is where it goes, if that was found out before.
    """
    way = way or way_of(uow, notice)
    if way is None or is_overtaken(uow, notice):
        return None
    found = _told(uow, replace(notice, email=way.email), now)
    return None if found is None else replace(found, instead_of=way.instead_of)


def _told(uow: Uow, notice: Notice, now: datetime) -> Told | None:
    seat = None if notice.seat_id is None else uow.seats.get(notice.seat_id)
    if seat is not None:
        return _told_to_seat(uow, notice, seat, now)
    if notice.kind == "invitation":
        return _invitation(uow, notice, now)
    if notice.kind == "digest":
        return daily_mail(uow, notice, now)
    return _told_to_address(uow, notice, now)


def _told_to_seat(uow: Uow, notice: Notice, seat: Seat, now: datetime) -> Told | None:
    if seat.player_id is None or seat.address_id is None:
        return None
    row = uow.games.get(seat.game_id)
    last_seq = uow.outbox.told_up_to(seat.id)
    last_number, last_at = uow.outbox.last_sent(row.id, seat.id)
    player = uow.players.get(seat.player_id)
    facts = notice.facts
    packed = cast("dict[str, Any] | None", facts.get("answer"))
    pending = cast("int | None", facts.get("pending_id"))
    return Told(
        notice=notice,
        kind=cast("Kind", notice.kind),
        reader=seat.name,
        zone=player.zone,
        locale=player.locale,
        now=now,
        sight=look(uow, row, seat),
        since=happened_since(uow, row, last_seq, seat.number) if row.seq else (),
        talk=_talk(uow, row, last_seq, last_at),
        answer=unpack_answer(packed) if packed else None,
        number=uow.outbox.next_number(seat.id),
        last_number=last_number,
        seat_id=seat.id,
        generation=seat.generation,
        pending_id=pending,
        facts=facts,
        choices=player.choices,
    )


def _talk(uow: Uow, row: GameRow, last_seq: int, last_at: datetime | None) -> tuple[Said, ...]:
    """Return what was said since the last mail that went out to a seat: nothing is told twice."""
    if not row.seq:
        return ()
    return talk_at(uow, row, since_seq=last_seq, after=last_at)


def _invitation(uow: Uow, notice: Notice, now: datetime) -> Told | None:
    invitation = uow.invitations.get(cast("int", notice.facts["invitation_id"]))
    if invitation is None:
        return None
    row = uow.games.get(notice.game_id or 0)
    inviter = uow.players.get(invitation.inviter_id)
    return Told(
        notice=notice,
        kind="invitation",
        reader="",
        zone=inviter.zone,
        locale=inviter.locale,
        now=now,
        sight=look(uow, row, None),
        invitation_id=invitation.id,
        generation=invitation.generation,
        invited=invited_to(uow, row, invitation),
        facts=notice.facts,
    )


def invited_to(uow: Uow, row: GameRow, invitation: Invitation) -> Invited:
    """Return what an invitation says of the game and of who asks."""
    inviter = uow.players.get(invitation.inviter_id)
    seats = uow.seats.of(row.id)
    own = next((seat for seat in seats if seat.player_id == inviter.id), None)
    email = uow.players.address(own.address_id).email if own and own.address_id is not None else ""
    return Invited(
        inviter=own.name if own else inviter.name,
        inviter_email=email,
        accepted=tuple(seat.name for seat in seats if seat.player_id not in (None, inviter.id)),
        expires_at=invitation.expires_at,
    )


def _told_to_address(uow: Uow, notice: Notice, now: datetime) -> Told:
    player: Player | None = None
    if notice.player_id is not None:
        player = uow.players.get(notice.player_id)
    packed = cast("dict[str, Any] | None", notice.facts.get("answer"))
    invitation = _still_open(uow, notice)
    return Told(
        notice=notice,
        kind=cast("Kind", notice.kind),
        reader=player.name if player else "",
        zone=player.zone if player else None,
        locale=player.locale if player else "en",
        now=now,
        answer=unpack_answer(packed) if packed else None,
        invitation_id=invitation.id if invitation else None,
        generation=invitation.generation if invitation else 0,
        pending_id=cast("int | None", notice.facts.get("pending_id")),
        facts=notice.facts,
        choices=player.choices if player else USUAL,
    )


def _still_open(uow: Uow, notice: Notice) -> Invitation | None:
    """Return the invitation that a notice is about, if it can still be answered."""
    invitation_id = cast("int | None", notice.facts.get("invitation_id"))
    invitation = uow.invitations.get(invitation_id) if invitation_id is not None else None
    return invitation if invitation is not None and invitation.state == "open" else None


def tells_up_to(uow: Uow, told_: Told) -> int | None:
    """Return up to which event the seat has been told once this mail has gone out.

    That is the last one in the mail: the game may have gone on since it was read.
    """
    if told_.seat_id is None:
        return None
    return told_.since[-1].number if told_.since else uow.outbox.told_up_to(told_.seat_id)
