"""The door for letters, which is all that a mail server's pipe needs of the house."""

import contextlib
from collections.abc import Iterator

from pbem import store
from pbem.app.ports import Bell, Clock, UowFactory
from pbem.config import Settings
from pbem.doorbell import CeleryBell
from pbem.mailin.addresses import Identity
from pbem.mailin.doorstep import StoringDoorstep
from pbem.mailin.pace import Pace
from pbem.store.clock import SystemClock
from pbem.wiring.pacing import SharedCounter


def identity_of(settings: Settings) -> Identity:
    """Return who we are in mail."""
    return Identity(
        settings.service_address, settings.domain, settings.delimiter, settings.owns_domain
    )


def limits_url(settings: Settings) -> str:
    """Return where it is counted how often something happens."""
    url = settings.redis_url or ""
    return url if url.startswith(("redis:", "rediss:")) else "memory://"


def door_of(settings: Settings, uow: UowFactory, bell: Bell, clock: Clock) -> StoringDoorstep:
    """Return the door of a house that is open already."""
    return StoringDoorstep(
        uow=uow,
        keys=settings.keys,
        identity=identity_of(settings),
        bell=bell,
        clock=clock,
        pace=Pace(SharedCounter(limits_url(settings)), settings.letters_an_hour),
    )


@contextlib.contextmanager
def open_door(settings: Settings) -> Iterator[StoringDoorstep]:
    """Yield the door alone. Nothing is connected to until it is needed."""
    engine = store.open_engine(settings.database_url)
    clock = SystemClock()
    try:
        uow = store.uow_factory(engine, settings.keys, clock=clock)
        yield door_of(settings, uow, CeleryBell(settings.redis_url or ""), clock)
    finally:
        engine.dispose()
