"""List games that were called off, each row with the hash of the one before."""

import sqlalchemy as sa
from alembic import op

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "called_off",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("root", sa.String(length=64), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_called_off"),
        sa.UniqueConstraint("game_id", name="uq_called_off_game_id"),
    )


def downgrade() -> None:
    op.drop_table("called_off")
