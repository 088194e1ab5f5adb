"""What the service stands on: does it answer?"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import redis
from sqlalchemy.exc import DBAPIError

from pbem import store
from pbem.config import Settings
from pbem.outages import Unreachable
from pbem.store.clock import SystemClock
from pbem.store.migrate import is_current
from pbem.wiring.half_set import half_set
from pbem.wiring.mailbox_health import claims_too_much, sick_mailbox
from pbem.wiring.one_mailbox.submission import sick_submission

_SECONDS: Final = 5
_MANY: Final = 100
_FOR_OTHERS: Final = 0o007


@contextlib.contextmanager
def reachable(settings: Settings) -> Iterator[None]:
    """Turn a fault of the database's own into one line.

    Raises:
        Unreachable: the database does not answer.
    """
    ill = _database(settings)
    if ill is not None and ill.is_down:
        raise Unreachable(f"{ill.what} {ill.cure}")
    yield


@dataclass(frozen=True, slots=True)
class Ailment:
    """One thing that is not right, and how to mend it."""

    where: str
    what: str
    cure: str
    is_down: bool = False


def ailments(settings: Settings) -> list[Ailment]:
    """Return what is not right with database, broker, mail server, mailbox, key and webhooks."""
    found = (
        _database(settings),
        _broker(settings),
        _relay(settings),
        _mailbox(settings),
        _signature(settings),
    )
    waiting = _held_back(settings) if found[0] is None else None
    hooks = [Ailment("webhooks", what, cure) for what, cure in half_set(settings)]
    return [one for one in (*found, waiting) if one is not None] + hooks


def _database(settings: Settings) -> Ailment | None:
    engine = store.open_engine(settings.database_url)
    try:
        is_new = is_current(engine)
    except DBAPIError as fault:
        why = " ".join(str(fault.orig).split())[:200]
        cure = "Start it, or mend PBEM_DATABASE_URL."
        return Ailment("database", f"The database does not answer ({why}).", cure, is_down=True)
    finally:
        engine.dispose()
    if is_new:
        return None
    return Ailment("database", "Its tables are not those of this release.", "Run `pbem migrate`.")


def _held_back(settings: Settings) -> Ailment | None:
    engine = store.open_engine(settings.database_url)
    try:
        with store.uow_factory(engine, settings.keys, clock=SystemClock())() as uow:
            waiting = uow.letters.held_back()
    finally:
        engine.dispose()
    if waiting < _MANY:
        return None
    what = f"{waiting} letters wait because others like them came too often."
    return Ailment("letters", what, "See from whom they are: `pbem letters list`.")


def _broker(settings: Settings) -> Ailment | None:
    if settings.redis_url is None or settings.redis_url.startswith("filesystem:"):
        return None
    client = redis.Redis.from_url(
        settings.redis_url, socket_connect_timeout=_SECONDS, socket_timeout=_SECONDS
    )
    with contextlib.closing(client):
        try:
            client.ping()
        except redis.RedisError as fault:
            what = f"Redis does not answer ({type(fault).__name__})."
            return Ailment("broker", what, "Start it, or mend PBEM_REDIS_URL.")
    return None


def _mailbox(settings: Settings) -> Ailment | None:
    sick = claims_too_much(settings)
    if sick is None and settings.imap is not None:
        sick = sick_mailbox(settings.imap)
    return None if sick is None else Ailment("mailbox", *sick)


def _signature(settings: Settings) -> Ailment | None:
    """Return what is wrong with the key that mails are signed with: that others can read it."""
    key_file = settings.outgoing.dkim_file
    if key_file is None or not key_file.path.stat().st_mode & _FOR_OTHERS:
        return None
    what = f"Everybody on this machine can read {key_file.path}, the key of our signatures."
    return Ailment("signature", what, f"Run `chmod o= {key_file.path}`.")


def _relay(settings: Settings) -> Ailment | None:
    sick = sick_submission(settings.relay, _SECONDS)
    return None if sick is None else Ailment("mail server", *sick)
