"""`pbem letters`: inbound mail, and what became of it."""

import re
from pathlib import Path

import click

from pbem.app.records import StoredLetter
from pbem.cli.delivering import deliver
from pbem.cli.house import opened


@click.group("letters")
def letters() -> None:
    """Look at inbound mail, and run again what went wrong."""


@letters.command("list")
@click.option("--limit", default=50, show_default=True, help="How many of the newest.")
@click.option("--shunted", is_flag=True, help="Only those that blew up.")
def list_letters(*, limit: int, shunted: bool) -> None:
    """List the newest letters, newest first."""
    with opened() as house, house.services.uow() as uow:
        for letter in uow.letters.newest(limit):
            if not shunted or letter.state == "shunted":
                click.echo(_line(letter))


def _line(letter: StoredLetter) -> str:
    at = letter.received_at.strftime("%Y-%m-%d %H:%M:%S")
    verdict = " ".join(part for part in (letter.verdict, letter.reason) if part)
    return f"{letter.id:>8}  {at}  {letter.state:<8}{letter.transport:<9}{verdict}".rstrip()


@letters.command("show")
@click.argument("letter_id", type=int)
@click.option("--raw", is_flag=True, help="The mail as it was received, which may show a hand.")
@click.option("--message", is_flag=True, help="What the fault said, which may name cards.")
def show(*, letter_id: int, raw: bool, message: bool) -> None:
    """Show a letter, with the places of the traceback if it blew up."""
    with opened() as house, house.services.uow() as uow:
        letter = uow.letters.get(letter_id)
        if letter is None:
            raise click.ClickException(f"there is no letter {letter_id}")
        click.echo(_line(letter))
        if letter.trace:
            click.echo(letter.trace if message else _places(letter.trace))
        if raw and not letter.raw:
            raise click.ClickException("its bytes are forgotten, or do not open")
        if raw:
            click.echo(letter.raw, nl=False)


_FRAME = re.compile(r'  File "[^"]+", line \d+, in ')
_BETWEEN = (
    "Traceback (most recent call last):",
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
)
_FAULT = re.compile(r"([A-Za-z_][\w.]*)(?::.*)?")


def _places(trace: str) -> str:
    """Return a traceback without what its faults say: an operator who plays too reads it.

    A fault may say several lines, so nothing is shown but frames with their line of
    code, and the name of the fault that follows the last of them.
    """
    shown: list[str] = []
    is_code = is_named = False
    for line in trace.splitlines():
        is_frame = _FRAME.match(line) is not None
        fault = _FAULT.fullmatch(line) if shown and not is_named else None
        if is_frame or (is_code and line.startswith("    ")) or line in _BETWEEN:
            shown.append(line)
            is_named = False
        elif fault is not None:
            shown.append(fault[1])
            is_named = True
        is_code = is_frame
    return "\n".join(shown)


@letters.command("retry")
@click.argument("letter_ids", type=int, nargs=-1, required=True)
def retry(letter_ids: tuple[int, ...]) -> None:
    """Have letters that blew up read again."""
    with opened() as house:
        for letter_id in letter_ids:
            with house.services.uow() as uow:
                if not uow.letters.reopen(letter_id):
                    raise click.ClickException(f"there is no letter {letter_id} that blew up")
                uow.commit()
            house.services.bell.letters([letter_id])
            click.echo(f"letter {letter_id} will be read again")


@letters.command("case")
@click.argument("letter_id", type=int)
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path), default=".")
def case(*, letter_id: int, directory: Path) -> None:
    """Write a letter as a case for `conformance mail` into DIRECTORY, with other words.

    Names, addresses, tokens, ids, cards and all that was said are others then; parts,
    charsets and encodings are as they were, and it is read as the letter was.
    """
    from pbem.mailin.redaction.case import CannotRedactError, add_case

    with opened() as house, house.services.uow() as uow:
        letter = uow.letters.get(letter_id)
        if letter is None or not letter.raw:
            raise click.ClickException(f"there is no letter {letter_id} whose bytes are kept")
        name, identity = f"letter_{letter_id}", house.letter_reader.identity
        try:
            add_case(directory, name, letter.raw, letter.recipient, identity)
        except CannotRedactError as fault:
            raise click.ClickException(str(fault)) from None
    click.echo(f"{directory / name}.eml, with what it is read as in cases.yaml")


letters.add_command(deliver)

COMMANDS = (letters,)
