"""Mail in and out, and what links and open questions in mails stand for."""

from sqlalchemy import Column, Index, Integer, LargeBinary, SmallInteger, String, Table, Text

from pbem.store.columns import Id, SafeText, UtcTime, index_where
from pbem.store.schema.base import id_column, metadata, seat_column

# What was sent may outlive what it tells of, so there are no foreign keys to it.
outbox = Table(
    "outbox",
    metadata,
    id_column(),
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
    Column("address_id", Id),
    Column("provider", Text),
    Column("told_seq", Integer),
    Column("in_hand_until", UtcTime),
    index_where("state = 'waiting'", "ix_outbox_due", "not_before"),
    index_where("facts IS NOT NULL", "ix_outbox_kept", "created_at"),
    index_where("message_id IS NOT NULL", "ix_outbox_message_id", "message_id"),
    index_where("state = 'waiting'", "ix_outbox_waiting", "seat_id"),
    sqlite_autoincrement=True,
)

# Up to which mail and which event a seat has been told.
told = Table(
    "told",
    metadata,
    seat_column(primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
)

letters = Table(
    "letters",
    metadata,
    id_column(),
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
    Column("origin", LargeBinary),
    Column("not_before", UtcTime),
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

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    seat_column(),
    Column("deal", SmallInteger, nullable=False),
    Column("decision", SmallInteger, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("expires_at", UtcTime, nullable=False, index=True),
    Index("ix_links_seat_id", "seat_id"),
)

pending = Table(
    "pending",
    metadata,
    id_column(),
    Column("purpose", Text, nullable=False),
    Column("email", SafeText, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Column("expires_at", UtcTime, nullable=False, index=True),
    Column("player_id", Id, index=True),
    sqlite_autoincrement=True,
)
