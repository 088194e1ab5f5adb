"""The one order in which a unit of work locks what others may want too.

First addresses, then tables by their ids, then the row of the one player it acts for.
Whoever took a table first and then an address would wait for ever for somebody who
did it the other way round. So a desk finds out from the whole letter what it will need,
and takes all of it at the beginning: also the tables that `stop all` and `back all` reach.
"""

from collections.abc import Iterable

from pbem.app.addresses import address_key
from pbem.app.join_codes import table_with
from pbem.app.ports import Uow
from pbem.orders.orders import Back, Desk, Join, Stop
from pbem.orders.reading import read_line


def hold(uow: Uow, email: str, game_ids: Iterable[int] = (), others: Iterable[str] = ()) -> None:
    """Lock an address with others, then tables, until the unit of work ends."""
    for one in sorted({address_key(one) for one in (email, *others)}):
        uow.players.claim(one)
    for game_id in sorted(set(game_ids)):
        uow.games.locked(game_id)


def tables_in(uow: Uow, lines: Iterable[str], desk: Desk) -> list[int]:
    """Return the ids of the tables at which lines want to sit down."""
    orders = [read_line(line, desk) for line in lines]
    rows = [table_with(uow, order.code) for order in orders if isinstance(order, Join)]
    return [row.id for row in rows if row is not None]


def reaches_all(lines: Iterable[str], desk: Desk) -> bool:
    """Tell whether lines want something of all the tables of whoever wrote them."""
    orders = (read_line(line, desk) for line in lines)
    return any(isinstance(order, Stop | Back) and order.everywhere for order in orders)


def tables_of(uow: Uow, player_id: int) -> list[int]:
    """Return the ids of all tables of a player."""
    return [seat.game_id for seat in uow.seats.of_player(player_id)]


def hold_all_of(uow: Uow, seat_id: int) -> None:
    """Lock all tables of the owner of a seat, in their order."""
    seat = uow.seats.get(seat_id)
    if seat is not None and seat.player_id is not None:
        for game_id in sorted({seat.game_id, *tables_of(uow, seat.player_id)}):
            uow.games.locked(game_id)
