"""The migrations make the tables that the program expects, and can be undone."""

import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from pbem.store import migrate, open_engine
from pbem.store.migrate import downgrade, is_current
from pbem.store.schema import metadata


@pytest.fixture
def empty(url):
    """An engine of a database without tables."""
    engine = open_engine(url)
    if inspect(engine).has_table("alembic_version"):
        downgrade(engine, "base")
    yield engine
    engine.dispose()


def tables(engine):
    return set(inspect(engine).get_table_names()) - {"alembic_version"}


def test_the_newest_tables_are_those_of_the_program(empty):
    assert tables(empty) == set()

    migrate(empty)

    with empty.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    assert tables(empty) == set(metadata.tables)


def test_migrating_again_changes_nothing(empty):
    migrate(empty)
    with empty.begin() as connection:
        connection.execute(text("INSERT INTO beats (name, at) VALUES ('tick', '2026-03-02')"))

    migrate(empty)

    with empty.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM beats")).scalar() == 1


def test_going_back_leaves_nothing_and_forward_works_again(empty):
    migrate(empty)

    downgrade(empty, "base")
    assert tables(empty) == set()

    migrate(empty)
    assert tables(empty) == set(metadata.tables)


def test_whether_the_database_is_current_can_be_asked(empty):
    assert not is_current(empty)

    migrate(empty)

    assert is_current(empty)


def test_half_a_migration_is_undone(empty, monkeypatch):
    with empty.begin() as connection:
        connection.execute(text("CREATE TABLE told (a INTEGER)"))

    with pytest.raises(Exception, match="already exists"):
        migrate(empty)

    assert tables(empty) == {"told"}


def test_several_processes_may_migrate_at_once(empty):
    url = empty.url.render_as_string(hide_password=False)
    program = "import sys; from pbem.store import *; migrate(open_engine(sys.argv[1]))"
    processes = [
        subprocess.Popen([sys.executable, "-c", program, url], stderr=subprocess.PIPE)
        for _ in range(2)
    ]

    for process in processes:
        _, error = process.communicate(timeout=120)
        assert (process.returncode, error) == (0, b"")
    assert tables(empty) == set(metadata.tables)


def test_addresses_that_were_folded_together_are_told_apart(empty):
    migrate(empty, "0008")
    people = "INSERT INTO players (id, name, zone_told, locale) VALUES (1, 'A', false, 'en')"
    address = (
        "INSERT INTO addresses (player_id, email, email_key, proven) VALUES (1, :email, :key, true)"
    )
    with empty.begin() as connection:
        connection.execute(text(people))
        for email in ("straße@düren.example", "Anna@d.example"):
            key = f"{email.partition('@')[0].casefold()}@xn--dren-0ra.example"
            connection.execute(text(address), {"email": email, "key": key})

    migrate(empty)

    with empty.connect() as connection:
        keys = connection.execute(text("SELECT email_key FROM addresses ORDER BY id")).scalars()
        assert list(keys) == ["straße@xn--dren-0ra.example", "anna@xn--dren-0ra.example"]
