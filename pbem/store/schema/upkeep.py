"""What the house notes about itself."""

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text

from pbem.store.columns import Id, UtcTime
from pbem.store.schema.base import metadata

beats = Table(
    "beats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", UtcTime, nullable=False),
)

# Mailboxes that letters are fetched from, each by the hash of its name: up to which UID
# it has been read, from when on, and by whom at present.
mailboxes = Table(
    "mailboxes",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("validity", BigInteger),
    Column("uid", BigInteger, nullable=False),
    Column("since", UtcTime, nullable=False),
    Column("reader", Text),
    Column("held_until", UtcTime),
)

# The public list of games that were called off: rows are added and never changed, and
# each hashes the one before. It stays when a game is gone, so there is no foreign key.
called_off = Table(
    "called_off",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game_id", Id, nullable=False, unique=True),
    Column("commitment", String(64), nullable=False),
    Column("root", String(64)),
    Column("at", UtcTime, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
)
