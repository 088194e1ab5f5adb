"""Signing in by a mailed link that works once."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from pbem.app.inviting import valid_address
from pbem.app.limits import may_be_let_in, room_at
from pbem.app.notice_records import NewNotice
from pbem.app.people import Choice, Unsure, doubt, known_at, person
from pbem.app.ports import Uow
from pbem.app.reach import note_alive
from pbem.app.records import Player
from pbem.app.services import Services


@dataclass(frozen=True, slots=True)
class SignInAsked:
    """A link that waits to be pressed. `to`: the page one was on the way to, if any."""

    email: str
    players: tuple[Player, ...]
    to: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person who pressed the button of a sign-in link."""

    player: Player
    email: str
    to: str = ""


def ask_sign_in(services: Services, email: str, to: str = "") -> bool:
    """Mail a sign-in link to a proven address; False if this is no address at all.

    What the asker learns is the same whether the address is known or not. `to` is kept
    with the link, for whichever browser opens it: the page one was on the way to.
    """
    address = valid_address(email)
    if address is None:
        return False
    with services.uow() as uow:
        is_wanted = may_be_let_in(services, uow, address)
        if not is_wanted or room_at(services, uow, address, question=True) != "yes":
            return True
        now = services.clock.now()
        until = now + services.policy.question_lasts
        pending_id = uow.pending.add("sign_in", address, {"to": to}, until)
        notice_id = uow.outbox.add(
            NewNotice(
                key=f"sign_in:{address.lower()}:{now:%Y%m%d%H%M}:{_digest(to)}",
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


def asked(services: Services, pending_id: int) -> SignInAsked | None:
    """Return what a sign-in link opens; None if it was used, or its time is over."""
    with services.uow() as uow:
        return _open(services, uow, uow.pending.get(pending_id))


def sign_in(
    services: Services, pending_id: int, choice: Choice | None = None
) -> SignedIn | Unsure | None:
    """Use up a mailed sign-in link; None if it was used, or its time is over."""
    choice = choice or Choice()
    with services.uow() as uow:
        question = _open(services, uow, uow.pending.take(pending_id))
        if question is None:
            return None
        unsure = doubt(uow, question.email, choice)
        if unsure is not None:
            return unsure
        player, address = person(uow, question.email, choice)
        # The link came by mail.
        note_alive(uow, address)
        uow.commit()
        return SignedIn(player, question.email, question.to)


def _open(
    services: Services, uow: Uow, found: tuple[str, str, dict[str, object], datetime] | None
) -> SignInAsked | None:
    if found is None or found[0] != "sign_in" or found[3] <= services.clock.now():
        return None
    return SignInAsked(found[1], known_at(uow, found[1]), str(found[2].get("to", "")))


def _digest(to: str) -> str:
    return hashlib.sha256(to.encode()).hexdigest()[:8] if to else ""
