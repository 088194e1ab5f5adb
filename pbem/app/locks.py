"""The one order in which a unit of work locks what others may want too.

First addresses, then tables by their ids, then the row of the one player it acts for.
Whoever took a table first and then an address would wait for ever for somebody who
did it the other way round. So a desk finds out from the whole letter what it will need,
and takes all of it at the beginning.
"""

from collections.abc import Iterable

from pbem.app.addresses import address_key
from pbem.app.join_codes import table_with
from pbem.app.ports import Uow
from pbem.orders.orders import Desk, Join
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
