"""Replacing the reply address and the links of a seat, when somebody else has got hold of them."""

from dataclasses import replace

from pbem.app.addresses import player_with
from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.course import Course, open_course
from pbem.app.incoming import Incoming
from pbem.app.limits import is_room, may_answer
from pbem.app.lines import answer_key
from pbem.app.notice_records import NoticeState
from pbem.app.packing import pack_answer
from pbem.app.ports import Uow
from pbem.app.records import Seat
from pbem.app.refused import DoneLately, Replaced
from pbem.app.service_answers import Reply, queue_answer
from pbem.app.services import Services

_AN_HOUR = 3


def revoke(uow: Uow, course: Course, seat: Seat, line: str) -> LineOutcome:
    """Make all addresses and links of a seat void that stand in mails so far.

    So are those that its mails hold of its owner: where reports go, and what ends all mails.

    Whoever calls this sees to it that a mail with new ones goes out.
    """
    if not is_room(uow, f"revoke:{seat.id}:{course.now:%Y%m%d%H}", _AN_HOUR, course.now):
        return LineOutcome(line, refused=DoneLately(_AN_HOUR))
    course.change_seat(replace(seat, generation=seat.generation + 1))
    uow.players.raise_generation(seat.player_id or 0, course.now)
    for notice in uow.outbox.waiting(seat.game_id, seat.id):
        # It holds the old ones, and would be sent as it is.
        if notice.rendered is not None:
            uow.outbox.save(replace(notice, state=NoticeState.SUPERSEDED))
    return LineOutcome(line, done=Done("revoked"))


def revoke_by_page(services: Services, seat_id: int) -> LineOutcome | None:
    """Do so for a signed-in player, and mail the table afresh; None if there is no such seat."""
    with services.uow() as uow:
        seat = uow.seats.get(seat_id)
        if seat is None or seat.player_id is None:
            return None
        course = open_course(services, uow, seat.game_id)
        seat = next(own for own in course.seats if own.id == seat_id)
        outcome = revoke(uow, course, seat, "revoke")
        if outcome.done is None:
            return outcome
        seat = next(own for own in course.seats if own.id == seat_id)
        at = course.position(seat.number) if seat.number is not None else None
        facts: dict[str, object] = {"answer": pack_answer(Answer(lines=(outcome,)))}
        course.notify(
            seat, "answer", key=f"revoked:{seat.id}:{seat.generation}", at=at, facts=facts
        )
        uow.commit()
        return outcome


def take(services: Services, uow: Uow, incoming: Incoming, seat_id: int) -> tuple[str, str]:
    """Tell the owner of a seat that the address of a letter was replaced; others nothing."""
    seat = uow.seats.get(seat_id)
    if seat is None or seat.player_id is None or not incoming.lines:
        return "nobody", "replaced"
    player = player_with(uow, seat.player_id, incoming.sender or "")
    if player is None or not may_answer(services, uow, f"player {player.id}"):
        return "nobody", "replaced"
    first, *others = incoming.lines
    refused = LineOutcome(first, refused=Replaced(uow.games.get(seat.game_id).code))
    answer = Answer(lines=(refused, *map(LineOutcome, others)), in_reply_to=incoming.message_id)
    key = answer_key(uow, incoming, f"seat {seat.id}", services.clock.now())
    queue_answer(services, uow, Reply(incoming.sender or "", player, answer, key))
    return "refused", "the reply address was replaced"
