"""`pbem serve` and `pbem demo`."""

import os

import click

from pbem.cli.house import opened, settings


@click.command("serve")
def serve() -> None:
    """Run the whole service in one process tree, until Ctrl-C."""
    from pbem.serve import serve as serve_all

    found = settings()
    with opened():
        # Opening it says in one line, at once, if the database does not answer.
        pass
    serve_all(found, os.environ)


@click.command("demo")
@click.option("--fresh", is_flag=True, help="Forget the demo's games and mails first.")
def demo(*, fresh: bool) -> None:
    """Run the whole service on embedded parts, with a game of you against three bots."""
    from pbem.demo.show import run_demo

    run_demo(fresh=fresh)


COMMANDS = (serve, demo)
