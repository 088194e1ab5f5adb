"""The house on a fresh database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.signing import Keys
from pbem.store import StateCache, migrate, open_engine, uow_factory
from tests.app.house import House, TurnedClock


@pytest.fixture
def house(tmp_path: Path, keys: Keys) -> Iterator[House]:
    """The use cases over SQLite; what may differ on PostgreSQL is tested with the store."""
    engine = open_engine(f"sqlite:///{tmp_path}/house.db")
    migrate(engine)
    clock = TurnedClock()
    yield House(uow_factory(engine, keys, StateCache(), clock), clock=clock)
    engine.dispose()
