"""A player's games and mail addresses, a line each."""

from collections.abc import Collection, Iterable, Sequence

from pbem.app.answers import LineOutcome
from pbem.app.lines import sections_of
from pbem.app.own_addresses import listed
from pbem.app.own_lines import AddressLine, GameLine
from pbem.app.ports import Uow
from pbem.app.records import GameRow, Player, WaitRow
from pbem.rules.options import Rules
from pbem.rules.sizes import deal_sizes, is_open_ended


def games_asked_for(
    uow: Uow, player: Player | None, outcomes: Iterable[LineOutcome]
) -> tuple[GameLine, ...]:
    """Return the games of who wrote to the service address, if a line asked for them."""
    if player is None or "games" not in sections_of(outcomes, "service"):
        return ()
    return games_of(uow, player.id)


def addresses_asked_for(
    uow: Uow, player: Player | None, outcomes: Iterable[LineOutcome]
) -> tuple[AddressLine, ...]:
    """Return the mail addresses of who wrote to the service address, if a line asked for them."""
    if player is None or "addresses" not in sections_of(outcomes, "service"):
        return ()
    return listed(uow, player.id)


def games_of(uow: Uow, player_id: int) -> tuple[GameLine, ...]:
    """Return the games in which the player sits or sat, newest first."""
    rows = uow.games.of_player(player_id)
    mine = {(seat.game_id, seat.number) for seat in uow.seats.of_player(player_id)}
    waits: dict[int, list[WaitRow]] = {row.id: [] for row in rows}
    for wait in uow.waits.of_games([row.id for row in rows]):
        waits[wait.game_id].append(wait)
    return tuple(_line(row, waits[row.id], mine) for row in rows)


def _line(
    row: GameRow, waits: Sequence[WaitRow], my_seats: Collection[tuple[int, int | None]]
) -> GameLine:
    mine = [wait for wait in waits if (row.id, wait.seat) in my_seats]
    deal = max((wait.deal for wait in waits), default=0)
    return GameLine(
        code=row.code,
        preset=row.preset,
        status=row.status.value,
        your_turn=bool(mine),
        deadline=min((wait.deadline for wait in mine), default=None),
        deal=deal,
        deals=_deals(row.rules, deal),
    )


def _deals(rules: Rules, deal: int) -> int:
    """Return how many deals there are; 0 where that is open, or where a tie has added some."""
    deals = len(deal_sizes(rules))
    is_open = is_open_ended(rules) or rules.on_miss == "repeat_round" or deal > deals
    return 0 if is_open else deals
