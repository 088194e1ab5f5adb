"""The store on both databases; each test of it runs on both."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine, make_url, text

from pbem.app.ports import Uow, UowFactory
from pbem.signing import Keys
from pbem.store import StateCache, migrate, open_engine, uow_factory


class StoppedClock:
    """It is always noon of the second of March."""

    def now(self) -> datetime:
        return datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path) -> str:
    """The URL of a fresh, migrated database."""
    if request.param == "postgresql":
        return request.getfixturevalue("database_url")
    return f"sqlite:///{tmp_path}/store.db"


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def cache() -> StateCache:
    return StateCache()


@pytest.fixture
def uows(engine: Engine, keys: Keys, cache: StateCache) -> UowFactory:
    return uow_factory(engine, keys, cache, StoppedClock())


@pytest.fixture(scope="session")
def shared_urls(tmp_path_factory, postgres_url, template, run_name, worker_id) -> dict[str, str]:
    """One database of each kind for all tests that commit nothing."""
    name = f"{run_name}_{worker_id}_store"
    server = open_engine(postgres_url).execution_options(isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'))
    server.dispose()
    address = make_url(postgres_url).set(database=name)
    return {
        "postgresql": address.render_as_string(hide_password=False),
        "sqlite": f"sqlite:///{tmp_path_factory.mktemp('store')}/shared.db",
    }


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def shared_engine(request, shared_urls) -> Iterator[Engine]:
    engine = open_engine(shared_urls[request.param])
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def uow(shared_engine: Engine, keys: Keys) -> Iterator[Uow]:
    """A unit of work that is undone after the test."""
    with uow_factory(shared_engine, keys, StateCache(), StoppedClock())() as uow:
        yield uow
