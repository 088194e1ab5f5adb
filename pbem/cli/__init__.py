"""The command `pbem`: everything an operator does from a shell."""

import importlib
import sys
from collections.abc import Mapping
from typing import Final

import click

from pbem.cli.faults import as_one_line

# The module that holds each command. It is imported when the command is called:
# the service starts its parts this way, and each needs only some of the libraries.
_MODULES: Final[Mapping[str, str]] = {
    "serve": "serving",
    "demo": "serving",
    "setup": "setup",
    "migrate": "processes",
    "web": "processes",
    "listen": "processes",
    "fetch": "processes",
    "worker": "processes",
    "beat": "processes",
    "backup": "archiving",
    "restore": "archiving",
    "restored": "restoring",
    "letters": "letters",
    "mail": "outgoing",
    "replay": "games",
    "verify": "games",
    "rules": "rules",
    "conformance": "conformance",
    "keys": "keys",
    "doctor": "doctor",
}


class _Commands(click.Group):
    """Commands that are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _MODULES:
            return None
        module = importlib.import_module(f"pbem.cli.{_MODULES[cmd_name]}")
        held: dict[str, click.Command] = {command.name: command for command in module.COMMANDS}
        return held[cmd_name]


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem", prog_name="pbem")
def commands() -> None:
    """Oh Hell by e-mail."""


def main() -> None:
    """Run a command; what goes wrong is told in one clear line."""
    with as_one_line():
        sys.exit(commands())
