"""Answers to an invitation, by letter or on its page: yes, no, never, or a question."""

from dataclasses import dataclass, replace

from pbem.app import first_mails
from pbem.app.addresses import address_key
from pbem.app.answers import (
    Answer,
    LineOutcome,
    NothingOpen,
)
from pbem.app.course import open_course
from pbem.app.first_zone import guess_zone
from pbem.app.incoming import Incoming
from pbem.app.invited_orders import InvitedOrders, unsure_who
from pbem.app.inviting import settled
from pbem.app.limits import may_answer
from pbem.app.lines import answer_key, answer_to, carry_out, warned
from pbem.app.locks import hold, tables_in
from pbem.app.looking import look
from pbem.app.notice_records import NewNotice
from pbem.app.notices import Reply
from pbem.app.packing import pack_answer
from pbem.app.people import Choice, Unsure, doubt, known_at
from pbem.app.ports import Uow
from pbem.app.records import Invitation, Player, Seat
from pbem.app.service_answers import ask_which
from pbem.app.services import Services
from pbem.app.sight import Sight
from pbem.app.telling import invited_to
from pbem.app.told import Invited
from pbem.app.verdicts import verdict_of
from pbem.orders.orders import Never, No, Yes


def take(services: Services, uow: Uow, incoming: Incoming, invitation_id: int) -> tuple[str, str]:
    """Carry out an invited person's letter; return a verdict and its reason."""
    invitation = uow.invitations.get(invitation_id)
    if invitation is None:
        return "nobody", "no such invitation"
    if address_key(incoming.sender or "") != address_key(invitation.email):
        return "stranger", "the sender is not the invited address"
    wanted = tables_in(uow, incoming.lines, "invitation")
    hold(uow, invitation.email, [invitation.game_id, *wanted])
    course = open_course(services, uow, invitation.game_id)
    # It may have been answered, or have ended, before the table was ours.
    invitation = uow.invitations.get(invitation_id) or invitation
    candidates = unsure_who(uow, course, invitation, incoming.lines)
    if candidates:
        names = [player.name for player in candidates]
        return ask_which(services, uow, incoming, names, {"invitation_id": invitation.id})
    desk = InvitedOrders(services, uow, course, invitation, incoming.sender_name)
    outcomes = carry_out(incoming.lines, "invitation", desk.carry)
    if desk.seat is not None and desk.seat.player_id is not None:
        guess_zone(services, uow, desk.seat.player_id, incoming.offset)
    answered = answer_to(incoming, outcomes, "invitation")
    if course.game is not None and not course.had_begun and desk.seat is not None:
        # The first mail of the game tells that the answer worked, and all else it has to.
        plainly = outcomes and all(line.done for line in outcomes) and not answered.unread
        reply = None if plainly else Reply(desk.seat.id, {"answer": pack_answer(answered)})
        course.close(first=True, reply=reply)
    elif not first_mails.carried(uow, desk.player, answered) and may_answer(
        services, uow, f"invitation {invitation.id}"
    ):
        key = answer_key(uow, incoming, f"invitation {invitation.id}", services.clock.now())
        _queue(services, uow, invitation, desk.seat, (key, warned(answered, key)))
    return verdict_of(incoming, outcomes)


@dataclass(frozen=True, slots=True)
class Asked:
    """An invitation as its page shows it. `closed`: why it can no longer be answered."""

    email: str
    sight: Sight
    invited: Invited
    players: tuple[Player, ...]
    closed: NothingOpen | None


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of an answer given on the page."""

    outcome: LineOutcome
    code: str
    began: bool


def asked(services: Services, invitation_id: int) -> Asked | None:
    """Return what an invitation's page shows, or None if there is no such invitation."""
    with services.uow() as uow:
        invitation = uow.invitations.get(invitation_id)
        if invitation is None:
            return None
        row = uow.games.get(invitation.game_id)
        return Asked(
            email=invitation.email,
            sight=look(uow, row, None),
            invited=invited_to(uow, row, invitation),
            players=known_at(uow, invitation.email),
            closed=settled(invitation, row, services.clock.now()),
        )


def answer(
    services: Services, invitation_id: int, order: Yes | No | Never, choice: Choice | None = None
) -> Answered | Unsure | None:
    """Answer an invitation by a pressed button; None if there is no such invitation.

    The link proves the address as a letter from it would.
    """
    choice = choice or Choice()
    with services.uow() as uow:
        invitation = uow.invitations.get(invitation_id)
        if invitation is None:
            return None
        if isinstance(order, Yes):
            unsure = doubt(uow, invitation.email, choice)
            if unsure is not None:
                return unsure
            order = replace(order, name=choice.name)
        hold(uow, invitation.email, [invitation.game_id])
        course = open_course(services, uow, invitation.game_id)
        # Another press may have come first, before the table was locked.
        invitation = uow.invitations.get(invitation_id) or invitation
        desk = InvitedOrders(services, uow, course, invitation, "", choice.player_id)
        outcome = desk.carry(type(order).__name__.lower(), order)
        began = course.game is not None and not course.had_begun
        if outcome.refused is not None:
            return Answered(outcome, course.row.code, began=False)
        if began:
            course.close(first=True)
        elif desk.seat is not None:
            key = f"answer:invitation page {invitation.id}"
            _queue(services, uow, invitation, desk.seat, (key, Answer(lines=(outcome,))))
        uow.commit()
        return Answered(outcome, course.row.code, began)


def _queue(
    services: Services,
    uow: Uow,
    invitation: Invitation,
    seat: Seat | None,
    keyed: tuple[str, Answer],
) -> None:
    """Queue an answer to the seat that was taken, else to the address that was asked."""
    key, told = keyed
    notice_id = uow.outbox.add(
        NewNotice(
            key=key,
            kind="answer" if seat is not None else "service",
            email="" if seat is not None else invitation.email,
            not_before=services.clock.now(),
            game_id=invitation.game_id,
            seat_id=seat.id if seat is not None else None,
            player_id=seat.player_id if seat is not None else None,
            facts={"answer": pack_answer(told), "invitation_id": invitation.id},
        )
    )
    if notice_id is not None:
        uow.after_commit(lambda: services.bell.notices([notice_id]))
