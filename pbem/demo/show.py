"""`pbem demo`: the whole service on embedded parts, and a mailbox to play from."""

import logging
import os
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from pbem.config import settings_from
from pbem.demo import opening, place
from pbem.demo.place import DemoPlace
from pbem.parts import Part, Supervisor, ended_by_signals
from pbem.serve import migrate, parts_of

log = logging.getLogger(__name__)


def run_demo(*, fresh: bool) -> None:
    """Run until Ctrl-C; run again, it continues where it was."""
    with (
        place.opened(os.environ, fresh=fresh) as here,
        tempfile.TemporaryDirectory(prefix="pbem-demo-") as folder,
    ):
        click.echo("Starting the service ...")
        parts = _parts(here, Path(folder))
        supervisor = Supervisor(parts)
        with ended_by_signals(supervisor):
            migrate(settings_from(here.environ()))
            greeter = threading.Thread(target=_greet, args=(here, parts, supervisor), daemon=True)
            greeter.start()
            supervisor.run()
        click.echo("\nStopped. ./run demo goes on where you left." if _is_tree() else "\nStopped.")


def _is_tree() -> bool:
    return (Path(__file__).resolve().parents[2] / "run").is_file()


def _parts(here: DemoPlace, folder: Path) -> list[Part]:
    environ = here.environ()
    foreign = {name: "" for name in os.environ if name.startswith("PBEM_")}
    service = parts_of(settings_from(environ), {**foreign, **environ}, folder)
    python, ports = sys.executable, here.ports
    mailbox = ("mailbox", str(ports["mailbox"]), str(ports["smtp"]), str(here.mails))
    own = [
        Part(words[0], (python, "-m", f"pbem.demo.{words[0]}", *words[1:]))
        for words in (("sink", str(ports["sink"]), str(here.mails)), mailbox)
    ]
    return [replace(part, log_file=here.log) for part in (*own, *service)]


def _greet(here: DemoPlace, parts: list[Part], supervisor: Supervisor) -> None:
    """Begin the game once the service is there, and say what to do."""
    if not opening.wait_until_open(here.page):
        click.echo(f"The service does not come up; {here.log} says why.", err=True)
        supervisor.end()
        return
    opening.begin_once(settings_from(_with_broker(here, parts)))
    click.echo(
        f"""
  Your mailbox:  {here.mailbox}
  The pages:     {here.page}

Open the mailbox. You play Nomination Whist against three bots: a mail says what is
wanted and what you may answer; reply with a line such as 2 or QS, or press a button in
its HTML part. Everything goes through real SMTP, a queue and a worker.

State and log are kept in {here.folder}. Ctrl-C stops; --fresh forgets everything."""
    )


def _with_broker(here: DemoPlace, parts: list[Part]) -> Mapping[str, str]:
    inherited = next(part.environ for part in parts if part.name == "web") or {}
    return {**here.environ(), "PBEM_REDIS_URL": inherited["PBEM_REDIS_URL"]}
