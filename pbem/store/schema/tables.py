"""Games and what is at their tables: seats, invitations, waits and talk."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

from pbem.store.columns import Id, SafeText, UtcTime, index_where
from pbem.store.schema.base import game_column, id_column, metadata

games = Table(
    "games",
    metadata,
    id_column(),
    Column("code", Text, nullable=False, unique=True),
    Column("join_code", Text, nullable=False, unique=True),
    Column("watch_code", Text, nullable=False, unique=True),
    Column("status", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("starter_id", Id, ForeignKey("players.id"), index=True),
    Column("limit_seconds", Id, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("root", Text),
    Column("rated", Boolean, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("started_at", UtcTime),
    Column("ended_at", UtcTime),
    index_where("status = 'running'", "ix_games_running", "id"),
    Index("ix_games_ended_at", "ended_at"),
    sqlite_autoincrement=True,
    # Each move updates its game: room in the page spares the indices an entry a move.
    postgresql_with={"fillfactor": 75},
)

seats = Table(
    "seats",
    metadata,
    id_column(),
    game_column(),
    Column("number", SmallInteger),
    Column("player_id", Id, ForeignKey("players.id"), index=True),
    Column("address_id", Id, ForeignKey("addresses.id"), index=True),
    Column("name", SafeText, nullable=False),
    Column("seed", SafeText, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("stand_in", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("mails", Boolean, nullable=False),
    Column("greeted", Boolean, nullable=False),
    Column("asked_to_resign", UtcTime),
    # Names are unique at a table, seat numbers too once they are given.
    UniqueConstraint("game_id", "name"),
    UniqueConstraint("game_id", "number"),
    sqlite_autoincrement=True,
)

invitations = Table(
    "invitations",
    metadata,
    id_column(),
    Column("game_id", Id, ForeignKey("games.id"), nullable=False, index=True),
    Column("email", SafeText, nullable=False),
    Column("inviter_id", Id, ForeignKey("players.id"), nullable=False),
    Column("state", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False),
    Column("generation", Integer, nullable=False),
    Index("ix_invitations_inviter_id_created_at", "inviter_id", "created_at"),
    index_where("state = 'open'", "ix_invitations_open", "expires_at"),
    sqlite_autoincrement=True,
)

waits = Table(
    "waits",
    metadata,
    game_column(primary_key=True),
    Column("deal", SmallInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("wants", Text, primary_key=True),
    Column("since", UtcTime, nullable=False),
    Column("deadline", UtcTime, nullable=False, index=True),
    Column("remind_at", UtcTime, index=True),
)

talks = Table(
    "talks",
    metadata,
    id_column(),
    game_column(),
    Column("seat", SmallInteger, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("words", LargeBinary, nullable=False),
    Index("ix_talks_game_id_at", "game_id", "at"),
    sqlite_autoincrement=True,
)
