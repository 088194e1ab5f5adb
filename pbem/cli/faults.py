"""What goes wrong is told in one clear line, with an exit code, without a traceback."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Final

import click

from pbem.config import ConfigError
from pbem.outages import CONFIG_CODE, NotStarted, Unreachable

DOWN_CODE: Final = 4


@contextlib.contextmanager
def as_one_line() -> Iterator[None]:
    """Turn the faults that an operator can mend into words and an exit code.

    Anything else is a bug, and keeps its traceback.
    """
    try:
        yield
    except ConfigError as fault:
        click.echo("The configuration does not do:", err=True)
        for problem in fault.problems:
            click.echo(f"  {problem}", err=True)
        sys.exit(CONFIG_CODE)
    except (Unreachable, NotStarted) as fault:
        click.echo(str(fault), err=True)
        sys.exit(DOWN_CODE)
    except BrokenPipeError:
        # Whoever reads our output has had enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
