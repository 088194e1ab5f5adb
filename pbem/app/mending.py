"""What players and operators do about addresses where mail does not arrive."""

from pbem.app.reach import note_alive
from pbem.app.records import Address
from pbem.app.services import Services


def troubled_of(services: Services, player_id: int) -> tuple[Address, ...]:
    """Return the addresses of a player where mail fails."""
    with services.uow() as uow:
        own = uow.players.addresses(player_id)
        return tuple(one for one in own if one.reach != "ok")


def want_mail_again(services: Services, player_id: int, address_id: int) -> bool:
    """Send mail to an address of a signed-in player again; False if it is none of theirs."""
    with services.uow() as uow:
        address = uow.players.find_address(address_id)
        if address is None or address.player_id != player_id:
            return False
        note_alive(uow, address)
        uow.commit()
        return True


def lift(services: Services, address_id: int) -> Address | None:
    """Send mail to an address again, as the operator wants; return what it was before."""
    with services.uow() as uow:
        address = uow.players.find_address(address_id)
        if address is None:
            return None
        note_alive(uow, address)
        uow.commit()
        return address
