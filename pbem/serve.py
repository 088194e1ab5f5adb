"""The whole service in one process tree, for a small host."""

import logging
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pbem import embedded, store
from pbem.config import Settings, settings_from
from pbem.parts import Part, Supervisor, ended_by_signals

log = logging.getLogger(__name__)


def serve(settings: Settings, environ: Mapping[str, str]) -> None:
    """Run web, the ways in, worker, beat and, if needed, a Valkey, until SIGINT or SIGTERM."""
    with tempfile.TemporaryDirectory(prefix="pbem-serve-") as folder:
        supervisor = Supervisor(parts_of(settings, environ, Path(folder)))
        with ended_by_signals(supervisor):
            migrate(settings)
            log.info("serving %s", settings.base_url)
            supervisor.run()


def migrate(settings: Settings) -> None:
    """Bring the database to the tables of this release."""
    engine = store.open_engine(settings.database_url)
    try:
        store.migrate(engine)
    finally:
        engine.dispose()


def parts_of(settings: Settings, environ: Mapping[str, str], folder: Path) -> list[Part]:
    """Return the parts of the service, in the order in which they are started.

    Raises:
        ConfigError: with the environment that they get they would not start.
    """
    inherited = {**os.environ, **environ}
    settings_from(inherited)
    url, valkey = embedded.broker(settings.redis_url, folder)
    inherited["PBEM_REDIS_URL"] = url
    commands = {"web": ("web",), "worker": ("worker", "--concurrency=2"), "beat": ("beat",)}
    if settings.lmtp_listen or settings.smtp_listen:
        commands["listen"] = ("listen",)
    if settings.imap:
        commands["fetch"] = ("fetch",)
    ours = [
        Part(name, (sys.executable, "-m", "pbem.cli", *words), environ=inherited)
        for name, words in commands.items()
    ]
    return [valkey, *ours] if valkey else ours
