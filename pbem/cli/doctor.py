"""`pbem doctor`: what is not right, and how to mend it."""

import os
import sys

import click

from pbem.config import ConfigError, settings_from
from pbem.wiring.health import Ailment, ailments


@click.command("doctor")
def doctor() -> None:
    """Look at configuration, database, broker, mail servers and webhooks; exit 1 if one is ill."""
    found = _ailments()
    for ailment in found:
        click.echo(f"{ailment.where}: {ailment.what}")
        click.echo(f"    {ailment.cure}")
    click.echo(f"{len(found)} to mend" if found else "all is well")
    sys.exit(1 if found else 0)


def _ailments() -> list[Ailment]:
    try:
        settings = settings_from(os.environ)
    except ConfigError as fault:
        return [
            Ailment("configuration", problem, "Set it in the environment.")
            for problem in fault.problems
        ]
    return ailments(settings)


COMMANDS = (doctor,)
