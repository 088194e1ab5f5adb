"""People and their proven addresses: becoming a player, signing in, sessions."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from pbem.app.inviting import valid_address
from pbem.app.naming import LONGEST, seemly
from pbem.app.ports import Uow
from pbem.app.records import Address, NewNotice, Player
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
    for player, address in known:
        if player.id not in not_among and (not anew or player.name == seemly(anew)):
            return player, _proven(uow, address)
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


def ask_sign_in(services: Services, email: str) -> bool:
    """Mail a sign-in link to a proven address; False if this is no address at all.

    What the asker learns is the same whether the address is known or not.
    """
    address = valid_address(email)
    if address is None:
        return False
    with services.uow() as uow:
        now = services.clock.now()
        minute = now.strftime("%Y%m%d%H%M")
        pending_id = uow.pending.add("sign_in", address, {}, now + services.policy.question_lasts)
        notice_id = uow.outbox.add(
            NewNotice(
                key=f"sign_in:{address.lower()}:{minute}",
                kind="sign_in",
                email=address,
                not_before=now,
                facts={"pending_id": pending_id},
            )
        )
        if notice_id is None:
            return True
        uow.after_commit(lambda: services.bell.notices([notice_id]))
        uow.commit()
    return True


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person who pressed the button of a sign-in link."""

    player: Player
    email: str


def sign_in(services: Services, pending_id: int, name: str = "") -> SignedIn | None:
    """Use up a mailed sign-in link; None if it was used, or its time is over."""
    with services.uow() as uow:
        taken = uow.pending.take(pending_id)
        if taken is None or taken[0] != "sign_in" or taken[3] <= services.clock.now():
            return None
        email = taken[1]
        found = player_for(uow, email, name)
        if found is None:
            raise AssertionError("without a restriction there is always a player")
        uow.commit()
        return SignedIn(found[0], email)


def is_open(services: Services, pending_id: int) -> bool:
    """Whether a mailed question still waits; looking changes nothing."""
    with services.uow() as uow:
        found = uow.pending.get(pending_id)
    return found is not None and found[3] > services.clock.now()


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
