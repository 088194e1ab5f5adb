"""Where everything is kept: SQLAlchemy and Alembic live here and nowhere else."""

from pbem.store.engine import open_engine
from pbem.store.migrate import migrate
from pbem.store.states import StateCache
from pbem.store.uow import SqlUow, uow_factory

__all__ = ["SqlUow", "StateCache", "migrate", "open_engine", "uow_factory"]
