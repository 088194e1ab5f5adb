"""The real pages over a real store, with a cast at a table."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from pbem.mailin.hooks import check_signature
from pbem.signing import Keys
from pbem.store import StateCache, migrate, open_engine, uow_factory
from pbem.web import WebSettings, create_app
from tests.app.house import House
from tests.web.visitors import Site

SETTINGS = WebSettings(
    base_url="https://cards.example.org",
    service_address="play@cards.example.org",
    operator_name="Erik Lund",
    operator_email="erik@cards.example.org",
    hook_keys=(b"new hook key, thirty-two bytes ok", b"old hook key, thirty-two bytes ok"),
    metrics_token="metrics-token-of-the-operator",
)


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite database, to be copied."""
    path = tmp_path_factory.mktemp("pages") / "empty.db"
    engine = open_engine(f"sqlite:///{path}")
    migrate(engine)
    engine.dispose()
    return path


@pytest.fixture
def store_url(empty_sqlite: Path, tmp_path: Path) -> str:
    """The database of a test; a module may put a PostgreSQL database in its place."""
    shutil.copy(empty_sqlite, tmp_path / "pages.db")
    return f"sqlite:///{tmp_path}/pages.db"


@pytest.fixture
def house(store_url: str, keys: Keys) -> Iterator[House]:
    engine = open_engine(store_url)
    built = House(uow_factory(engine, keys, StateCache()))
    built.engine = engine
    yield built
    engine.dispose()


@pytest.fixture
def received() -> list[tuple[bytes, str]]:
    """What the mail hook has stored."""
    return []


@pytest.fixture
def app(house: House, keys: Keys, received: list[tuple[bytes, str]]) -> Flask:
    def receive(raw: bytes, recipient: str) -> None:
        received.append((raw, recipient))

    return create_app(house.services, SETTINGS, keys, receive, check_signature)


@pytest.fixture
def site(app: Flask, house: House, keys: Keys) -> Site:
    return Site(app, house, keys)
