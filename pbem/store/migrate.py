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


def revision(engine: Engine) -> str | None:
    """Return the revision of the tables in a database; None if there are none."""
    from alembic.runtime.migration import MigrationContext

    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def known_revisions() -> frozenset[str]:
    """Return every revision that this release can bring to its own tables."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", _folder())
    scripts = ScriptDirectory.from_config(config)
    return frozenset(script.revision for script in scripts.walk_revisions())


def _alone(connection: Connection) -> None:
    """Wait until no other process migrates; SQLite lets one writer in anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:number)"), {"number": _ADVISORY_LOCK}
        )


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", _folder())
    config.attributes["connection"] = connection
    return config


def _folder() -> str:
    # In a path a per cent sign stands for itself, in Alembic's options it does not.
    return str(Path(__file__).parent / "migrations").replace("%", "%%")
