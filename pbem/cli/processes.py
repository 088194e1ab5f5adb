"""The single processes of the service; `pbem serve` runs them all."""

import os
import sys

import click

from pbem import store
from pbem.cli.house import opened, settings
from pbem.config import ConfigError, Settings


@click.command("migrate")
def migrate() -> None:
    """Bring the database to the tables of this release."""
    with opened() as house:
        store.migrate(house.engine)
    click.echo("the database is up to date")


@click.command("web")
@click.option("--threads", default=8, show_default=True, help="Requests at once in a process.")
@click.option("--processes", default=1, show_default=True, help="How many processes.")
def web(*, threads: int, processes: int) -> None:
    """Serve the pages."""
    from pbem.cli.gunicorn_web import serve_pages

    serve_pages(_with_broker(settings()), threads=threads, processes=processes)


@click.command("listen")
def listen() -> None:
    """Take mail in by LMTP and SMTP, as PBEM_LMTP_LISTEN and PBEM_SMTP_LISTEN say."""
    found = _with_broker(settings())
    if found.lmtp_listen is None and found.smtp_listen is None:
        raise ConfigError(("Set PBEM_LMTP_LISTEN or PBEM_SMTP_LISTEN: HOST:PORT.",))
    from pbem.wiring import listen_for_mail

    listen_for_mail(found)


@click.command("worker")
@click.option("--concurrency", default=2, show_default=True, help="Tasks at once.")
def worker(concurrency: int) -> None:
    """Read letters, move games on and send mail."""
    _celery("worker", f"--concurrency={concurrency}", "--without-gossip", "--without-mingle")


@click.command("beat")
def beat() -> None:
    """Ring the tick and the sweep; one of these, or several."""
    _celery("beat", "--pidfile=")


def _celery(*words: str) -> None:
    _with_broker(settings())
    command = [sys.executable, "-m", "celery", "--app=workers.app", "--quiet", *words]
    os.execv(sys.executable, command)  # noqa: S606 - our own interpreter, no shell


def _with_broker(found: Settings) -> Settings:
    if found.redis_url is None:
        hint = "Write redis://host:6379/0, or run everything by `pbem serve`, which brings its own."
        raise ConfigError((f"PBEM_REDIS_URL is not set. {hint}",))
    return found


COMMANDS = (migrate, web, listen, worker, beat)
