"""People and their proven addresses: becoming a player, and sessions."""

import hashlib
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from pbem.app.naming import LONGEST, seemly
from pbem.app.ports import Uow
from pbem.app.reach import note_alive
from pbem.app.records import Address, Player
from pbem.app.services import Services


def player_for(
    uow: Uow,
    email: str,
    name: str,
    *,
    anew: str = "",
    not_among: Collection[int] = (),
) -> tuple[Player, Address] | None:
    """Return who writes from this address, which the letter has just proven.

    Two people may share a mailbox. With a name of their own (`anew`) somebody who
    is not yet known there becomes a player; without one, None is returned when
    everybody known there is among those excluded.
    """
    known = uow.players.at(email)
    if anew or not known:
        # Two letters of somebody new may be read at the same moment.
        uow.players.claim(email)
        known = uow.players.at(email)
    for player, address in known:
        if player.id not in not_among and (not anew or player.name == seemly(anew)):
            return player, _proven(uow, note_alive(uow, address))
    if known and not anew:
        return None
    called = seemly(anew or name)[:LONGEST] or seemly(email.partition("@")[0])[:LONGEST]
    player = uow.players.add(called)
    return player, uow.players.add_address(player.id, email, proven=True)


def _proven(uow: Uow, address: Address) -> Address:
    if address.proven:
        return address
    proven = replace(address, proven=True)
    uow.players.save_address(proven)
    return proven


def open_session(services: Services, player_id: int, token: str) -> datetime:
    """Remember a browser that has signed in, by a hash of its token; return until when."""
    until = services.clock.now() + services.policy.session_lasts
    with services.uow() as uow:
        uow.sessions.add(_hash(token), player_id, until)
        uow.commit()
    return until


def session_player(services: Services, token: str) -> Player | None:
    """Return who is signed in with this session token, if it still holds."""
    with services.uow() as uow:
        session = uow.sessions.get(_hash(token))
        if session is None or not session.holds(services.clock.now()):
            return None
        return uow.players.get(session.player_id)


def close_session(services: Services, token: str) -> None:
    """Sign a browser out."""
    with services.uow() as uow:
        uow.sessions.revoke(_hash(token), services.clock.now())
        uow.commit()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
