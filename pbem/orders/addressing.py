"""What may stand after `address`: the changes of one's own mail addresses."""

from pbem.orders.company import read_address
from pbem.orders.lexicon import Lexicon
from pbem.orders.naming import bare
from pbem.orders.orders import AddAddress, MainAddress, Order, RemoveAddress, ShowAddresses


def read_own_address(rest: str, lexicon: Lexicon) -> Order | None:
    """Read `add ADDRESS`, `remove ADDRESS`, `main ADDRESS` or `list`."""
    what, _, named = rest.partition(" ")
    if bare(rest) == lexicon.list_:
        return ShowAddresses()
    email = read_address(named)
    if email is None:
        return None
    changes: dict[str, Order] = {
        lexicon.add: AddAddress(email),
        lexicon.remove: RemoveAddress(email),
        lexicon.main: MainAddress(email),
    }
    return changes.get(what.lower())
