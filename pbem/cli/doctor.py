"""`pbem doctor`: what is not right, and how to mend it."""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import closing

import click

from pbem.cli.house import settings
from pbem.config import ConfigError, settings_from
from pbem.wiring.examination import examined, looped, of_the_world
from pbem.wiring.health import Ailment
from pbem.wiring.house import open_house


@click.command("doctor")
@click.option("--loop", is_flag=True, help="Send a letter to ourselves, and see it come in.")
@click.option("--patience", default=60.0, show_default=True, help="Seconds for that letter.")
@click.option("--dkim-selector", help="Look for the DKIM key under this selector, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one object of JSON.")
@click.option(
    "--mail", is_flag=True, help="Print nothing; mail the operator what is news, once a day."
)
def doctor(
    *, loop: bool, patience: float, dkim_selector: str | None, as_json: bool, mail: bool
) -> None:
    """Look at all the service stands on; exit 1 if something is to mend.

    These are configuration, database, broker, mail servers, webhooks, DNS, the clock, and
    how long letters, mails and beats have waited. `pbem beat` does with --mail by itself.
    """
    if mail:
        _mail(patience)
        return
    found, unasked = _looked(dkim_selector, patience if loop else None)
    (_print_json if as_json else _print)(found, unasked)
    sys.exit(1 if found else 0)


def _mail(patience: float) -> None:
    from pbem.wiring.lookout import look_out, state_folder

    with closing(open_house(settings())) as house:
        look_out(house, patience, state_folder(os.environ))


def _print(found: Sequence[Ailment], unasked: Sequence[str]) -> None:
    for ailment in found:
        click.echo(f"{ailment.where}: {ailment.what}")
        click.echo(f"    {ailment.cure}")
    for what in unasked:
        click.echo(f"not known - {what}")
    click.echo(f"{len(found)} to mend" if found else "all is well")


def _print_json(found: Sequence[Ailment], unasked: Sequence[str]) -> None:
    listed = [{"where": one.where, "what": one.what, "cure": one.cure} for one in found]
    click.echo(json.dumps({"well": not found, "found": listed, "unasked": unasked}, indent=2))


def _looked(selector: str | None, patience: float | None) -> tuple[list[Ailment], list[str]]:
    """Return what is to mend, and what nobody could be asked."""
    try:
        read = settings_from(os.environ)
    except ConfigError as fault:
        cure = "Set it in the environment."
        return [Ailment("configuration", problem, cure) for problem in fault.problems], []
    house = open_house(read)
    try:
        sick, unasked = of_the_world(house)
        found = examined(house, selector=selector) + sick
        if patience is not None and not any(one.where == "database" for one in found):
            found += looped(house, patience)
        return found, unasked
    finally:
        house.close()


COMMANDS = (doctor,)
