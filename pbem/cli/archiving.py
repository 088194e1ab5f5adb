"""`pbem backup` and `pbem restore`: the whole house in one file, under a passphrase."""

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pbem.app.recovery import Recovered
from pbem.cli.house import opened, settings
from pbem.cli.restoring import told

if TYPE_CHECKING:
    from pbem.wiring.backup.members import Manifest

_VARIABLE: Final = "PBEM_BACKUP_PASSPHRASE"

_file = click.argument("file", type=click.Path(path_type=Path))
_words = click.option(
    "--passphrase-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"Its first line is the passphrase; else {_VARIABLE} is, else it is asked for.",
)


@click.command("backup")
@_file
@_words
def backup(file: Path, passphrase_file: Path | None) -> None:
    """Write the database, the keys and all other settings, with the files that these name, into
    FILE, while the service runs.

    The file is sealed with a passphrase, which has to be kept somewhere else: nobody can
    open the file without it. Nothing is overwritten. In a folder the file is named by the time.
    """
    from pbem.wiring.backup import Refused, make

    found, now = settings(), _now()
    if file.is_dir():
        file /= f"pbem-{now:%Y-%m-%dT%H%M%SZ}.backup"
    passphrase = _passphrase(passphrase_file, confirm=True)
    try:
        made = make(found, os.environ, passphrase, file, now)
    except Refused as refused:
        raise click.ClickException(str(refused)) from None
    click.echo(f"{file}: {file.stat().st_size} bytes, {_of(made)}")


@click.command("restore")
@_file
@_words
@click.option("--replace", is_flag=True, help="Lose what is in the database now.")
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Only write the settings of the backup, with its keys, into this new file, and the files "
    "that they name beside it.",
)
@click.option("--check", is_flag=True, help="Only read the whole backup, and say what it is of.")
def restore(
    file: Path,
    passphrase_file: Path | None,
    settings_file: Path | None,
    *,
    replace: bool,
    check: bool,
) -> None:
    """Put the backup FILE in the place of the database, with all parts of the service stopped.

    It is read to its end first, and nothing is changed unless all of it is right. Then the
    tables are brought to this release, and what `pbem restored` does is done.
    """
    from pbem.wiring.backup import Refused, verified, write_settings

    passphrase = _passphrase(passphrase_file, confirm=False)
    try:
        found = verified(file, passphrase)
        click.echo(f"the backup is whole: {_of(found.manifest)}")
        if settings_file is not None:
            *others, _ = write_settings(found, settings_file)
            click.echo(_written(settings_file, others))
        elif not check:
            _restored(found, replace=replace)
    except Refused as refused:
        raise click.ClickException(str(refused)) from None


def _restored(found: object, *, replace: bool) -> None:
    from pbem.wiring.backup import restore as put_back
    from pbem.wiring.backup.restoring import Verified

    assert isinstance(found, Verified)  # noqa: S101 - imported late, since it is heavy
    put_back(settings(), found, _now(), replace=replace)
    with opened() as house:
        done = house.recover(stands_still=True)
    click.echo("the database is restored, with the tables of this release")
    if isinstance(done, Recovered):
        click.echo(told(done))
    click.echo("next: `pbem replay --all`, `pbem doctor`, then start the service")


def _written(file: Path, others: Sequence[Path]) -> str:
    beside = "".join(f", what they name in {other}" for other in others)
    return f"the settings are in {file}{beside}; they hold the keys. Nothing else was done"


def _passphrase(file: Path | None, *, confirm: bool) -> str:
    if file is not None:
        return (file.read_text().splitlines() or [""])[0].strip()
    if given := os.environ.get(_VARIABLE):
        return given
    asked: str = click.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm)
    return asked


def _now() -> datetime:
    from pbem.store.clock import SystemClock

    return SystemClock().now()


def _of(made: "Manifest") -> str:
    numbers = ", ".join(str(number) for number in made.keys)
    return (
        f"of {made.made}, release {made.version}, {made.database}, tables {made.revision}, "
        f"key {numbers}"
    )


COMMANDS = (backup, restore)
