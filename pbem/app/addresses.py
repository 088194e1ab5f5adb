"""Mail addresses: comparing them, and what is known of reaching them."""

from dataclasses import replace
from functools import lru_cache

from pbem.app.ports import Uow
from pbem.app.records import Player


def address_key(email: str) -> str:
    """Return the form in which two spellings of one address are equal.

    The domain is compared in its ASCII form and lower case. The local part is
    lower-cased too: no provider of note tells `Anna@` and `anna@` apart, and people
    type both.
    """
    local, _, domain = email.strip().rpartition("@")
    return f"{local.casefold()}@{domain.lower() if domain.isascii() else _in_ascii(domain)}"


@lru_cache(maxsize=1024)
def _in_ascii(domain: str) -> str:
    try:
        return domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return domain.lower()


def player_with(uow: Uow, player_id: int, email: str) -> Player | None:
    """Return the player if this is a proven address of theirs.

    Who answers from an address has had mail there: it fails no longer.
    """
    found = uow.players.proven_at(player_id, email)
    if found is None:
        return None
    player, address = found
    if address.failing is not None:
        uow.players.save_address(replace(address, failing=None))
    return player


def players_at(uow: Uow, email: str) -> list[Player]:
    """Return the players who have proven this address."""
    return [player for player, address in uow.players.at(email) if address.proven]
