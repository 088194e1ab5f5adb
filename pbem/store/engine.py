"""The connection to the database: PostgreSQL, or SQLite on a small host."""

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL

BUSY_MILLISECONDS = 20_000
"""How long a writer waits for another one on SQLite."""


def open_engine(url: str, *, pool_size: int = 5) -> Engine:
    """Return an engine for a database URL (`postgresql://...` or `sqlite:///FILE`).

    Connections are pooled and not tested before use: after a restart of the
    database one piece of work per process fails, and is done again by whoever
    asked for it. What goes into a statement is never quoted in a fault.

    Raises:
        ValueError: the URL is of another database.
    """
    parsed = make_url(url)
    match parsed.get_backend_name():
        case "postgresql":
            return _postgresql(parsed.set(drivername="postgresql+psycopg"), pool_size)
        case "sqlite":
            return _sqlite(parsed)
        case other:
            raise ValueError(f"no database for this service: {other}")


def _postgresql(url: URL, pool_size: int) -> Engine:
    # Nothing here waits long for a lock in good order; what does is done again later.
    settings = {
        "timezone": "UTC",
        "default_transaction_isolation": r"read\ committed",
        "lock_timeout": "30s",
        "idle_in_transaction_session_timeout": "300s",
    }
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return create_engine(
        url,
        pool_size=pool_size,
        max_overflow=pool_size,
        hide_parameters=True,
        connect_args={"options": options},
    )


def _sqlite(url: URL) -> Engine:
    wait = {"timeout": BUSY_MILLISECONDS / 1000}
    engine = create_engine(url, connect_args=wait, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions by its own rules, and only before writes.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later could find that another one
    # wrote in between, and would have to fail; one that has the pen from the
    # beginning waits for its turn instead. This also stands in for row locks.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
