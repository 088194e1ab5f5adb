"""Alembic's way in: runs the migrations on the connection it is given."""

from typing import Any, Literal

from alembic import context

from pbem.store.columns import Id, SafeText, UtcTime
from pbem.store.schema import metadata


def render_item(kind: str, item: Any, _autogenerate: object) -> str | Literal[False]:
    """Write types in migrations without the program's own: those may change later."""
    if kind != "type":
        return False
    if item is Id:
        return "ID"
    if isinstance(item, UtcTime):
        return "sa.DateTime(timezone=True)"
    return "sa.Text()" if isinstance(item, SafeText) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite too runs DDL inside of a transaction, if it is begun by hand as here.
    transactional_ddl=True,
    render_as_batch=context.config.attributes.get("batch", True),
    render_item=render_item,
)
context.run_migrations()
