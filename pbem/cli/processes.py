"""The single processes of the service; `pbem serve` runs them all."""

import os
from typing import Literal

import click

from pbem import doorbell
from pbem.config import ConfigError, Settings, settings_from
from pbem.logs import set_up_logs


@click.command("migrate")
def migrate() -> None:
    """Bring the database to the tables of this release."""
    from pbem import store
    from pbem.cli.house import opened

    with opened() as house:
        store.migrate(house.engine)
    click.echo("the database is up to date")


@click.command("web")
@click.option("--threads", default=8, show_default=True, help="Requests at once in a process.")
@click.option("--processes", default=1, show_default=True, help="How many processes.")
def web(*, threads: int, processes: int) -> None:
    """Serve the pages."""
    from pbem.cli.gunicorn_web import serve_pages

    serve_pages(_settings(), threads=threads, processes=processes)


@click.command("listen")
def listen() -> None:
    """Take mail in by LMTP and SMTP, as PBEM_LMTP_LISTEN and PBEM_SMTP_LISTEN say."""
    found = _settings()
    if found.lmtp_listen is None and found.smtp_listen is None:
        raise ConfigError(("Set PBEM_LMTP_LISTEN or PBEM_SMTP_LISTEN: HOST:PORT.",))
    from pbem.wiring import listen_for_mail

    listen_for_mail(found)


@click.command("fetch")
def fetch() -> None:
    """Fetch mail from the mailbox that PBEM_IMAP_URL names."""
    found = _settings()
    if found.imap is None:
        raise ConfigError(("Set PBEM_IMAP_URL: imaps://user:password@host:993.",))
    from pbem.wiring import fetch_mail

    fetch_mail(found, found.imap)


@click.command("worker")
@click.option("--concurrency", default=2, show_default=True, help="Tasks at once.")
def worker(concurrency: int) -> None:
    """Read letters, move games on and send mail."""
    _run("worker", f"--concurrency={concurrency}")


@click.command("beat")
def beat() -> None:
    """Ring the tick and the sweep; one of these, or several."""
    _run("beat")


def _run(part: Literal["worker", "beat"], *words: str) -> None:
    _with_broker(settings_from(os.environ))
    command = doorbell.command(part, *words)
    os.execv(command[0], command)  # noqa: S606 - our own interpreter, no shell


def _settings() -> Settings:
    found = _with_broker(settings_from(os.environ))
    set_up_logs(found.log_level, found.log_format)
    return found


def _with_broker(found: Settings) -> Settings:
    if found.redis_url is None:
        hint = "Write redis://host:6379/0, or run everything by `pbem serve`, which brings its own."
        raise ConfigError((f"PBEM_REDIS_URL is not set. {hint}",))
    return found


COMMANDS = (migrate, web, listen, fetch, worker, beat)
