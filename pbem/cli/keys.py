"""`pbem keys`: what signs and seals."""

import os
import secrets
from base64 import b64encode

import click

from pbem.signing import HIGHEST_KEY_ID, MASTER_BYTES


@click.group("keys")
def keys() -> None:
    """Make the keys that sign and seal."""


@keys.command("new")
def new() -> None:
    """Print a new key for PBEM_KEYS, with the next free id.

    To change keys put it in front of the present ones, with a comma between, and
    start the service anew. An old key may go once nothing is sealed with it.
    """
    present = [
        part.partition(":")[0].strip() for part in os.environ.get("PBEM_KEYS", "").split(",")
    ]
    taken = {int(number) for number in present if number.isascii() and number.isdigit()}
    free = [number for number in range(1, HIGHEST_KEY_ID + 1) if number not in taken]
    if not free:
        raise click.ClickException("all key ids are in use; take an old key out of PBEM_KEYS")
    secret = b64encode(secrets.token_bytes(MASTER_BYTES)).decode()
    click.echo(f"{min((n for n in free if n > max(taken, default=0)), default=free[0])}:{secret}")


COMMANDS = (keys,)
