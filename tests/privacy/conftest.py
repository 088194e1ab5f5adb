"""An empty database to be copied, and engines that are closed in the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store import migrate, open_engine


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("privacy") / "empty.db"
    engine = open_engine(f"sqlite:///{path}")
    migrate(engine)
    engine.dispose()
    return path


@pytest.fixture
def engines() -> Iterator[list]:
    made: list = []
    yield made
    for engine in made:
        engine.dispose()
