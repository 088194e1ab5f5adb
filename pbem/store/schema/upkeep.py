"""What the house notes about itself."""

from sqlalchemy import Column, Table, Text

from pbem.store.columns import UtcTime
from pbem.store.schema.base import metadata

beats = Table(
    "beats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", UtcTime, nullable=False),
)
