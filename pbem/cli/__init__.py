"""The command `pbem`: everything an operator does from a shell."""

import sys

import click

from pbem.cli import (
    conformance,
    doctor,
    games,
    keys,
    letters,
    processes,
    rules,
    serving,
)
from pbem.cli.faults import as_one_line


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem", prog_name="pbem")
def commands() -> None:
    """Oh Hell by e-mail."""


for group in (serving, processes, letters, games, rules, conformance, keys, doctor):
    for command in group.COMMANDS:
        commands.add_command(command)


def main() -> None:
    """Run a command; what goes wrong is told in one clear line."""
    with as_one_line():
        sys.exit(commands(standalone_mode=True))
