"""The tables. Rows that hold hidden cards, words or raw mail keep them sealed.

The migrations make exactly these tables; a test compares the two. A change is
made in two releases, since adjacent releases run side by side on one database:
first expand (new tables, nullable columns), and contract one release later.
"""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from pbem.store.columns import Id, SafeText, UtcTime, index_where

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[int]:
    return Column("id", Id, primary_key=True)


def _game(*, primary_key: bool = False) -> Column[int]:
    return Column("game_id", Id, ForeignKey("games.id"), primary_key=primary_key, nullable=False)


def _seat(*, primary_key: bool = False) -> Column[int]:
    """Return the seat that a row goes with, even when it is removed."""
    seat = ForeignKey("seats.id", ondelete="CASCADE")
    return Column("seat_id", Id, seat, primary_key=primary_key, autoincrement=False, nullable=False)


# `sqlite_autoincrement`: ids stand in reply addresses, so none must ever come again.


players = Table(
    "players",
    metadata,
    _id(),
    Column("name", SafeText, nullable=False),
    Column("zone", Text),
    Column("zone_told", Boolean, nullable=False),
    Column("locale", Text, nullable=False),
    sqlite_autoincrement=True,
)

# Two players may share an address, so its key is indexed but not unique.
addresses = Table(
    "addresses",
    metadata,
    _id(),
    Column("player_id", Id, ForeignKey("players.id"), nullable=False, index=True),
    Column("email", SafeText, nullable=False),
    Column("email_key", SafeText, nullable=False, index=True),
    Column("proven", Boolean, nullable=False),
    Column("failing", SafeText),
    sqlite_autoincrement=True,
)

rule_sets = Table(
    "rule_sets",
    metadata,
    Column("player_id", Id, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("name", SafeText, primary_key=True),
    Column("title", SafeText, nullable=False),
    Column("preset", Text, nullable=False),
    Column("options", Text, nullable=False),
)

barred = Table("barred", metadata, Column("hash", String(64), primary_key=True))

games = Table(
    "games",
    metadata,
    _id(),
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
    _id(),
    _game(),
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
    # Names are unique at a table, seat numbers too once they are given.
    UniqueConstraint("game_id", "name"),
    UniqueConstraint("game_id", "number"),
    sqlite_autoincrement=True,
)

invitations = Table(
    "invitations",
    metadata,
    _id(),
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

# `sealed` holds the part of the payload that is hidden from some seats.
events = Table(
    "events",
    metadata,
    _game(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("version", SmallInteger, nullable=False),
    Column("deal", SmallInteger),
    Column("at", UtcTime, nullable=False),
    Column("by", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("sealed", LargeBinary),
)

# The state of a game after event `seq`, before the deal is handed out. It only
# saves time: what is not in the present form of `Game` is not read.
deal_starts = Table(
    "deal_starts",
    metadata,
    _game(primary_key=True),
    Column("deal", SmallInteger, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("form", String(16), nullable=False),
    Column("state", LargeBinary, nullable=False),
)

waits = Table(
    "waits",
    metadata,
    _game(primary_key=True),
    Column("deal", SmallInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("wants", Text, primary_key=True),
    Column("since", UtcTime, nullable=False),
    Column("deadline", UtcTime, nullable=False, index=True),
    Column("remind_at", UtcTime, index=True),
)

# What was sent may outlive what it tells of, so there are no foreign keys to it.
outbox = Table(
    "outbox",
    metadata,
    _id(),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("game_id", Id, index=True),
    Column("seat_id", Id),
    Column("player_id", Id),
    Column("email", SafeText, nullable=False),
    Column("deal", SmallInteger),
    Column("decision", SmallInteger),
    Column("facts", LargeBinary),
    Column("state", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("not_before", UtcTime, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("number", Integer),
    Column("message_id", Text),
    Column("rendered", LargeBinary),
    Column("last_reply", SafeText),
    Column("sent_at", UtcTime),
    index_where("state = 'waiting'", "ix_outbox_due", "not_before"),
    index_where("facts IS NOT NULL", "ix_outbox_kept", "created_at"),
    index_where("state = 'waiting'", "ix_outbox_waiting", "seat_id"),
    sqlite_autoincrement=True,
)

# Up to which mail and which event a seat has been told.
told = Table(
    "told",
    metadata,
    _seat(primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
)

letters = Table(
    "letters",
    metadata,
    _id(),
    Column("key", String(64), nullable=False, unique=True),
    Column("received_at", UtcTime, nullable=False),
    Column("transport", Text, nullable=False),
    Column("recipient", SafeText, nullable=False),
    Column("recipients", Text, nullable=False),
    Column("lane", SafeText),
    Column("game_id", Id),
    Column("raw", LargeBinary),
    Column("state", Text, nullable=False),
    Column("verdict", SafeText),
    Column("reason", SafeText),
    Column("trace", LargeBinary),
    index_where("state = 'new'", "ix_letters_new", "id"),
    index_where("state = 'new'", "ix_letters_lane_new", "lane", "id"),
    index_where("raw IS NOT NULL", "ix_letters_kept", "received_at"),
    sqlite_autoincrement=True,
)

# Hashes of the keys of mails that have acted.
acted = Table(
    "acted",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("at", UtcTime, nullable=False),
)

talks = Table(
    "talks",
    metadata,
    _id(),
    _game(),
    Column("seat", SmallInteger, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("words", LargeBinary, nullable=False),
    Index("ix_talks_game_id_at", "game_id", "at"),
    sqlite_autoincrement=True,
)

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    _seat(),
    Column("deal", SmallInteger, nullable=False),
    Column("decision", SmallInteger, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("expires_at", UtcTime, nullable=False, index=True),
    Index("ix_links_seat_id", "seat_id"),
)

pending = Table(
    "pending",
    metadata,
    _id(),
    Column("purpose", Text, nullable=False),
    Column("email", SafeText, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Column("expires_at", UtcTime, nullable=False, index=True),
    sqlite_autoincrement=True,
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("player_id", Id, ForeignKey("players.id"), nullable=False, index=True),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False, index=True),
    Column("revoked_at", UtcTime),
)

beats = Table(
    "beats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", UtcTime, nullable=False),
)
