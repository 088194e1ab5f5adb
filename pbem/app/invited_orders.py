"""Orders of somebody who was asked to a table, and who of several at one mailbox that is."""

from dataclasses import replace

from pbem.app import lobby, starting
from pbem.app.accounts import player_for
from pbem.app.answers import AlreadySeated, BadName, Done, LineOutcome, NothingOpen, TableClosed
from pbem.app.course import Course
from pbem.app.inviting import end_invitation, settled
from pbem.app.lines import section_of, shown
from pbem.app.naming import name_fault, seemly
from pbem.app.people import Choice, known_at, person
from pbem.app.ports import Uow
from pbem.app.records import Address, Invitation, InvitationState, Player, Seat
from pbem.app.service_desk import writer
from pbem.app.services import Services
from pbem.orders.orders import AsPlayer, Join, Never, No, Order, Practice, Yes
from pbem.orders.reading import read_line


def unsure_who(
    uow: Uow, course: Course, invitation: Invitation, lines: tuple[str, ...]
) -> tuple[Player, ...]:
    """Return the people at the address of whom any may be meant, if a letter leaves that open."""
    orders = [read_line(line, "invitation") for line in lines]
    if any(isinstance(order, AsPlayer) for order in orders):
        return ()
    known = known_at(uow, invitation.email)
    sitting = {seat.player_id for seat in course.seats}
    free = tuple(player for player in known if player.id not in sitting)
    for order in orders:
        match order:
            case Practice() if len(known) > 1:
                return known
            case Join(name=name) if len(known) > 1 and _of_name(known, name) is None:
                return known
            case Yes(name="") if len(free) > 1:
                return free
            case _:
                continue
    return ()


def _of_name(known: tuple[Player, ...], name: str) -> Player | None:
    return writer(list(known), name) if name else None


class InvitedOrders:
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
        self._anew = ""
        self._services = services
        self._uow = uow
        self._course = course
        self._invitation = invitation
        self._name = name
        self.seat: Seat | None = None
        self.player: Player | None = None

    def carry(self, line: str, order: Order) -> LineOutcome:
        """Carry out one order."""
        if section_of(order) is not None:
            return shown(line)
        if isinstance(order, AsPlayer):
            return self._choose(line, order.name)
        return self._carry(line, order)

    def _carry(self, line: str, order: Order) -> LineOutcome:
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

    def _choose(self, line: str, name: str) -> LineOutcome:
        """Remember who says to be writing: somebody known at the address, or somebody new."""
        known = _of_name(known_at(self._uow, self._invitation.email), name)
        fault = name_fault(seemly(name), ()) if known is None else None
        if fault is not None:
            return LineOutcome(line, refused=fault)
        self._player_id, self._anew = (known.id, "") if known is not None else (None, name)
        return shown(line)

    def _closed(self) -> NothingOpen | None:
        return settled(self._invitation, self._course.row, self._course.now)

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
        name = name or self._anew
        if self._player_id is not None:
            player, address = self._person()
            return lobby.sit_down(self._uow, self._course, player, address.id, name=name, seed=seed)
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
        self._tell_of_no()
        return LineOutcome(line, done=Done("declined", text=self._course.row.code))

    def _bar(self, line: str) -> LineOutcome:
        self._uow.players.bar_invitations(self._invitation.email)
        if self._closed() is None:
            self._end(InvitationState.DECLINED)
            self._tell_of_no()
        return LineOutcome(line, done=Done("barred"))

    def _tell_of_no(self) -> None:
        lobby.tell_starter(self._course, "declined", self._invitation.email, self._invitation.id)

    def _end(self, state: InvitationState) -> None:
        self._invitation = end_invitation(self._uow, self._invitation, state)

    def _practise(self, line: str) -> LineOutcome:
        player, address = self._person()
        outcome = starting.practise(self._services, self._uow, player, address.id)
        return replace(outcome, line=line)

    def _person(self) -> tuple[Player, Address]:
        """Return who writes: as chosen, else whoever is alone at the address."""
        choice = Choice(self._player_id, self._anew)
        self.player, address = person(self._uow, self._invitation.email, choice, self._name)
        return self.player, address

    def _join(self, line: str, code: str, name: str) -> LineOutcome:
        known = _of_name(known_at(self._uow, self._invitation.email), name)
        if known is not None:
            self._player_id = known.id
        self._name = name or self._name
        player, address = self._person()
        outcome = starting.take_place(self._services, self._uow, player, address.id, code, name)
        return replace(outcome, line=line)
