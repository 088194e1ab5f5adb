"""Real servers and databases for a run, and the house on them."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from pbem import store
from pbem.app.services import Services
from pbem.config import settings_from
from pbem.mailin.addresses import Identity
from pbem.store.states import StateCache
from pbem.wiring import House, LetterReader, open_house
from tests import servers

_PLACE: Mapping[str, str] = MappingProxyType(
    {
        "PBEM_BASE_URL": "http://127.0.0.1:1",
        "PBEM_SERVICE_ADDRESS": "play@cards.example.org",
        "PBEM_LETTERS_AN_HOUR": "100000",
        "PBEM_KEYS": "1:" + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=",
        "PBEM_SMTP_URL": "smtp://127.0.0.1:1",
        "PBEM_OPERATOR_NAME": "Erik Lund",
        "PBEM_OPERATOR_EMAIL": "erik@cards.example.org",
        "PBEM_LOG_LEVEL": "warning",
    }
)


class Unheard:
    """A bell that nobody hears."""

    def letters(self, ids: Sequence[int]) -> None: ...

    def heard(self) -> None: ...

    def notices(self, ids: Sequence[int]) -> None: ...

    def game(self, game_id: int) -> None: ...


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server that waits for the disk (fsync is on)."""
    with servers.postgres(durable=True) as url:
        yield url


@contextlib.contextmanager
def database(server_url: str, name: str) -> Iterator[str]:
    """Yield the URL of a fresh, migrated database of this run alone."""
    whole = f"bench_{os.getpid()}_{name}"
    made = make_url(server_url).set(database=whole)
    with plain_connection(server_url) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(whole)))
    url = made.render_as_string(hide_password=False)
    try:
        engine = store.open_engine(url)
        store.migrate(engine)
        engine.dispose()
        yield url
    finally:
        with plain_connection(server_url) as admin:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)")
            admin.execute(drop.format(sql.Identifier(whole)))


@contextlib.contextmanager
def plain_connection(url: str) -> Iterator[psycopg.Connection]:
    """Yield a connection of the driver alone; each statement is a transaction."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        yield connection


def environment(database_url: str, redis_url: str = "redis://127.0.0.1:1/0") -> dict[str, str]:
    """Return the settings of a house as environment variables."""
    where = {"PBEM_DATABASE_URL": database_url, "PBEM_REDIS_URL": redis_url}
    return {**os.environ, **_PLACE, **where}


@contextlib.contextmanager
def house(database_url: str) -> Iterator[House]:
    """Yield the house on a database; its bell is not heard."""
    opened = open_house(settings_from(environment(database_url)))
    try:
        yield replace(opened, services=replace(opened.services, bell=Unheard()))
    finally:
        opened.close()


def letter_reader(house: House, services: Services | None = None) -> LetterReader:
    """Return a reader of letters as a worker has one, with the bell of these services."""
    settings = house.settings
    identity = Identity(settings.service_address, settings.domain, settings.delimiter)
    return LetterReader(services or house.services, settings.keys, identity)


def forgetful(house: House) -> Services:
    """Return services that have seen no game yet: their cache of states is empty."""
    uow = store.uow_factory(house.engine, house.settings.keys, StateCache())
    return replace(house.services, uow=uow)
