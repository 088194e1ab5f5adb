"""Count how often a player made void what their mails hold; tell ß and ss apart in addresses."""

import unicodedata
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_ADDRESSES = sa.table(
    "addresses", sa.column("id"), sa.column("email", sa.Text), sa.column("email_key", sa.Text)
)


def upgrade() -> None:
    count = sa.Column("generation", sa.Integer(), nullable=False, server_default=sa.text("0"))
    op.add_column("players", count)
    op.add_column("players", sa.Column("generation_at", sa.DateTime(timezone=True)))
    _compare_anew(_by_letters)


def downgrade() -> None:
    op.drop_column("players", "generation_at")
    op.drop_column("players", "generation")
    _compare_anew(str.casefold)


def _compare_anew(local_key: Callable[[str], str]) -> None:
    """Write anew how addresses are compared whose local part goes beyond ASCII."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(_ADDRESSES)).all():
        local = row.email.strip().rpartition("@")[0]
        key = f"{local_key(local)}@{row.email_key.rpartition('@')[2]}"
        if not local.isascii() and key != row.email_key:
            change = sa.update(_ADDRESSES).where(_ADDRESSES.c.id == row.id)
            connection.execute(change.values(email_key=key))


def _by_letters(local: str) -> str:
    if any(unicodedata.normalize("NFC", sign).isascii() for sign in local if not sign.isascii()):
        return local
    return unicodedata.normalize("NFC", local).lower()
