"""Who of several people at one mail address is meant, where a page asks."""

from dataclasses import dataclass

from pbem.app.accounts import player_for
from pbem.app.answers import BadName
from pbem.app.naming import name_fault, seemly
from pbem.app.ports import Uow
from pbem.app.reach import note_alive
from pbem.app.records import Address, Player


@dataclass(frozen=True, slots=True)
class Choice:
    """One who is known at the address, or somebody new by name; neither: whoever is alone there."""

    player_id: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Unsure:
    """Nobody can tell yet who it is; `fault`: why the given name will not do."""

    fault: BadName | None = None


def known_at(uow: Uow, email: str) -> tuple[Player, ...]:
    """Return the people of an address, whoever came first in front."""
    return tuple(player for player, _ in uow.players.at(email))


def doubt(uow: Uow, email: str, choice: Choice) -> Unsure | None:
    """Say why a choice does not name one person, if so; nothing is stored by asking."""
    known = known_at(uow, email)
    if choice.name:
        fault = name_fault(seemly(choice.name), ())
        return Unsure(fault) if fault is not None else None
    if choice.player_id is not None:
        return None if any(player.id == choice.player_id for player in known) else Unsure()
    return Unsure() if len(known) > 1 else None


def person(uow: Uow, email: str, choice: Choice, called: str = "") -> tuple[Player, Address]:
    """Return who was chosen; somebody new is called as chosen, else `called`, else by the address.

    Without a choice it is the first of several, which is why a page asks `doubt` before.
    """
    if choice.player_id is not None:
        player, address = next(
            one for one in uow.players.at(email) if one[0].id == choice.player_id
        )
        return player, note_alive(uow, address)
    found = player_for(uow, email, called, anew=choice.name)
    if found is None:
        raise AssertionError("without a restriction there is always a player")
    return found
