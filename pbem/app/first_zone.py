"""The zone of somebody who has never named one: guessed from a letter's Date."""

from dataclasses import replace
from datetime import datetime, timedelta

from pbem.app.ports import Uow
from pbem.app.zones import zone_of_offset


def guess_zone(uow: Uow, player_id: int, offset: timedelta | None, now: datetime) -> None:
    """Note a likely zone for a player who has none.

    `zone_told` stays false: the next answer to a letter of theirs names the zone, and the
    line that changes it.
    """
    player = uow.players.get(player_id)
    if player.zone is not None or offset is None:
        return
    zone = zone_of_offset(offset, now)
    if zone is not None:
        uow.players.save(replace(player, zone=zone))
