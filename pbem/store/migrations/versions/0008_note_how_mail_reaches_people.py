"""Note of each address how mail fared there, and of each notice where it went and what it told."""

import sqlalchemy as sa
from alembic import op

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ADDRESSES = ("failures", "failing_since", "failed_at", "suppressed")
_OUTBOX = ("address_id", "provider", "told_seq", "in_hand_until")


def upgrade() -> None:
    count = sa.Column("failures", sa.Integer(), nullable=False, server_default=sa.text("0"))
    op.add_column("addresses", count)
    op.add_column("addresses", sa.Column("failing_since", sa.DateTime(timezone=True)))
    op.add_column("addresses", sa.Column("failed_at", sa.DateTime(timezone=True)))
    op.add_column("addresses", sa.Column("suppressed", sa.Text()))
    op.add_column("outbox", sa.Column("address_id", ID))
    op.add_column("outbox", sa.Column("provider", sa.Text()))
    op.add_column("outbox", sa.Column("told_seq", sa.Integer()))
    op.add_column("outbox", sa.Column("in_hand_until", sa.DateTime(timezone=True)))
    op.create_index(
        "ix_outbox_message_id",
        "outbox",
        ["message_id"],
        postgresql_where=sa.text("message_id IS NOT NULL"),
        sqlite_where=sa.text("message_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_message_id", table_name="outbox")
    for table, names in (("outbox", _OUTBOX), ("addresses", _ADDRESSES)):
        for name in names:
            op.drop_column(table, name)
