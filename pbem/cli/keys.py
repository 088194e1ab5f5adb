"""`pbem keys`: what signs and seals."""

import os
import secrets
from base64 import b64encode
from pathlib import Path

import click

from pbem.app.addresses import ascii_domain
from pbem.cli import resealing
from pbem.config_outgoing import selector as read_selector
from pbem.config_values import Wrong
from pbem.signing import HIGHEST_KEY_ID, MASTER_BYTES
from pbem.signing.dkim import DkimKind, dkim_key, new_dkim_key


@click.group("keys")
def keys() -> None:
    """Make the keys that sign and seal, and change them."""


@keys.command("new")
def new() -> None:
    """Print a new key for PBEM_KEYS, with the next free id.

    To change keys put it in front of the present ones, with a comma between, start
    all parts of the service anew, and run `pbem keys reseal`, which says when an old
    key may go.
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


@keys.command("dkim")
@click.argument("selector")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--kind", type=click.Choice(["rsa", "ed25519"]), default="rsa", show_default=True)
def dkim(*, selector: str, file: Path, kind: DkimKind) -> None:
    """Make a key that signs mails (DKIM), write it to FILE, and print its DNS record.

    A file that is there is not touched. For PBEM_DKIM_SELECTOR and PBEM_DKIM_KEY_FILE.
    """
    try:
        read_selector(selector)
    except Wrong as wrong:
        raise click.ClickException(f"this is no selector: {wrong}") from None
    pem = new_dkim_key(kind)
    try:
        held = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as fault:
        raise click.ClickException(f"{file} cannot be made: {fault.strerror}") from None
    with os.fdopen(held, "wb") as out:
        out.write(pem)
    click.echo(f"{selector}._domainkey.{_domain()}. IN TXT ({dkim_key(pem).record})")


def _domain() -> str:
    """Return the domain of the service address, as the DNS has it, or what stands for it."""
    address = os.environ.get("PBEM_SERVICE_ADDRESS", "")
    return ascii_domain(address.rpartition("@")[2]) if "@" in address else "DOMAIN"


for _command in resealing.COMMANDS:
    keys.add_command(_command)

COMMANDS = (keys,)
