"""Letters to the reply address of an invitation: yes, no, never, or a question."""

from dataclasses import replace

from pbem.app import lobby, starting
from pbem.app.accounts import player_for
from pbem.app.addresses import address_key
from pbem.app.answers import AlreadySeated, BadName, Done, LineOutcome, NothingOpen, TableClosed
from pbem.app.course import Course, open_course
from pbem.app.incoming import Incoming
from pbem.app.inviting import end_invitation
from pbem.app.lines import answer_key, answer_to, carry_out, section_of, shown
from pbem.app.packing import pack_answer
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Invitation, InvitationState, NewNotice, Seat
from pbem.app.services import Services
from pbem.orders.orders import Join, Never, No, Order, Practice, Yes


def take(services: Services, uow: Uow, incoming: Incoming, invitation_id: int) -> tuple[str, str]:
    """Carry out an invited person's letter; return a verdict and its reason."""
    invitation = uow.invitations.get(invitation_id)
    if invitation is None:
        return "nobody", "no such invitation"
    if address_key(incoming.sender or "") != address_key(invitation.email):
        return "stranger", "the sender is not the invited address"
    course = open_course(services, uow, invitation.game_id)
    # It may have been answered, or have ended, before the table was ours.
    invitation = uow.invitations.get(invitation_id) or invitation
    desk = _InvitationDesk(services, uow, course, invitation, incoming.sender_name)
    outcomes = carry_out(incoming.lines, "invitation", desk.carry)
    began = course.game is not None and not course.had_begun
    if began:
        course.close(first=True)
    if not (began and outcomes and all(line.done for line in outcomes)):
        _answer(services, uow, incoming, invitation, outcomes, desk.seat)
    return "applied" if outcomes and all(line.done for line in outcomes) else "refused", ""


class _InvitationDesk:
    """One invitation, as the invited person answers it."""

    def __init__(
        self, services: Services, uow: Uow, course: Course, invitation: Invitation, name: str
    ) -> None:
        self._services = services
        self._uow = uow
        self._course = course
        self._invitation = invitation
        self._name = name
        self.seat: Seat | None = None

    def carry(self, line: str, order: Order) -> LineOutcome:
        if section_of(order) is not None:
            return shown(line)
        match order:
            case Yes(seed, name):
                return self._accept(line, seed, name)
            case No():
                return self._decline(line)
            case Never():
                return self._bar(line)
            case Practice():
                return self._practise(line)
            case Join(code, name):
                return self._join(line, code, name)
            case _:
                raise AssertionError(f"not an order of the invited: {type(order).__name__}")

    def _closed(self) -> NothingOpen | None:
        """Say why this invitation can no longer be answered, if so."""
        state = self._invitation.state
        if self._course.row.status is GameStatus.CANCELLED:
            return NothingOpen("cancelled")
        if state is InvitationState.EXPIRED or self._invitation.expires_at <= self._course.now:
            return NothingOpen("expired")
        return None if state is InvitationState.OPEN else NothingOpen("answered")

    def _accept(self, line: str, seed: str, name: str) -> LineOutcome:
        closed = self._closed()
        if closed is not None:
            return LineOutcome(line, refused=closed)
        seat = self._sit_down(seed, name)
        if not isinstance(seat, Seat):
            return LineOutcome(line, refused=seat)
        self.seat = seat
        self._end(InvitationState.ACCEPTED)
        if not lobby.start_if_full(self._uow, self._course):
            lobby.tell_starter(self._course, "accepted", seat.name)
        return LineOutcome(line, done=Done("accepted", text=self._course.row.code))

    def _sit_down(self, seed: str, name: str) -> Seat | AlreadySeated | BadName | TableClosed:
        sitting = {seat.player_id for seat in self._course.seats if seat.player_id is not None}
        found = player_for(
            self._uow, self._invitation.email, name or self._name, anew=name, not_among=sitting
        )
        if found is None:
            return AlreadySeated(self._course.row.code)
        player, address = found
        return lobby.sit_down(self._uow, self._course, player, address.id, name=name, seed=seed)

    def _decline(self, line: str) -> LineOutcome:
        closed = self._closed()
        if closed is not None:
            return LineOutcome(line, refused=closed)
        self._end(InvitationState.DECLINED)
        lobby.tell_starter(self._course, "declined", self._invitation.email)
        return LineOutcome(line, done=Done("declined", text=self._course.row.code))

    def _bar(self, line: str) -> LineOutcome:
        self._uow.players.bar_invitations(self._invitation.email)
        if self._closed() is None:
            self._end(InvitationState.DECLINED)
            lobby.tell_starter(self._course, "declined", self._invitation.email)
        return LineOutcome(line, done=Done("barred"))

    def _end(self, state: InvitationState) -> None:
        self._invitation = end_invitation(self._uow, self._invitation, state)

    def _practise(self, line: str) -> LineOutcome:
        found = player_for(self._uow, self._invitation.email, self._name)
        if found is None:
            raise AssertionError("without a restriction there is always a player")
        outcome = starting.practise(self._services, self._uow, found[0], found[1].id)
        return replace(outcome, line=line)

    def _join(self, line: str, code: str, name: str) -> LineOutcome:
        found = player_for(self._uow, self._invitation.email, name or self._name)
        if found is None:
            raise AssertionError("without a restriction there is always a player")
        outcome = starting.take_place(self._services, self._uow, found[0], found[1].id, code, name)
        return replace(outcome, line=line)


def _answer(
    services: Services,
    uow: Uow,
    incoming: Incoming,
    invitation: Invitation,
    outcomes: tuple[LineOutcome, ...],
    seat: Seat | None,
) -> None:
    answer = answer_to(incoming, outcomes, "invitation")
    notice_id = uow.outbox.add(
        NewNotice(
            key=answer_key(incoming, f"invitation {invitation.id}", services.clock.now()),
            kind="answer" if seat is not None else "service",
            email="" if seat is not None else invitation.email,
            not_before=services.clock.now(),
            game_id=invitation.game_id,
            seat_id=seat.id if seat is not None else None,
            player_id=seat.player_id if seat is not None else None,
            facts={"answer": pack_answer(answer), "invitation_id": invitation.id},
        )
    )
    if notice_id is not None:
        uow.after_commit(lambda: services.bell.notices([notice_id]))
