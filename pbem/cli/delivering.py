"""`pbem letters deliver`: one letter from a mail server's pipe."""

import os
import sys
from typing import BinaryIO, Final, NoReturn

import click

from pbem.cli.house import settings
from pbem.config import ConfigError
from pbem.mailin.doorstep import StoringDoorstep
from pbem.mailin.envelope import piped, piped_recipients, piped_sender, with_return_path
from pbem.mailin.limits import MAX_BYTES
from pbem.wiring import open_door

# Of sysexits.h, which mail servers read. Whatever is wrong here is no fault of the letter,
# so that for all of it the mail server is asked to keep the letter and to come again.
DATA_CODE: Final = 65
NO_USER_CODE: Final = 67
LATER_CODE: Final = 75

_CHUNK: Final = 1024 * 1024


class _Patient(click.Command):
    """A command that is written wrongly in the mail server's settings must lose no letter."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as wrong:
            _leave(LATER_CODE, wrong.format_message())


@click.command("deliver", cls=_Patient)
@click.option("--recipient", multiple=True, help="Whom the envelope names; may be given often.")
@click.option("--sender", help="Whom the envelope is from; empty for reports.")
def deliver(*, recipient: tuple[str, ...], sender: str | None) -> None:
    """Store a letter from standard input, for a mail server that pipes.

    Without --recipient and --sender, the environment says what Postfix, Exim, Courier and
    qmail say there: ORIGINAL_RECIPIENT or RECIPIENT, and SENDER. The exit code is 0 only
    once the letter is stored; 67 if nobody here has such an address, 65 if the letter is
    empty or too big, 75 if it is to be brought again later, whatever the reason.
    """
    letter = _letter(sys.stdin.buffer)
    if not letter:
        _leave(DATA_CODE, "there is no letter, or it is too big")
    raw = with_return_path(piped(letter), piped_sender(sender, os.environ))
    if not _is_taken(raw, recipient):
        _leave(NO_USER_CODE, "nobody here has such an address")


def _letter(pipe: BinaryIO) -> bytes:
    """Read a letter to its end; return nothing if there is none, or it is too big.

    What is too big is read too: some mail servers take a pipe that is closed for a fault.
    """
    letter = pipe.read(MAX_BYTES + 1)
    if len(letter) <= MAX_BYTES:
        return letter
    while pipe.read(_CHUNK):
        pass
    return b""


def _is_taken(raw: bytes, recipients: tuple[str, ...]) -> bool:
    """Store the letter; return whether it is for anybody here."""
    try:
        with open_door(settings()) as door:
            named = recipients or _from_environment(door)
            return door.take(raw, named, "pipe") == "stored"
    except ConfigError as fault:
        _leave(LATER_CODE, str(fault))
    except Exception as fault:  # noqa: BLE001 - a letter must never be lost by a bug
        # The message of the fault may hold an address or the letter.
        _leave(LATER_CODE, f"the letter could not be stored ({type(fault).__name__})")


def _from_environment(door: StoringDoorstep) -> tuple[str, ...]:
    """Return the recipient by that one of its names that is an address of ours."""
    names = piped_recipients(os.environ)
    if not names:
        _leave(LATER_CODE, "nobody says for whom the letter is: give --recipient")
    return tuple(name for name in names if door.is_ours(name))[:1]


def _leave(code: int, why: str) -> NoReturn:
    click.echo(why, err=True)
    sys.exit(code)
