"""`pbem letters`: inbound mail, and what became of it."""

import re

import click

from pbem.app.records import StoredLetter
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
    return f"{letter.id:>8}  {at}  {letter.state:<8}{letter.transport:<6}{verdict}".rstrip()


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
        if raw:
            click.echo(letter.raw, nl=False)


_PLACE = re.compile(r" +|Traceback |The above exception|During handling|$")
_FAULT = re.compile(r"([A-Za-z_][\w.]*)(?::.*)?")


def _places(trace: str) -> str:
    """Return a traceback without what its faults say: an operator who plays too reads it."""
    lines: list[str] = []
    for line in trace.splitlines():
        fault = _FAULT.fullmatch(line)
        if _PLACE.match(line) and (not line or line[0] != " " or line.startswith("  ")):
            lines.append(line)
        elif fault is not None and (not lines or lines[-1].startswith(" ")):
            lines.append(fault[1])
    return "\n".join(lines)


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


COMMANDS = (letters,)
