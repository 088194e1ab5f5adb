"""Let players choose which mails they get, when and how, and say no to giving a seat up."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_CHOICES: tuple[tuple[str, type], ...] = (
    ("mails", sa.Text),
    ("digest_hour", sa.SmallInteger),
    ("hours_first", sa.SmallInteger),
    ("hours_last", sa.SmallInteger),
    ("card_words", sa.Boolean),
    ("text_only", sa.Boolean),
    ("signed_links", sa.Boolean),
)


def upgrade() -> None:
    for name, kind in _CHOICES:
        op.add_column("players", sa.Column(name, kind(), nullable=True))
    op.add_column(
        "seats", sa.Column("asked_to_resign", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("seats", "asked_to_resign")
    for name, _kind in reversed(_CHOICES):
        op.drop_column("players", name)
