"""A whole house for the tests of wiring and commands, and a game in it."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from pbem import store
from pbem.app.accounts import player_for
from pbem.app.starting import set_up
from pbem.config import settings_from
from pbem.orders.orders import NewGame
from pbem.wiring import House, open_house

ALICE = "alice@example.org"


def environ_of(database_url: str, broker_url: str) -> dict[str, str]:
    return {
        "PBEM_DATABASE_URL": database_url,
        "PBEM_REDIS_URL": broker_url,
        "PBEM_BASE_URL": "https://cards.example.org",
        "PBEM_SERVICE_ADDRESS": "play@cards.example.org",
        "PBEM_LETTERS_AN_HOUR": "100000",
        "PBEM_KEYS": f"1:{b64encode(b'1' * 32).decode()}",
        "PBEM_SMTP_URL": "smtp://127.0.0.1:9",
        "PBEM_OPERATOR_NAME": "Erik Lund",
        "PBEM_OPERATOR_EMAIL": "erik@cards.example.org",
    }


@contextmanager
def house_of(environ: dict[str, str]) -> Iterator[House]:
    house = open_house(settings_from(environ))
    try:
        store.migrate(house.engine)
        yield house
    finally:
        house.close()


def begin_game(house: House) -> str:
    """Alice against two bots; return the code of the table."""
    with house.services.uow() as uow:
        player, address = player_for(uow, ALICE, "Alice")
        order = NewGame("nomination_whist", bots=2)
        outcome = set_up(house.services, uow, player, address.id, order)
        uow.commit()
    return outcome.done.text


class StoppedClock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.time = datetime.now(UTC) + timedelta(minutes=1)

    def now(self) -> datetime:
        return self.time

    def wait(self, **span: float) -> None:
        self.time += timedelta(**span)
