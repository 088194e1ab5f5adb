"""Keep how a letter came beside it, sealed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("letters", sa.Column("origin", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("letters") as batch:
        batch.drop_column("origin")
