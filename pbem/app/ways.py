"""Where a notice goes: the address of its reader, or another one, or nowhere."""

from dataclasses import dataclass, field
from typing import Final

from pbem.app.notice_records import Notice
from pbem.app.ports import Uow
from pbem.app.records import Address, Seat

# Kinds that somebody has asked for: they go also where other mail does not.
_ASKED_FOR: Final = frozenset({"answer", "confirm", "service", "sign_in", "which"})


@dataclass(frozen=True, slots=True)
class Way:
    """Where a mail goes. `instead_of` is the address of the same player it should have gone to."""

    email: str = field(repr=False)
    address_id: int | None = None
    instead_of: str | None = field(default=None, repr=False)


def way_of(uow: Uow, notice: Notice) -> Way | None:
    """Return where a notice goes now; None where no mail goes at present.

    A seat's mail goes to the present address of its player, or, while mail is not to go
    there, to another one that they have proven. So does the daily mail of a player.
    """
    if notice.kind == "digest" and notice.player_id is not None:
        return _to_own(uow, notice, _main(uow, notice.player_id))
    seat = None if notice.seat_id is None else uow.seats.get(notice.seat_id)
    if notice.email or seat is None or seat.address_id is None:
        return _by_email(uow, notice)
    return _to_own(uow, notice, uow.players.address(seat.address_id))


def _main(uow: Uow, player_id: int) -> Address | None:
    """Return the address that gets a player's mails: as chosen, else the first that was proven."""
    known = [one for one in uow.players.addresses(player_id) if one.proven]
    chosen = uow.players.main_of(player_id)
    return next((one for one in known if one.id == chosen), known[0] if known else None)


def _to_own(uow: Uow, notice: Notice, own: Address | None) -> Way | None:
    if own is None:
        return None
    if _may_go(own, notice):
        return Way(own.email, own.id)
    other = other_address(uow, own)
    return None if other is None else Way(other.email, other.id, own.email)


def other_address(uow: Uow, address: Address) -> Address | None:
    """Return another proven address of the player to which mail goes, best where it arrives."""
    others = [
        one
        for one in uow.players.addresses(address.player_id)
        if one.proven and one.suppressed is None and one.id != address.id
    ]
    return min(others, key=lambda one: (one.failing is not None, one.id), default=None)


def address_of(uow: Uow, seat: Seat | None) -> Address | None:
    """Return the address of a seat's mails; None for a bot."""
    if seat is None or seat.address_id is None:
        return None
    return uow.players.address(seat.address_id)


def _by_email(uow: Uow, notice: Notice) -> Way | None:
    known = [address for _, address in uow.players.at(notice.email)] if notice.email else []
    own = next((one for one in known if notice.player_id in (None, one.player_id)), None)
    if all(_may_go(address, notice) for address in known):
        # As it was proven, however somebody has typed it now.
        return Way(own.email, own.id) if own else Way(notice.email)
    other = other_address(uow, own) if own is not None and notice.player_id else None
    return None if other is None else Way(other.email, other.id, notice.email)


def _may_go(address: Address, notice: Notice) -> bool:
    """Whether mail goes to an address, or its owner has asked for this since it was stopped.

    Who has complained gets what lets them in, and nothing else: others can ask in their name.
    """
    if address.suppressed is None:
        return True
    if address.suppressed == "complaint" and notice.kind != "sign_in":
        return False
    is_new = address.failed_at is None or notice.created_at > address.failed_at
    return notice.kind in _ASKED_FOR and is_new
