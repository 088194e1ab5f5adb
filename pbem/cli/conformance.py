"""`pbem conformance`: runs case files; a line per failure, then how many passed and failed."""

import sys
from pathlib import Path

import click

DIRECTORY = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group("conformance")
def conformance() -> None:
    """Run case files against this program."""


@conformance.command("mail")
@click.argument("directory", type=DIRECTORY)
def mail(directory: Path) -> None:
    """Read the mails of DIRECTORY and compare with its cases.yaml."""
    from pbem.mailin.conformance import cases_of, run_directory

    failures = run_directory(directory)
    for failure in failures:
        click.echo(str(failure))
    total, failed = len(cases_of(directory)), len({failure.file for failure in failures})
    click.echo(f"{total - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


COMMANDS = (conformance,)
