"""`pbem restored`: what a backup needs before the service goes on from it."""

import click

from pbem.app.recovery import Recovered, StillRunning
from pbem.cli.house import opened


@click.command("restored")
def restored() -> None:
    """Make a backup that was just restored fit to go on from, before anything is started.

    Waiting mails are withdrawn, since they went out after the backup. Running tables get
    the lost time back, their earlier mails are void, and everybody there gets a new one.
    Once more does no harm.
    """
    with opened() as house:
        done = house.recover()
    match done:
        case None:
            click.echo("nothing to do: it is done already, or the service has never run")
        case StillRunning(at):
            raise click.ClickException(
                f"The service was at work at {at:%H:%M:%S} UTC. Stop all its parts and restore the"
                " backup first; two minutes after its last tick this can be done."
            )
        case Recovered():
            click.echo(told(done))


def told(done: Recovered) -> str:
    """Return what was done to a restored backup, in two lines."""
    hours, minutes = divmod(int(done.lost.total_seconds()) // 60, 60)
    return (
        f"the backup is of {done.made:%Y-%m-%d %H:%M:%S} UTC; clocks got {hours} h {minutes} min"
        f" back\n{done.letters} unread letters read, {done.withdrawn} waiting mails withdrawn,"
        f" {done.tables} running tables told in {done.mails} new mails"
    )


COMMANDS = (restored,)
