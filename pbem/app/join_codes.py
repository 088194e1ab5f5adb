"""Finding the table that a join code lets one in to."""

from pbem.app.ports import Uow
from pbem.app.records import GameRow
from pbem.orders.codes import join_code


def table_with(uow: Uow, code: str) -> GameRow | None:
    """Return the table with this join code, however its letters and dashes were typed."""
    return uow.games.by_join_code(join_code(code))
