"""The zone of somebody who has never named one: guessed from a letter's Date."""

from dataclasses import replace
from datetime import timedelta

from pbem.app.ports import Uow
from pbem.app.retiming import retime
from pbem.app.services import Services
from pbem.app.zones import zone_of_offset


def guess_zone(services: Services, uow: Uow, player_id: int, offset: timedelta | None) -> None:
    """Note a likely zone for a player who has none.

    `zone_told` stays false: the next answer to a letter of theirs names the zone, and the
    line that changes it.
    """
    player = uow.players.get(player_id)
    if player.zone is not None or offset is None:
        return
    zone = zone_of_offset(offset, services.clock.now())
    if zone is not None:
        uow.players.save(replace(player, zone=zone))
        retime(services, uow, player)
