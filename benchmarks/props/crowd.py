"""Many games in a database: copies of one that was played, with all rows it has."""

from collections.abc import Mapping

import psycopg
from psycopg import sql
from sqlalchemy import Table as SqlTable

from benchmarks.props import ground
from benchmarks.props.games import PEOPLE, advance, seated
from pbem.app.services import Services
from pbem.store import schema

_AT_ONCE = 5_000

# What is different in the copy number n; a table's other columns are as they were.
_OWN_PEOPLE = f"+ {len(PEOPLE)} * n"
_DIFFERENT: Mapping[SqlTable, Mapping[str, str]] = {
    schema.players: {"id": f"id {_OWN_PEOPLE}"},
    schema.addresses: {
        "id": f"id {_OWN_PEOPLE}",
        "player_id": f"player_id {_OWN_PEOPLE}",
        "email": "n || email",
        "email_key": "n || email_key",
    },
    schema.games: {
        "id": "id + n",
        "code": "code || '/' || n",
        "join_code": "join_code || '/' || n",
        "watch_code": "watch_code || '/' || n",
    },
    schema.seats: {
        "id": f"id {_OWN_PEOPLE}",
        "game_id": "game_id + n",
        "player_id": f"player_id {_OWN_PEOPLE}",
        "address_id": f"address_id {_OWN_PEOPLE}",
    },
    schema.events: {"game_id": "game_id + n"},
    schema.deal_starts: {"game_id": "game_id + n"},
    schema.waits: {"game_id": "game_id + n"},
}


def fill(services: Services, url: str, games: int, preset: str, events: int) -> None:
    """Fill an empty database with running games of at least so many events each.

    One is played, the others are copies of its rows; their sealed columns could not
    be opened, being sealed for another row, but nobody asks for them.
    """
    table = seated(services, preset, 1)
    done = 0
    while advance(services, table, table.turns[done : done + 1]).seq < events:
        done += 1
    with ground.plain_connection(url) as connection:
        # Foreign keys hold, since whole games are copied.
        connection.execute("SET session_replication_role = replica")
        for first in range(1, games, _AT_ONCE):
            last = min(first + _AT_ONCE, games) - 1
            for copied in _DIFFERENT:
                connection.execute(_copies(copied, first, last))
        _settle(connection)


def _copies(table: SqlTable, first: int, last: int) -> sql.Composed:
    different = _DIFFERENT[table]
    key = table.primary_key.columns.keys()
    own = (
        sql.SQL("game_id = 1")
        if "game_id" in table.c
        else sql.SQL("id <= {}").format(1 if table is schema.games else len(PEOPLE))
    )
    columns = [column.name for column in table.c]
    return sql.SQL(
        "INSERT INTO {table} ({names}) SELECT {values} FROM generate_series({first}, {last}) n"
        " CROSS JOIN LATERAL (SELECT * FROM {table} WHERE {own} ORDER BY {key}) one"
    ).format(
        table=sql.Identifier(table.name),
        names=sql.SQL(", ").join(map(sql.Identifier, columns)),
        values=sql.SQL(", ").join(
            sql.SQL(different[name]) if name in different else sql.Identifier(name)
            for name in columns
        ),
        first=sql.Literal(first),
        last=sql.Literal(last),
        own=own,
        key=sql.SQL(", ").join(map(sql.Identifier, key)),
    )


def _settle(connection: psycopg.Connection) -> None:
    """Leave the database as it is some time after such a burst."""
    for table in _DIFFERENT:
        name = table.name
        if "id" in table.c:
            connection.execute(
                sql.SQL(
                    "SELECT setval(pg_get_serial_sequence({}, 'id'), (SELECT max(id) FROM {}))"
                ).format(sql.Literal(name), sql.Identifier(name))
            )
        connection.execute(sql.SQL("VACUUM (ANALYZE) {}").format(sql.Identifier(name)))
    connection.execute("CHECKPOINT")
