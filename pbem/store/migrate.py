"""Bringing a database to the tables of this release."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, text

if TYPE_CHECKING:
    from alembic.config import Config

# Alembic is imported where it is needed: workers and commands that only use the
# database start without it.

# Any number will do, as long as no other program on the database uses it.
_ADVISORY_LOCK = 5_172_311_094


def migrate(engine: Engine, to: str = "head") -> None:
    """Upgrade the database to a revision.

    Several processes may do this at once: one does the work, the others wait and
    find it done. A fault half way leaves the tables as they were.
    """
    from alembic import command

    with engine.begin() as connection:
        _alone(connection)
        command.upgrade(_config(connection), to)


def downgrade(engine: Engine, to: str) -> None:
    """Take the database back to an older revision (`base`: none). Its data may be lost."""
    from alembic import command

    with engine.begin() as connection:
        _alone(connection)
        command.downgrade(_config(connection), to)


def is_current(engine: Engine) -> bool:
    """Tell whether the database has the newest tables that this release knows."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_heads()
        return set(present) == set(ScriptDirectory.from_config(_config(connection)).get_heads())


def _alone(connection: Connection) -> None:
    """Wait until no other process migrates; SQLite lets one writer in anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:number)"), {"number": _ADVISORY_LOCK}
        )


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    # In a path a per cent sign stands for itself, in Alembic's options it does not.
    folder = str(Path(__file__).parent / "migrations").replace("%", "%%")
    config.set_main_option("script_location", folder)
    config.attributes["connection"] = connection
    return config
