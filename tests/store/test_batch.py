"""Changes that nobody waits for go to the database together, and are seen by whoever asks."""

import pytest
from sqlalchemy import bindparam, event, select

from pbem.store.batch import Batch
from pbem.store.schema import beats
from pbem.store.work import Dialects, NoSuchRowError, Work
from tests.store.rows import NOON

_FIRST = Dialects(
    lambda insert: (
        insert(beats)
        .values(name=bindparam("first_name"), at=bindparam("first_at"))
        .on_conflict_do_nothing()
        .returning(beats.c.name)
    )
)
_SECOND = Dialects(
    lambda insert: (
        insert(beats)
        .values(name=bindparam("second_name"), at=bindparam("second_at"))
        .on_conflict_do_nothing()
        .returning(beats.c.name)
    )
)
_ALL = select(beats.c.name).order_by(beats.c.name)


@pytest.fixture
def connection(engine):
    with engine.connect() as opened:
        yield opened


@pytest.fixture
def work(connection):
    return Work(connection, None, None, Batch(connection))


@pytest.fixture
def statements(engine):
    sent = []

    def note(_connection, _cursor, statement, *_rest):
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


def first(work, name, then=lambda _: None):
    work.later(_FIRST.of(work), {"first_name": name, "first_at": NOON}, then)


def second(work, name, then=lambda _: None):
    work.later(_SECOND.of(work), {"second_name": name, "second_at": NOON}, then)


def names(work):
    return [row.name for row in work.rows(_ALL, {})]


def test_nothing_is_sent_before_somebody_asks_and_all_is_sent_then(work, statements):
    first(work, "a")
    second(work, "b")
    assert statements == []

    assert names(work) == ["a", "b"]


def test_two_changes_are_one_statement_on_postgresql(work, statements):
    first(work, "a")
    second(work, "b")
    work.batch.send()

    on_postgresql = work.connection.dialect.name == "postgresql"
    assert len(statements) == (1 if on_postgresql else 2)


def test_each_answer_goes_to_whoever_asked(work):
    found = []
    first(work, "a", lambda answer: found.append(("first", answer)))
    second(work, "b", lambda answer: found.append(("second", answer)))
    work.batch.send()
    first(work, "a", lambda answer: found.append(("again", answer)))
    second(work, "c", lambda answer: found.append(("other", answer)))
    work.batch.send()

    assert found == [("first", "a"), ("second", "b"), ("again", None), ("other", "c")]


def test_a_second_change_of_a_kind_sends_off_the_first(work, statements):
    first(work, "a")
    first(work, "b")

    assert len(statements) == 1
    assert names(work) == ["a", "b"]


def test_parameters_of_one_name_are_refused(work):
    first(work, "a")
    with pytest.raises(ValueError, match="alike"):
        work.later(_SECOND.of(work), {"first_name": "b"}, lambda _: None)


def test_a_change_that_must_change_a_row_says_when_there_was_none(work):
    statement = beats.delete().where(beats.c.name == bindparam("gone")).returning(beats.c.name)
    work.change_one_later(statement, {"gone": "nothing"})

    with pytest.raises(NoSuchRowError):
        work.batch.send()


def test_what_a_change_brings_about_may_be_another_change(work):
    first(work, "a", lambda _: first(work, "z", lambda _: second(work, "y")))

    assert "a" in names(work)
    assert names(work) == ["a", "y", "z"]


def test_what_waits_for_the_end_is_not_sent_before(work, statements):
    work.batch.add_last(_FIRST.of(work), {"first_name": "last", "first_at": NOON}, lambda _: None)
    second(work, "b")

    assert names(work) == ["b"]
    work.batch.finish()
    assert names(work) == ["b", "last"]


@pytest.fixture
def rollbacks(engine):
    found = []

    def note(connection):
        found.append(connection)

    event.listen(engine, "rollback", note)
    yield found
    event.remove(engine, "rollback", note)


def test_who_only_reads_has_nothing_rolled_back(uows, rollbacks):
    with uows() as uow:
        assert uow.beats.last("tick") is None

    assert rollbacks == []


def test_what_was_changed_and_not_committed_is_undone(uows, rollbacks):
    with uows() as uow:
        uow.beats.beat("tick", NOON)
    with uows() as uow:
        uow.letters.acts_once("<1@example.org>", NOON)

    # The second had not sent anything yet.
    assert len(rollbacks) == 1
    with uows() as uow:
        assert uow.beats.last("tick") is None
        assert uow.letters.first_time("<1@example.org>", NOON)
