"""A player's games, one line each."""

from collections.abc import Iterable

from pbem.app.answers import GameLine, LineOutcome
from pbem.app.lines import sections_of
from pbem.app.ports import Uow
from pbem.app.records import GameRow, Player
from pbem.rules.sizes import deal_sizes


def games_asked_for(
    uow: Uow, player: Player | None, outcomes: Iterable[LineOutcome]
) -> tuple[GameLine, ...]:
    """Return the games of who wrote to the service address, if a line asked for them."""
    if player is None or "games" not in sections_of(outcomes, "service"):
        return ()
    return games_of(uow, player.id)


def games_of(uow: Uow, player_id: int) -> tuple[GameLine, ...]:
    """Return the games in which the player sits or sat, newest first."""
    return tuple(_line(uow, row, player_id) for row in uow.games.of_player(player_id))


def _line(uow: Uow, row: GameRow, player_id: int) -> GameLine:
    numbers = {seat.number for seat in uow.seats.of(row.id) if seat.player_id == player_id}
    waits = uow.waits.of(row.id)
    mine = [wait for wait in waits if wait.seat in numbers]
    return GameLine(
        code=row.code,
        preset=row.preset,
        status=row.status.value,
        your_turn=bool(mine),
        deadline=min((wait.deadline for wait in mine), default=None),
        deal=max((wait.deal for wait in waits), default=0),
        deals=len(deal_sizes(row.rules)),
    )
