"""What all tables share: how their constraints are named, and columns that many have."""

from sqlalchemy import Column, ForeignKey, MetaData

from pbem.store.columns import Id

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def id_column() -> Column[int]:
    """Return a key of numbers that never come again (with `sqlite_autoincrement`).

    They stand in reply addresses.
    """
    return Column("id", Id, primary_key=True)


def game_column(*, primary_key: bool = False) -> Column[int]:
    """Return the game that a row goes with."""
    return Column("game_id", Id, ForeignKey("games.id"), primary_key=primary_key, nullable=False)


def seat_column(*, primary_key: bool = False) -> Column[int]:
    """Return the seat that a row goes with, even when it is removed."""
    seat = ForeignKey("seats.id", ondelete="CASCADE")
    return Column("seat_id", Id, seat, primary_key=primary_key, autoincrement=False, nullable=False)
