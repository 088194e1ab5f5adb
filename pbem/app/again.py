"""Mailing a seat its table once more, where a link from an older mail is of no use."""

from typing import Literal

from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.course import open_course
from pbem.app.packing import pack_answer
from pbem.app.records import GameStatus
from pbem.app.services import Services

Again = Literal["sent", "lately", "closed"]
"""A mail is on its way, or went out within this hour; or there is no play to tell of."""

_STATUS = Answer(lines=(LineOutcome("status", done=Done("shown")),), sections=("status",))


def seat_of(services: Services, token: str) -> int | None:
    """Return the seat of a short link, be its time over or not; None if unknown or revoked."""
    with services.uow() as uow:
        link = uow.links.get(token)
        seat = uow.seats.get(link.seat_id) if link is not None else None
        if link is None or seat is None or seat.generation != link.generation:
            return None
        return seat.id


def mail_again(services: Services, seat_id: int) -> Again:
    """Mail a seat how its table stands, as `status` does, at most once an hour.

    It goes to the seat's own address, whoever pressed the button.
    """
    with services.uow() as uow:
        seat = uow.seats.get(seat_id)
        if seat is None or seat.player_id is None or seat.number is None:
            return "closed"
        course = open_course(services, uow, seat.game_id)
        if course.row.status not in (GameStatus.RUNNING, GameStatus.OVER):
            return "closed"
        key = f"again:{seat.id}:{course.now:%Y%m%d%H}"
        facts: dict[str, object] = {"answer": pack_answer(_STATUS)}
        at = course.position(seat.number)
        if not course.notify(seat, "answer", key=key, at=at, facts=facts):
            return "lately"
        uow.commit()
        return "sent"
