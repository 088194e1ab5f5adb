"""One transaction: all or nothing, and what happens after it."""

import pytest
from sqlalchemy import text

from tests.store.rows import new_game


def test_leaving_without_commit_undoes_everything(uows):
    with uows() as uow:
        row = new_game(uow)
    with uows() as uow:
        assert uow.games.by_code(row.code) is None


def test_what_was_committed_is_there(uows):
    with uows() as uow:
        row = new_game(uow)
        uow.commit()
    with uows() as uow:
        assert uow.games.get(row.id) == row


def test_calls_run_after_the_commit_in_their_order(uows):
    heard = []
    with uows() as uow:
        row = new_game(uow)

        def look():
            with uows() as other:
                heard.append(other.games.by_code(row.code))

        uow.after_commit(look)
        uow.after_commit(lambda: heard.append("second"))
        assert heard == []
        uow.commit()

    assert heard == [row, "second"]


def test_calls_run_once(uows):
    heard = []
    with uows() as uow:
        uow.after_commit(lambda: heard.append(1))
        uow.commit()
        uow.commit()

    assert heard == [1]


def test_calls_do_not_run_without_a_commit(uows):
    heard = []
    with uows() as uow:
        new_game(uow)
        uow.after_commit(lambda: heard.append(1))

    assert heard == []


def test_a_fault_undoes_everything_and_rings_nobody(uows):
    heard = []

    def fail():
        with uows() as uow:
            new_game(uow, code="GONE")
            uow.after_commit(lambda: heard.append(1))
            raise LookupError

    with pytest.raises(LookupError):
        fail()

    assert heard == []
    with uows() as uow:
        assert uow.games.by_code("GONE") is None


def test_a_commit_that_fails_rings_nobody(uows, engine):
    heard = []
    with uows() as uow:
        uow.after_commit(lambda: heard.append(1))
        uow._connection.close()
        uow._connection.commit = _refuse
        with pytest.raises(OSError, match="gone"):
            uow.commit()

    assert heard == []


def _refuse():
    raise OSError("the database is gone")


def test_nothing_can_be_committed_outside(uows):
    uow = uows()
    with pytest.raises(RuntimeError, match="not open"):
        uow.commit()


def test_connections_go_back_to_the_pool(uows, engine):
    for _ in range(30):
        with uows() as uow:
            new_game(uow)

    assert engine.pool.checkedout() == 0


def test_sqlite_is_set_up_for_several_processes(tmp_path):
    from pbem.store import open_engine

    engine = open_engine(f"sqlite:///{tmp_path}/new.db")
    with engine.begin() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }
    engine.dispose()

    assert settings == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 20_000,
        "synchronous": 2,
    }


def test_postgresql_reads_what_is_committed_and_keeps_utc(database_url):
    from pbem.store import open_engine

    engine = open_engine(database_url)
    with engine.begin() as connection:
        level = connection.execute(text("SHOW transaction_isolation")).scalar()
        zone = connection.execute(text("SHOW timezone")).scalar()
    engine.dispose()

    assert (level, zone) == ("read committed", "UTC")


def test_other_databases_are_refused():
    from pbem.store import open_engine

    with pytest.raises(ValueError, match="no database for this service: mysql"):
        open_engine("mysql://localhost/x")
