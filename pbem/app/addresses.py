"""Mail addresses: comparing them, and what is known of reaching them."""

import unicodedata
from functools import lru_cache

import idna

from pbem.app.ports import Uow
from pbem.app.reach import note_alive
from pbem.app.records import Player


def address_key(email: str) -> str:
    """Return the form in which two spellings of one address are equal.

    The domain is compared in its ASCII form and lower case. The local part is
    lower-cased too: no provider of note tells `Anna@` and `anna@` apart, and people
    type both. Letters are the same only if they are written the same (NFC): a provider
    that has `strasse@` may well give `straße@` to somebody else.
    """
    local, _, domain = email.strip().rpartition("@")
    return f"{_local_key(local)}@{ascii_domain(domain)}"


def folded_key(email: str) -> str:
    """Return the form in which addresses were compared once, for what was hashed then."""
    local, _, domain = email.strip().rpartition("@")
    return f"{local.casefold()}@{ascii_domain(domain)}"


def _local_key(local: str) -> str:
    # Unicode takes the Kelvin sign, and some others, for signs of ASCII; mail servers do not.
    if any(unicodedata.normalize("NFC", sign).isascii() for sign in local if not sign.isascii()):
        return local
    return unicodedata.normalize("NFC", local).lower()


def ascii_domain(domain: str) -> str:
    """Return a domain as the DNS has it, in ASCII (punycode) and lower case.

    It is read by the newer rules (IDNA 2008), by which a sharp s is a letter of its own,
    and where these do not know it by the old ones. What is no domain stays as it is.
    """
    return domain.lower() if domain.isascii() else _in_ascii(domain)


@lru_cache(maxsize=1024)
def _in_ascii(domain: str) -> str:
    try:
        return idna.encode(domain, uts46=True).decode("ascii").lower()
    except UnicodeError:
        return _in_old_ascii(domain)


def _in_old_ascii(domain: str) -> str:
    try:
        return domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return domain.lower()


def player_with(uow: Uow, player_id: int, email: str, *, is_certain: bool = True) -> Player | None:
    """Return the player if this is a proven address of theirs.

    Who answers from an address has had mail there: it fails no longer, if it is `certain`
    that the letter is from there.
    """
    found = uow.players.proven_at(player_id, email)
    if found is None:
        return None
    player, address = found
    if is_certain:
        note_alive(uow, address)
    return player


def players_at(uow: Uow, email: str) -> list[Player]:
    """Return the players who have proven this address."""
    return [player for player, address in uow.players.at(email) if address.proven]
