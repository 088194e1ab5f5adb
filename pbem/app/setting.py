"""What a player chooses for all their games: which mails come, when, and how they look."""

from dataclasses import replace

from pbem.app.answers import AnyRefusal, Done, UnknownZone
from pbem.app.ports import Uow
from pbem.app.records import Seat
from pbem.app.retiming import retime
from pbem.app.services import Services
from pbem.app.zones import near_zones, zone_named
from pbem.orders.choices import Choose

_OF_TIMING = frozenset({"mails", "digest", "hours"})


def choose(
    services: Services, uow: Uow, player_id: int, order: Choose, asked_at: Seat | None = None
) -> Done:
    """Set one setting of a player, within an open unit of work.

    What waits to be mailed comes when it suits now. The table of `asked_at`, if the order
    came from a seat, is told of by the answer.
    """
    before = uow.players.get(player_id)
    uow.players.choose(player_id, order)
    if order.setting in _OF_TIMING:
        retime(services, uow, before, asked_at)
    return Done("set", text=f"{order.setting} {order.words}")


def set_choice(services: Services, player_id: int, order: Choose) -> Done:
    """Set one setting of a player who is signed in."""
    with services.uow() as uow:
        done = choose(services, uow, player_id, order)
        uow.commit()
        return done


def set_zone_of(services: Services, player_id: int, name: str) -> AnyRefusal | None:
    """Set the zone of a player who is signed in, by its loosely written name; or say why not."""
    with services.uow() as uow:
        refused = set_zone(services, uow, player_id, name)
        if refused is None:
            uow.commit()
        return refused


def set_zone(services: Services, uow: Uow, player_id: int, name: str) -> AnyRefusal | None:
    """Set a player's zone by its loosely written name; what waits comes when it suits there."""
    zone = zone_named(name)
    if zone is None:
        return UnknownZone(name, near_zones(name))
    before = uow.players.get(player_id)
    uow.players.save(replace(before, zone=zone, zone_told=True))
    if zone != before.zone:
        retime(services, uow, before)
    return None
