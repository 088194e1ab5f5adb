"""Answers to an invitation, by letter or on its page: yes, no, never, or a question."""

from dataclasses import dataclass, replace
from datetime import datetime

from pbem.app import lobby, starting
from pbem.app.accounts import player_for
from pbem.app.addresses import address_key
from pbem.app.answers import (
    AlreadySeated,
    Answer,
    BadName,
    Done,
    LineOutcome,
    NothingOpen,
    TableClosed,
)
from pbem.app.course import Course, open_course
from pbem.app.first_zone import guess_zone
from pbem.app.incoming import Incoming
from pbem.app.inviting import end_invitation
from pbem.app.lines import answer_key, answer_to, carry_out, section_of, shown
from pbem.app.looking import look
from pbem.app.packing import pack_answer
from pbem.app.people import Choice, Unsure, doubt, known_at, person
from pbem.app.ports import Uow
from pbem.app.records import (
    GameRow,
    GameStatus,
    Invitation,
    InvitationState,
    NewNotice,
    Player,
    Seat,
)
from pbem.app.services import Services
from pbem.app.sight import Sight
from pbem.app.telling import invited_to
from pbem.app.told import Invited
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
    if desk.seat is not None and desk.seat.player_id is not None:
        guess_zone(uow, desk.seat.player_id, incoming.offset, course.now)
    began = course.game is not None and not course.had_begun
    if began:
        course.close(first=True)
    if not (began and outcomes and all(line.done for line in outcomes)):
        answered = answer_to(incoming, outcomes, "invitation")
        key = answer_key(uow, incoming, f"invitation {invitation.id}", services.clock.now())
        _queue(services, uow, invitation, desk.seat, (key, answered))
    return "applied" if outcomes and all(line.done for line in outcomes) else "refused", ""


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
            closed=_closed(invitation, row, services.clock.now()),
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
        course = open_course(services, uow, invitation.game_id)
        # Another press may have come first, before the table was locked.
        invitation = uow.invitations.get(invitation_id) or invitation
        desk = _InvitationDesk(services, uow, course, invitation, "", choice.player_id)
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


class _InvitationDesk:
    """One invitation, as the invited person answers it."""

    def __init__(
        self,
        services: Services,
        uow: Uow,
        course: Course,
        invitation: Invitation,
        name: str,
        player_id: int | None = None,
    ) -> None:
        self._player_id = player_id
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
        return _closed(self._invitation, self._course.row, self._course.now)

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
        if self._player_id is not None:
            player, address = person(self._uow, self._invitation.email, Choice(self._player_id))
            return lobby.sit_down(self._uow, self._course, player, address.id, seed=seed)
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


def _closed(invitation: Invitation, row: GameRow, now: datetime) -> NothingOpen | None:
    """Say why an invitation can no longer be answered, if so."""
    if row.status is GameStatus.CANCELLED:
        return NothingOpen("cancelled")
    if invitation.state is InvitationState.EXPIRED or invitation.expires_at <= now:
        return NothingOpen("expired")
    return None if invitation.state is InvitationState.OPEN else NothingOpen("answered")


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
