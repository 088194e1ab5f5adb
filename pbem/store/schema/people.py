"""Who plays, how they are reached and signed in, and rules of their own."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    text,
)

from pbem.store.columns import Id, SafeText, UtcTime
from pbem.store.schema.base import id_column, metadata

players = Table(
    "players",
    metadata,
    id_column(),
    Column("name", SafeText, nullable=False),
    Column("zone", Text),
    Column("zone_told", Boolean, nullable=False),
    Column("locale", Text, nullable=False),
    # Of their addresses that which gets their mails; without one the first that was proven.
    Column("main_address_id", Id),
    # What was chosen; NULL where nothing was, so that what is usual may change.
    Column("mails", Text),
    Column("digest_hour", SmallInteger),
    Column("hours_first", SmallInteger),
    Column("hours_last", SmallInteger),
    Column("card_words", Boolean),
    Column("text_only", Boolean),
    Column("signed_links", Boolean),
    # Of what stands in mails for all games, and since when the present one holds.
    Column("generation", Integer, nullable=False, server_default=text("0")),
    Column("generation_at", UtcTime),
    sqlite_autoincrement=True,
)

# Two players may share an address, so its key is indexed but not unique.
addresses = Table(
    "addresses",
    metadata,
    id_column(),
    Column("player_id", Id, ForeignKey("players.id"), nullable=False, index=True),
    Column("email", SafeText, nullable=False),
    Column("email_key", SafeText, nullable=False, index=True),
    Column("proven", Boolean, nullable=False),
    Column("failing", SafeText),
    Column("failures", Integer, nullable=False, server_default=text("0")),
    Column("failing_since", UtcTime),
    Column("failed_at", UtcTime),
    Column("suppressed", Text),
    sqlite_autoincrement=True,
)

barred = Table("barred", metadata, Column("hash", String(64), primary_key=True))

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("player_id", Id, ForeignKey("players.id"), nullable=False, index=True),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False, index=True),
    Column("revoked_at", UtcTime),
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
