"""Fixtures for all rooms: real servers, a fresh database for each test, and keys."""

import contextlib
import itertools
import uuid
from collections.abc import Iterator

import psycopg
import pytest
import redis as redis_client
from psycopg import sql
from sqlalchemy.engine import make_url

from pbem.signing import Keys
from tests import servers

_STACK = pytest.StashKey[contextlib.ExitStack]()
_URLS = pytest.StashKey[dict[str, str]]()

# While a worker makes the template, the others wait at this advisory lock.
_TEMPLATE_LOCK = 7_223_604


class Nodes:
    """With xdist, the controller runs the servers and tells its workers where they are."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node) -> None:
        node.workerinput["pbem_urls"] = _urls(node.config)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all", action="store_true", help="play every table of every version on PostgreSQL"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_STACK] = contextlib.ExitStack()
    config.pluginmanager.register(Nodes())


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_STACK].close()


def _urls(config: pytest.Config) -> dict[str, str]:
    """Return the URLs of the servers, which are started when they are first asked for."""
    if hasattr(config, "workerinput"):
        return config.workerinput["pbem_urls"]
    if _URLS not in config.stash:
        stack = config.stash[_STACK]
        run = f"pbem_{uuid.uuid4().hex[:12]}"
        postgres = stack.enter_context(servers.postgres())
        stack.callback(_drop_databases, postgres, run)
        redis = stack.enter_context(servers.redis())
        config.stash[_URLS] = {"postgres": postgres, "redis": redis, "run": run}
    return config.stash[_URLS]


def _drop_databases(url: str, run: str) -> None:
    """Leave nothing behind, which matters on a server that is not ours."""
    with _admin(url) as admin:
        found = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
        for (name,) in admin.execute(found, [run]).fetchall():
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            admin.execute(drop.format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> str:
    """The URL of the server's own database, as SQLAlchemy wants it."""
    return _urls(pytestconfig)["postgres"]


@pytest.fixture(scope="session")
def run_name(pytestconfig: pytest.Config) -> str:
    """The name of this run, with which its databases begin."""
    return _urls(pytestconfig)["run"]


@pytest.fixture(scope="session")
def redis_url(pytestconfig: pytest.Config, worker_id: str) -> str:
    """The URL of a database of the Redis server that is this worker's own."""
    worker = worker_id.removeprefix("gw")
    number = int(worker) + 1 if worker.isdigit() else 0
    base, _, _ = _urls(pytestconfig)["redis"].rpartition("/")
    return f"{base}/{number}"


@pytest.fixture
def broker_url(redis_url: str) -> str:
    """The same, empty at the beginning of the test."""
    with contextlib.closing(redis_client.Redis.from_url(redis_url)) as client:
        client.flushdb()
    return redis_url


@pytest.fixture(scope="session")
def template(postgres_url: str, run_name: str) -> Iterator[str]:
    """The name of a migrated database from which those of the tests are cloned."""
    name = f"{run_name}_template"
    with _admin(postgres_url) as admin:
        admin.execute("SELECT pg_advisory_lock(%s)", [_TEMPLATE_LOCK])
        known = "SELECT 1 FROM pg_database WHERE datname = %s"
        if admin.execute(known, [name]).fetchone() is None:
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            _migrated(_with_database(postgres_url, name))
        admin.execute("SELECT pg_advisory_unlock(%s)", [_TEMPLATE_LOCK])
    return name


def _migrated(url: str) -> None:
    # Here, so that the tests of the pure rooms run without the store.
    from pbem.store import migrate, open_engine

    engine = open_engine(url)
    migrate(engine)
    engine.dispose()


_numbers = itertools.count(1)


@pytest.fixture
def database_url(postgres_url: str, template: str, run_name: str, worker_id: str) -> Iterator[str]:
    """The URL of a fresh, migrated PostgreSQL database of this test alone."""
    with _fresh_database(postgres_url, template, f"{run_name}_{worker_id}") as url:
        yield url


@pytest.fixture(scope="module")
def module_database_url(
    postgres_url: str, template: str, run_name: str, worker_id: str
) -> Iterator[str]:
    """The URL of a fresh, migrated PostgreSQL database that the tests of a module share."""
    with _fresh_database(postgres_url, template, f"{run_name}_{worker_id}") as url:
        yield url


@contextlib.contextmanager
def _fresh_database(postgres_url: str, template: str, prefix: str) -> Iterator[str]:
    name = sql.Identifier(f"{prefix}_{next(_numbers)}")
    source = sql.Identifier(template)
    with _admin(postgres_url) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(name, source))
    yield _with_database(postgres_url, name.as_string().strip('"'))
    with _admin(postgres_url) as admin:
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@contextlib.contextmanager
def _admin(url: str) -> Iterator[psycopg.Connection]:
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        yield connection


def _with_database(url: str, name: str) -> str:
    return make_url(url).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def keys() -> Keys:
    """Keys of the service as after a rotation: a new one, and the one before it."""
    return Keys.of((2, b"2" * 32), (1, b"1" * 32))
