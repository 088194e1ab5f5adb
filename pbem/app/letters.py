"""The way of a letter: what it is, whom it is for, and what it did."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never

from pbem.app import game_desk, invitation_desk, pending_desk, revoking, service_desk
from pbem.app.delivery import reported
from pbem.app.incoming import (
    Incoming,
    ToAddress,
    ToInvitation,
    ToNobody,
    ToPending,
    ToRevoked,
    ToSeat,
    ToService,
    seat_of_lane,
)
from pbem.app.locks import hold_all_of, reaches_all
from pbem.app.ports import ActedBefore, Uow
from pbem.app.records import StoredLetter
from pbem.app.services import Services

Claim = Callable[[Uow], StoredLetter | None]
Read = Callable[[Uow, StoredLetter], Incoming]


DUPLICATE: Final = ("duplicate", "a letter with this identity has acted already")
"""Verdict and reason of a letter that came again."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a letter: a verdict of one word, and the reason behind it."""

    verdict: str
    reason: str = ""
    game_id: int | None = None


def read_one(services: Services, claim: Claim, read: Read) -> int | None:
    """Read the letter that is claimed; return its id, or None if there was none to claim.

    The events, notices and the letter's own end are one transaction, so a letter
    acts once or not at all, whenever the process dies. What the same mail would do
    when it comes again is undone as a whole. One that reaches more tables than its own is
    begun anew, with all of them locked in their order.
    """
    try:
        return _read_one(services, claim, read)
    except _ReachesAll as found:
        letter_id = found.letter_id
        # To claim it by itself locks no table.
        anew: Claim = lambda uow: uow.letters.next_in_lane(letter_id)  # noqa: E731
        return _read_one(services, anew, read, of_seat=found.seat_id)


class _ReachesAll(Exception):
    """A letter wants something of all tables of its writer, of which one alone is locked."""

    def __init__(self, letter_id: int, seat_id: int) -> None:
        super().__init__(letter_id, seat_id)
        self.letter_id = letter_id
        self.seat_id = seat_id


def _read_one(
    services: Services, claim: Claim, read: Read, of_seat: int | None = None
) -> int | None:
    """Read the letter that is claimed; `of_seat`: with all tables of its owner locked."""
    with services.uow() as uow:
        letter = claim(uow)
        if letter is None:
            return None
        if of_seat is not None:
            hold_all_of(uow, of_seat)
        _lock_table(uow, letter)
        incoming = read(uow, letter)
        if of_seat is None:
            _see_whether_all(letter, incoming)
        taken = take(services, uow, incoming)
        uow.letters.finish(letter.id, taken.verdict, taken.reason, game_id=taken.game_id)
        try:
            uow.commit()
        except ActedBefore:
            pass
        else:
            return letter.id
    _put_by(services, letter.id)
    return letter.id


def _put_by(services: Services, letter_id: int) -> None:
    """Put a letter by that was found to have come before; somebody else may have done so."""
    with services.uow() as uow:
        letter = uow.letters.next_in_lane(letter_id)
        if letter is not None and letter.id == letter_id:
            uow.letters.finish(letter_id, *DUPLICATE)
        uow.commit()


def _see_whether_all(letter: StoredLetter, incoming: Incoming) -> None:
    """Raise if a letter to a seat reaches the other tables of its owner."""
    if isinstance(incoming.to, ToSeat) and reaches_all(incoming.lines, "game"):
        raise _ReachesAll(letter.id, incoming.to.seat_id)


def _lock_table(uow: Uow, letter: StoredLetter) -> None:
    """Lock the table of a letter to a seat and read its seats: once, and before anything of it."""
    seat_id = seat_of_lane(letter.lane)
    row = None if seat_id is None else uow.games.locked_by_seat(seat_id)
    if row is not None:
        uow.seats.of(row.id)


def is_any_behind(services: Services) -> bool:
    """Whether an unread letter has another one of its lane before it."""
    with services.uow() as uow:
        return uow.letters.is_any_behind()


def is_unread(services: Services, letter_id: int) -> bool:
    """Whether a letter is still to be read."""
    with services.uow() as uow:
        return uow.letters.is_unread(letter_id)


def take(services: Services, uow: Uow, incoming: Incoming) -> Taken:
    """Do what a read letter asks for, within an open unit of work."""
    match incoming.kind:
        case "auto_reply" | "receipt" | "loop":
            return Taken(incoming.kind, incoming.reason)
        case "bounce":
            reported(services, uow, incoming)
            return Taken("bounce", incoming.reason)
        case "too_big" | "malformed" if incoming.sender is None or not _is_asked(incoming):
            return Taken(incoming.kind, incoming.reason)
        case "orders" | "empty" | "too_big" | "malformed":
            return _deliver(services, uow, incoming)
        case _:
            assert_never(incoming.kind)


def _is_asked(incoming: Incoming) -> bool:
    """Whether a letter came to an address that we gave to one person, who can be helped."""
    return isinstance(incoming.to, ToSeat | ToInvitation | ToPending)


def _deliver(services: Services, uow: Uow, incoming: Incoming) -> Taken:
    if incoming.sender is None:
        return Taken("malformed", "no sender")
    uow.letters.acts_once(incoming.key, services.clock.now())
    return _at_desk(services, uow, incoming)


def _at_desk(services: Services, uow: Uow, incoming: Incoming) -> Taken:
    match incoming.to:
        case ToSeat(seat_id):
            seat = uow.seats.get(seat_id)
            game_id = seat.game_id if seat is not None else None
            taken = Taken(*game_desk.take(services, uow, incoming, incoming.to), game_id)
        case ToInvitation(invitation_id):
            taken = Taken(*invitation_desk.take(services, uow, incoming, invitation_id))
        case ToPending(pending_id):
            taken = Taken(*pending_desk.take(services, uow, incoming, pending_id))
        case ToService():
            taken = Taken(*service_desk.take(services, uow, incoming))
        case ToRevoked(seat_id):
            taken = Taken(*revoking.take(services, uow, incoming, seat_id))
        case ToAddress():
            # Nobody but a machine writes there.
            taken = Taken("nobody", "unknown")
        case ToNobody(why):
            taken = Taken("nobody", why)
        case _:
            assert_never(incoming.to)
    return taken
