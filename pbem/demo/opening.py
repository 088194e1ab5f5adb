"""The demo's game: you against three bots, begun once through the use cases."""

import time
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

from pbem.app.accounts import player_for
from pbem.app.starting import set_up
from pbem.config import Settings
from pbem.demo.place import YOUR_ADDRESS
from pbem.orders.orders import NewGame
from pbem.wiring import open_house

_GAME: Final = NewGame("nomination_whist", bots=3)
_SECONDS: Final = 120


def begin_once(settings: Settings) -> None:
    """Begin the game, unless you have one already."""
    house = open_house(settings)
    try:
        with house.services.uow() as uow:
            if uow.players.at(YOUR_ADDRESS):
                return
            known = player_for(uow, YOUR_ADDRESS, "Robin")
            if known is None:
                raise RuntimeError("a new address has no player")
            player, address = known
            set_up(house.services, uow, player, address.id, _GAME)
            uow.commit()
    finally:
        house.close()


def wait_until_open(page: str) -> bool:
    """Wait until the pages answer; False if they do not within two minutes."""
    until = time.monotonic() + _SECONDS
    while not _answers(page):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def _answers(page: str) -> bool:
    connection = HTTPConnection(urlsplit(page).netloc, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
