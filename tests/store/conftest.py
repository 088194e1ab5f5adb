"""The store on both databases; each test of it runs on both."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine

from pbem.app.ports import UowFactory
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
