"""The log of each game, and states kept beside it."""

from sqlalchemy import Column, Integer, LargeBinary, SmallInteger, String, Table, Text

from pbem.store.columns import UtcTime
from pbem.store.schema.base import game_column, metadata

# `sealed` holds the part of the payload that is hidden from some seats.
events = Table(
    "events",
    metadata,
    game_column(primary_key=True),
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
    game_column(primary_key=True),
    Column("deal", SmallInteger, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("form", String(16), nullable=False),
    Column("state", LargeBinary, nullable=False),
)
