"""Two releases that follow each other run side by side on one database.

A migration comes first and only adds, so that the release before it runs on tables that
hold more than it knows. What the next release will add is not known: here every table
gets all that a migration may add, under the hands of a house that is at work.
"""

import random
import re
from collections.abc import Mapping

import pytest
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Engine, inspect, text

from pbem.app import audit, clock, upkeep
from pbem.app.records import GameStatus
from pbem.rules.engine import waits
from pbem.store import migrate, open_engine
from pbem.store.migrate import _config, downgrade
from pbem.store.schema import metadata
from tests.app.house import House
from tests.rules.playing import moves_open

Columns = Mapping[str, Mapping[str, bool]]
"""By table its columns, and whether a row may be written without naming them."""

ADDED = ("later_text TEXT", "later_number INTEGER NOT NULL DEFAULT 7")
_REMOVES = re.compile(r"^Removes (\w+(?:\.\w+)?), unused since (\w+)\.$", re.MULTILINE)


def add_what_the_next_release_may_add(engine: Engine) -> None:
    with engine.begin() as connection:
        for table in metadata.tables:
            for column in ADDED:
                connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column}"))
            connection.execute(text(f"CREATE INDEX later_{table} ON {table} (later_number)"))
        connection.execute(text("CREATE TABLE later (id INTEGER PRIMARY KEY)"))


def play(house: House, code: str, count: int) -> None:
    chance = random.Random(count)
    for _ in range(count):
        with house.services.uow() as uow:
            game = uow.log.game(house.game(code))
        wait = waits(game)[0]
        seat = next(one for one in house.seats(code).values() if one.number == wait.seat)
        move = chance.choice(moves_open(game, wait))
        line = str(getattr(move, "tricks", "")) or str(getattr(move, "card", ""))
        assert house.letter(seat, line).verdict == "applied"


def test_this_release_works_on_while_the_next_one_adds_to_the_tables(engine, uows):
    house = House(uows)
    row, _ = house.table("Alice", "Bob", "Carol")
    # Enough for the driver to have statements prepared.
    play(house, row.code, 12)

    add_what_the_next_release_may_add(engine)

    play(house, row.code, 20)
    second, seats = house.table("Dan", "Erin", "Frank")
    play(house, second.code, 6)
    assert house.letter(seats["Dan"], "say hello", "history").verdict == "applied"
    house.clock.turn(house.game(row.code).limit * 2)
    clock.tick(house.services)
    upkeep.sweep(house.services)
    upkeep.forget(house.services)
    assert house.game(row.code).status is GameStatus.RUNNING
    assert all(finding.holds for finding in audit.replay(house.services, row.id))
    assert all(finding.holds for finding in audit.verify(house.services, row.id))


def columns(engine: Engine) -> Columns:
    found = inspect(engine)
    return {
        table: {
            column["name"]: column["nullable"] or column["default"] is not None
            for column in found.get_columns(table)
        }
        for table in found.get_table_names()
    }


def names(tables: Columns) -> set[str]:
    return {*tables, *(f"{table}.{column}" for table, of in tables.items() for column in of)}


def faults(before: Columns, after: Columns, note: str, earlier: set[str]) -> list[str]:
    """Return what a migration does that the release before it would not survive.

    `note` is its docstring, which says of all that it removes or renames since which one
    of the `earlier` revisions nothing has used it: `Removes told.at, unused since 0004.`
    """
    noted = {name for name, since in _REMOVES.findall(note) if since in earlier}
    gone = {name for name in names(before) - names(after) if name.split(".")[0] not in noted}
    needed = {
        f"{table}.{column}"
        for table in before.keys() & after.keys()
        for column, is_free in after[table].items()
        if not is_free and before[table].get(column, True)
    }
    return sorted(
        [f"{one} is gone" for one in gone - noted] + [f"{one} is needed" for one in needed]
    )


@pytest.mark.parametrize(
    ("after", "note", "found"),
    [
        ({"told": {"id": False, "at": True, "new": True}, "other": {"id": False}}, "", []),
        ({"told": {"id": False, "at": True, "new": False}}, "", ["told.new is needed"]),
        ({"told": {"id": False, "at": False}}, "", ["told.at is needed"]),
        ({"told": {"id": False}}, "", ["told.at is gone"]),
        ({"told": {"id": False}}, "Removes told.at, unused since 0004.", []),
        ({"told": {"id": False}}, "Removes told.at, unused since 0005.", ["told.at is gone"]),
        ({}, "Removes told, unused since 0003.", []),
        ({}, "Tidy up.", ["told is gone", "told.at is gone", "told.id is gone"]),
    ],
)
def test_what_is_removed_renamed_or_needed_too_early_is_seen(after, note, found):
    before = {"told": {"id": False, "at": True}}

    assert faults(before, after, note, {"0003", "0004"}) == found


def test_each_migration_after_the_first_only_adds_or_says_since_when_nothing_uses_it(tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path}/steps.db")
    earlier: set[str] = set()
    before: Columns = {}
    for step in _steps(engine):
        migrate(engine, step.revision)
        after = columns(engine)
        assert faults(before, after, step.doc, earlier) == []
        earlier, before = earlier | {step.revision}, after
    assert set(metadata.tables) <= set(before)
    downgrade(engine, "base")
    engine.dispose()


def _steps(engine: Engine) -> list[Script]:
    with engine.connect() as connection:
        return [*ScriptDirectory.from_config(_config(connection)).walk_revisions()][::-1]
