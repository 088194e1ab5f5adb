"""Note up to which letter a mailbox has been read."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mailboxes",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("validity", sa.BigInteger(), nullable=True),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reader", sa.Text(), nullable=True),
        sa.Column("held_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_mailboxes"),
    )


def downgrade() -> None:
    op.drop_table("mailboxes")
