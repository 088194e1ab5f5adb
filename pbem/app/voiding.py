"""Making void what stands in mails that went to an address which is its player's no longer."""

from dataclasses import replace

from pbem.app.gathering import renewed
from pbem.app.notices import Notices
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Seat
from pbem.app.services import Services
from pbem.rules.engine import position


def void_all(services: Services, uow: Uow, player_id: int) -> None:
    """Make the reply addresses and links of all seats of a player void, and mail new ones.

    The tables are held already. Mail goes to where the player is asked something; whatever
    was made and waits to be sent is made anew.
    """
    uow.players.raise_generation(player_id, services.clock.now())
    for seat in uow.seats.of_player(player_id):
        _void(services, uow, replace(seat, generation=seat.generation + 1))


def _void(services: Services, uow: Uow, seat: Seat) -> None:
    now = services.clock.now()
    uow.seats.save(seat)
    for notice in uow.outbox.waiting(seat.game_id, seat.id):
        if notice.rendered is not None:
            renewed(uow, notice, now)
    row = uow.games.get(seat.game_id)
    is_awaited = seat.number in {wait.seat for wait in uow.waits.of(row.id)}
    if row.status is GameStatus.RUNNING and seat.mails and is_awaited:
        at = position(uow.log.game(row), seat.number or 0)
        Notices(services, uow, row.id, now).add(
            seat, "turn", f"void:{seat.id}:{seat.generation}", at
        )
