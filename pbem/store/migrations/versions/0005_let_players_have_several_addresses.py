"""Let players have several addresses, a main one among them, and see which wait for a yes."""

import sqlalchemy as sa
from alembic import op

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("main_address_id", ID, nullable=True))
    op.add_column("pending", sa.Column("player_id", ID, nullable=True))
    op.create_index("ix_pending_player_id", "pending", ["player_id"])


def downgrade() -> None:
    op.drop_index("ix_pending_player_id", "pending")
    with op.batch_alter_table("pending") as batch:
        batch.drop_column("player_id")
    with op.batch_alter_table("players") as batch:
        batch.drop_column("main_address_id")
