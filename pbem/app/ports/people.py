"""Who plays: players and their addresses, sign-ins, and rules they keep under a name."""

from datetime import datetime
from typing import Protocol

from pbem.app.records import Address, Player, RuleSet, WebSession
from pbem.orders.choices import Choose


class Players(Protocol):
    def add(self, name: str, *, zone: str | None = None, locale: str = "en") -> Player: ...

    def get(self, player_id: int) -> Player: ...

    def save(self, player: Player) -> None:
        """Store a player, but for what they chose."""

    def choose(self, player_id: int, order: Choose) -> None:
        """Set one setting; what another letter sets at the same time stays."""

    def seated(self, player_id: int) -> Player:
        """Return a player as seen when their locked table was read, or read afresh."""

    def generation(self, player_id: int) -> tuple[int, datetime | None]:
        """Return how often what stands in a player's mails was made void, and when it last was."""

    def raise_generation(self, player_id: int, now: datetime) -> None:
        """Make void what stands in a player's mails for all their games."""

    def add_address(self, player_id: int, email: str, *, proven: bool) -> Address: ...

    def address(self, address_id: int) -> Address: ...

    def save_address(self, address: Address) -> None: ...

    def save_reach(self, address: Address) -> None:
        """Note how mail fares at an address, for all who have it."""

    def find_address(self, address_id: int) -> Address | None: ...

    def troubled(self) -> list[Address]:
        """Return the addresses where mail fails, the longest failing first."""

    def addresses(self, player_id: int) -> list[Address]: ...

    def remove_address(self, address: Address) -> None:
        """Delete an address; nothing may refer to it any more."""

    def main_of(self, player_id: int) -> int | None:
        """Return the id of the address that a player has chosen for their mails, if any."""

    def set_main(self, player_id: int, address_id: int) -> None: ...

    def at(self, email: str) -> list[tuple[Player, Address]]:
        """Return everybody who has this address (compared by `address_key`)."""

    def proven_at(self, player_id: int, email: str) -> tuple[Player, Address] | None:
        """Return a player with this address, if it is theirs and proven."""

    def claim(self, email: str) -> None:
        """Keep others from adding anybody at this address until the unit of work ends."""

    def bar_invitations(self, email: str) -> None:
        """Never invite this address again; only a hash of it is kept."""

    def is_barred(self, email: str) -> bool: ...


class Sessions(Protocol):
    """Sign-ins on the web, found by a hash of what the browser keeps."""

    def add(self, token_hash: str, player_id: int, expires_at: datetime) -> None: ...

    def get(self, token_hash: str) -> WebSession | None:
        """Return a sign-in, be it over or not."""

    def revoke(self, token_hash: str, at: datetime) -> None: ...


class RuleSets(Protocol):
    def keep(self, player_id: int, kept: RuleSet) -> None:
        """Keep rules under their name, in place of what this player had under it."""

    def find(self, player_id: int, name: str) -> RuleSet | None: ...

    def forget(self, player_id: int, name: str) -> bool:
        """Keep the rules of this name no longer; False if there are none."""

    def of(self, player_id: int) -> tuple[RuleSet, ...]:
        """Return all that a player keeps, by title."""
