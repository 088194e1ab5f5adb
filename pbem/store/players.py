"""People and their addresses."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, Text, bindparam, delete, func, insert, select, update

from pbem.app.addresses import address_key, folded_key
from pbem.app.records import Address, Player
from pbem.orders.choices import Choose
from pbem.store.choices import choices_in, columns_of
from pbem.store.columns import storable
from pbem.store.schema import addresses, barred, players
from pbem.store.work import Dialects, Work

# How mail fares at an address.
REACH = ("failing", "failures", "failing_since", "failed_at", "suppressed")

_ADD = insert(players).returning(players.c.id)
_GET = select(players).where(players.c.id == bindparam("player_id"))
_SAVE = (
    update(players)
    .where(players.c.id == bindparam("row_id"))
    .values({name: bindparam(name) for name in ("name", "zone", "zone_told", "locale")})
)
_MAIN = select(players.c.main_address_id).where(players.c.id == bindparam("player_id"))
_SET_MAIN = (
    update(players)
    .where(players.c.id == bindparam("row_id"))
    .values(main_address_id=bindparam("main_id"))
)
_GENERATION = select(players.c.generation, players.c.generation_at).where(
    players.c.id == bindparam("player_id")
)
_RAISE_GENERATION = (
    update(players)
    .where(players.c.id == bindparam("row_id"))
    .values(generation=players.c.generation + 1, generation_at=bindparam("now"))
)
_REMOVE_ADDRESS = delete(addresses).where(addresses.c.id == bindparam("row_id"))
_ADD_ADDRESS = insert(addresses).returning(addresses.c.id)
_ADDRESS = select(addresses).where(addresses.c.id == bindparam("address_id"))
_SAVE_ADDRESS = (
    update(addresses)
    .where(addresses.c.id == bindparam("row_id"))
    .values({name: bindparam(name) for name in ("email", "email_key", "proven", "failing")})
)
_SAVE_REACH = (
    update(addresses)
    .where(addresses.c.email_key == bindparam("row_key"))
    .values({name: bindparam(name) for name in REACH})
)
_ADDRESSES = (
    select(addresses)
    .where(addresses.c.player_id == bindparam("player_id"))
    .order_by(addresses.c.id)
)
_TROUBLED = (
    select(addresses)
    .where(addresses.c.failing.is_not(None))
    .order_by(addresses.c.failing_since, addresses.c.id)
)
_AT = (
    select(players, *(column.label(f"address_{column.name}") for column in addresses.c))
    .join(addresses, addresses.c.player_id == players.c.id)
    .where(addresses.c.email_key == bindparam("email_key"))
    .order_by(addresses.c.id)
)
# There is no row yet that could be locked.
_CLAIM = select(
    func.pg_advisory_xact_lock(func.hashtextextended(bindparam("email_key", type_=Text), 0))
)
_BAR = Dialects(lambda insert: insert(barred).on_conflict_do_nothing())
_BARRED = select(barred.c.hash).where(barred.c.hash.in_(bindparam("hashes", expanding=True)))


class SqlPlayers:
    """Players, their addresses, and the addresses never to be invited again."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._owners: dict[int, tuple[Player, Address]] = {}

    def add(self, name: str, *, zone: str | None = None, locale: str = "en") -> Player:
        values = {"name": name, "zone": zone, "zone_told": False, "locale": locale}
        player_id = self._work.value(_ADD, values)
        return Player(player_id, name, zone, locale=locale)

    def get(self, player_id: int) -> Player:
        return _player(self._work.the_row(_GET, {"player_id": player_id}))

    def save(self, player: Player) -> None:
        self._owners.pop(player.id, None)
        values = {
            "row_id": player.id,
            "name": player.name,
            "zone": player.zone,
            "zone_told": player.zone_told,
            "locale": player.locale,
        }
        self._work.changed_one(_SAVE, values)

    def choose(self, player_id: int, order: Choose) -> None:
        """Set one setting; what another letter sets at the same time stays."""
        self._owners.pop(player_id, None)
        change = update(players).where(players.c.id == player_id).values(columns_of(order))
        self._work.changed_one(change, {})

    def seated(self, player_id: int) -> Player:
        """Return a player as seen when their locked table was read, or read afresh."""
        own = self._owners.get(player_id)
        return own[0] if own else self.get(player_id)

    def generation(self, player_id: int) -> tuple[int, datetime | None]:
        """Return how often what stands in a player's mails was made void, and when it last was."""
        row = self._work.row(_GENERATION, {"player_id": player_id})
        return (0, None) if row is None else (row.generation, row.generation_at)

    def raise_generation(self, player_id: int, now: datetime) -> None:
        """Make void what stands in a player's mails for all their games."""
        self._work.changed_one(_RAISE_GENERATION, {"row_id": player_id, "now": now})

    def add_address(self, player_id: int, email: str, *, proven: bool) -> Address:
        values = {
            "player_id": player_id,
            "email": email,
            "email_key": address_key(email),
            "proven": proven,
            "failing": None,
            "failures": 0,
        }
        return Address(self._work.value(_ADD_ADDRESS, values), player_id, email, proven)

    def address(self, address_id: int) -> Address:
        return _address(self._work.the_row(_ADDRESS, {"address_id": address_id}))

    def save_address(self, address: Address) -> None:
        self._owners.pop(address.player_id, None)
        values = {
            "row_id": address.id,
            "email": address.email,
            "email_key": address_key(address.email),
            "proven": address.proven,
            "failing": address.failing,
        }
        self._work.changed_one(_SAVE_ADDRESS, values)

    def remove_address(self, address: Address) -> None:
        """Delete an address; nothing may refer to it any more."""
        self._owners.pop(address.player_id, None)
        self._work.changed_one(_REMOVE_ADDRESS, {"row_id": address.id})

    def main_of(self, player_id: int) -> int | None:
        """Return the id of the address that a player has chosen for their mails, if any."""
        chosen: int | None = self._work.value(_MAIN, {"player_id": player_id})
        return chosen

    def set_main(self, player_id: int, address_id: int) -> None:
        self._owners.pop(player_id, None)
        self._work.changed_one(_SET_MAIN, {"row_id": player_id, "main_id": address_id})

    def save_reach(self, address: Address) -> None:
        """Note how mail fares at an address, for all who have it."""
        self._owners.clear()
        values: dict[str, object] = {name: getattr(address, name) for name in REACH}
        self._work.run(_SAVE_REACH, values | {"row_key": address_key(address.email)})

    def find_address(self, address_id: int) -> Address | None:
        row = self._work.row(_ADDRESS, {"address_id": address_id})
        return None if row is None else _address(row)

    def troubled(self) -> list[Address]:
        """Return the addresses where mail fails, the longest failing first."""
        return [_address(row) for row in self._work.rows(_TROUBLED, {})]

    def addresses(self, player_id: int) -> list[Address]:
        return [_address(row) for row in self._work.rows(_ADDRESSES, {"player_id": player_id})]

    def at(self, email: str) -> list[tuple[Player, Address]]:
        """Return everybody who has this address."""
        rows = self._work.rows(_AT, {"email_key": address_key(email)})
        return [(_player(row), _address_beside(row)) for row in rows]

    def proven_at(self, player_id: int, email: str) -> tuple[Player, Address] | None:
        """Return a player with this address, if it is theirs and proven."""
        own = self._owners.get(player_id)
        if own and own[1].proven and address_key(own[1].email) == address_key(email):
            return own
        found = self.at(email)
        return next((one for one in found if one[0].id == player_id and one[1].proven), None)

    def see_owner(self, row: Row[Any]) -> None:
        """Remember whom a seat belongs to, and the address of the seat's mails."""
        if row.owner_email is not None:
            self._owners[row.player_id] = _owner(row)

    def claim(self, email: str) -> None:
        """Keep others from adding anybody at this address until the unit of work ends.

        On SQLite there is one writer at a time anyway.
        """
        if self._work.connection.dialect.name == "postgresql":
            self._work.value(_CLAIM, {"email_key": storable(address_key(email))})

    def bar_invitations(self, email: str) -> None:
        """Keep a keyed hash of an address that is never to be invited again."""
        self._work.run(_BAR.of(self._work), {"hash": self._marks(email)[0]})

    def is_barred(self, email: str) -> bool:
        # Such addresses were folded when the first of them were barred.
        hashes = [*self._marks(email), *self._work.sealer.marks(folded_key(email), "barred")]
        return self._work.row(_BARRED, {"hashes": hashes}) is not None

    def _marks(self, email: str) -> list[str]:
        return self._work.sealer.marks(address_key(email), "barred")


def _player(row: Row[Any]) -> Player:
    return Player(row.id, row.name, row.zone, row.zone_told, row.locale, choices_in(row))


def _owner(row: Row[Any]) -> tuple[Player, Address]:
    player = Player(
        row.player_id,
        row.owner_name,
        row.owner_zone,
        row.owner_zone_told,
        row.owner_locale,
        choices_in(row, "owner_"),
    )
    kept = {name: getattr(row, f"owner_{name}") for name in REACH}
    address = Address(row.address_id, row.player_id, row.owner_email, row.owner_proven, **kept)
    return player, address


def _address(row: Row[Any]) -> Address:
    kept = {name: getattr(row, name) for name in REACH}
    return Address(row.id, row.player_id, row.email, row.proven, **kept)


def _address_beside(row: Row[Any]) -> Address:
    kept = {name: getattr(row, f"address_{name}") for name in REACH}
    return Address(
        row.address_id, row.address_player_id, row.address_email, row.address_proven, **kept
    )
