"""Questions of a command, each of which an option may have answered already."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO, TypeVar

import click

from pbem.config_values import Wrong

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options say; the rest is asked for. `password_file`: nobody is there to ask."""

    options: Mapping[str, str | None]
    password_file: TextIO | None

    @property
    def is_scripted(self) -> bool:
        return self.password_file is not None

    def ask(
        self, name: str, question: str, read: Callable[[str], T], default: str | None = None
    ) -> T:
        """Return an answer as `read` reads it; what it finds wrong is asked again."""
        given = self.options.get(name)
        if given is None and self.is_scripted:
            if default is None:
                raise click.ClickException(f"give --{name.replace('_', '-')}: nobody can be asked")
            given = default
        while True:
            text = click.prompt(question, default=default) if given is None else given
            try:
                return read(str(text).strip())
            except Wrong as wrong:
                if given is not None:
                    raise click.ClickException(f"--{name.replace('_', '-')}: {wrong}") from None
                click.echo(f"  Please {wrong}")

    def password(self) -> str:
        """Return the password, which is shown nowhere."""
        if self.password_file is not None:
            self.password_file.seek(0)
            return self.password_file.readline().rstrip("\r\n")
        return str(click.prompt("Password (it is not shown)", hide_input=True))
