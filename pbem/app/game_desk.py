"""Letters to the reply address of a seat: moves, questions, talk, leaving."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pbem.app import doubts, strangers
from pbem.app.addresses import player_with
from pbem.app.answers import Answer, LineOutcome
from pbem.app.course import Course, open_course
from pbem.app.first_zone import guess_zone
from pbem.app.incoming import Incoming, ToSeat
from pbem.app.limits import may_answer
from pbem.app.lines import answer_key, answer_to, carry_out, warned
from pbem.app.notices import Facts, Reply
from pbem.app.packing import pack_answer
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Player, Seat
from pbem.app.seat_orders import SeatTable
from pbem.app.services import Services
from pbem.app.verdicts import UNREADABLE, verdict_of
from pbem.orders.orders import Revoke
from pbem.orders.reading import read_line

# Orders whose outcome shows in the next state mail anyway: they are not answered.
_SILENT = frozenset({"bid", "bid_changed", "played", "said"})


def take(services: Services, uow: Uow, incoming: Incoming, to: ToSeat) -> tuple[str, str]:
    """Carry out a letter to a seat; return a verdict and its reason."""
    seat = uow.seats.get(to.seat_id)
    if seat is None or seat.player_id is None:
        return "nobody", "the seat has no owner"
    course = open_course(services, uow, seat.game_id)
    seat = next(own for own in course.seats if own.id == seat.id)
    is_doubtful = doubts.must_be_asked(services, incoming)
    player = player_with(
        uow, seat.player_id or 0, incoming.sender or "", is_certain=not is_doubtful
    )
    if player is None:
        # Of a letter that cannot be read nobody knows what was wanted.
        if incoming.kind not in UNREADABLE:
            strangers.warn(services, uow, course, seat, incoming.sender or "")
        return "stranger", "the sender is not the owner of the seat"
    if is_doubtful:
        return doubts.ask(services, uow, course.row, seat, player, incoming)
    own = _Own(services, uow, course, seat, player)
    return verdict_of(incoming, _carried_out(own, incoming, to))


def take_confirmed(
    services: Services, uow: Uow, incoming: Incoming, to: ToSeat
) -> tuple[LineOutcome, ...]:
    """Carry out a letter that its sender was asked about, and has said yes to.

    It is always answered. Empty if the seat, or the address, is the sender's no longer.
    """
    seat = uow.seats.get(to.seat_id)
    if seat is None or seat.player_id is None:
        return ()
    course = open_course(services, uow, seat.game_id)
    player = player_with(uow, seat.player_id, incoming.sender or "")
    if player is None:
        return ()
    own = _Own(services, uow, course, seat, player)
    return _carried_out(own, incoming, to, is_asked_about=True)


@dataclass(frozen=True, slots=True)
class _Own:
    """A table, and whose letter to it is carried out."""

    services: Services
    uow: Uow
    course: Course
    seat: Seat
    player: Player


def _carried_out(
    own: _Own, incoming: Incoming, to: ToSeat, *, is_asked_about: bool = False
) -> tuple[LineOutcome, ...]:
    services, uow, course, seat = own.services, own.uow, own.course, own.seat
    was_called_off = course.row.status is GameStatus.CANCELLED
    table = SeatTable(services, uow, course, seat, to.position)
    outcomes = carry_out(incoming.lines, "game", table.carry)
    zone_guess = _note_zone(services, uow, own.player, incoming)
    answer = answer_to(incoming, outcomes, "game", zone_guess=zone_guess)
    if is_asked_about:
        # Nobody is left wondering what a yes has done.
        course.change_seat(replace(table.seat, greeted=False))
    # Whoever calls a table off is told so by the mail that all of the table get.
    if was_called_off or course.row.status is not GameStatus.CANCELLED:
        _finish(course, seat.id, answer, lambda: _key(services, uow, incoming, seat))
    return outcomes


def _key(services: Services, uow: Uow, incoming: Incoming, seat: Seat) -> str | None:
    """Return the key of the answer to a letter; None if this player had enough of them.

    Who has made all addresses void always gets the mail with the new ones.
    """
    is_renewed = any(isinstance(read_line(line, "game"), Revoke) for line in incoming.lines)
    if not may_answer(services, uow, f"player {seat.player_id}") and not is_renewed:
        return None
    return answer_key(uow, incoming, f"seat {seat.id}", services.clock.now())


def _finish(course: Course, seat_id: int, answer: Answer, key_of: Callable[[], str | None]) -> None:
    """Close the course and see to it that the letter brings at most one mail back."""
    seat = next((own for own in course.seats if own.id == seat_id), None)
    if seat is None:
        return
    began = course.game is not None and not course.had_begun
    # The first mail of the game, and the last, are answer enough to what is done.
    answers = _needs_answer(seat, answer) and not (
        (began or course.is_over()) and _is_plainly_done(answer)
    )
    key = key_of() if answers else None
    if key is not None or began:
        course.change_seat(replace(seat, greeted=True))
    facts: Facts = {"answer": pack_answer(warned(answer, key))}
    carried = False
    if course.game is not None:
        carried = course.close(reply=Reply(seat.id, facts) if key else None, first=began)
    if key is not None and not carried:
        at = course.position(seat.number) if seat.number is not None else None
        course.notify(seat, "answer", key=key, at=at, facts=facts)


def _is_plainly_done(answer: Answer) -> bool:
    """Whether all was done, and nothing was asked for or is left to be told."""
    done = bool(answer.lines) and all(line.done is not None for line in answer.lines)
    return done and not (answer.sections or answer.unread or answer.zone_guess)


def _needs_answer(seat: Seat, answer: Answer) -> bool:
    """Whether there is something to say beyond what the next state mail says anyway.

    A move that was played is seen in the next mail. The first letter to a table is
    always answered, so that a newcomer knows that it worked.
    """
    told_anyway = all(line.done is not None and line.done.did in _SILENT for line in answer.lines)
    quiet = answer.lines and told_anyway and not answer.unread and answer.zone_guess is None
    return not quiet or not seat.greeted


def _note_zone(services: Services, uow: Uow, player: Player, incoming: Incoming) -> str | None:
    """Return the zone that this player has still to be told of: guessed now, or before."""
    if player.zone_told:
        return None
    guess_zone(services, uow, player.id, incoming.offset)
    # An order of this very letter may have set it.
    player = uow.players.get(player.id)
    if player.zone is None or player.zone_told:
        return None
    uow.players.save(replace(player, zone_told=True))
    return player.zone
