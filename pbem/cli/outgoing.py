"""`pbem mail`: mail that goes out, and addresses where it does not arrive."""

import logging
import re

import click

from pbem.app import mending
from pbem.app.notice_records import NoticeState, Queued
from pbem.app.records import Address
from pbem.cli.house import opened

_ADDRESS = re.compile(r"[^\s<>()@]+@([^\s<>()@]+)")

_STATES = [state.value for state in NoticeState]

log = logging.getLogger(__name__)


@click.group("mail")
def mail() -> None:
    """Look at mail that goes out, and at addresses where it does not arrive."""


@mail.command("list")
@click.option("--limit", default=50, show_default=True, help="How many of the newest.")
@click.option(
    "--state",
    type=click.Choice([one.value for one in NoticeState]),
    help="Only those of one state.",
)
def list_mails(*, limit: int, state: str | None) -> None:
    """List the newest mails, newest first: state, kind, provider, tries, and what was said."""
    with opened() as house, house.services.uow() as uow:
        for queued in uow.queue.newest(limit, state):
            click.echo(_line(queued))


def _line(queued: Queued) -> str:
    at = queued.created_at.strftime("%Y-%m-%d %H:%M:%S")
    again = ""
    if queued.state == NoticeState.WAITING:
        again = f"from {queued.not_before:%m-%d %H:%M} "
    said = masked(queued.last_reply or "")
    left = f"{queued.id:>8}  {at}  {queued.state:<11}{queued.kind:<11}"
    return f"{left}{queued.provider or '-':<16}{queued.tries:>3}  {again}{said}".rstrip()


@mail.command("addresses")
def addresses() -> None:
    """List the addresses where mail fails, the longest failing first; they are masked."""
    with opened() as house, house.services.uow() as uow:
        for address in uow.players.troubled():
            click.echo(_troubled(address))


def _troubled(address: Address) -> str:
    since = f"{address.failing_since:%Y-%m-%d}" if address.failing_since else "-"
    why = f"{address.suppressed or ''} ({address.failures})".strip()
    said = masked(address.failing or "")
    return (
        f"{address.id:>8}  {masked(address.email):<32}{address.reach:<11}since {since:<11}"
        f"{why:<14}{said}"
    ).rstrip()


@mail.command("lift")
@click.argument("address_id", type=int)
@click.option("--reason", required=True, help="Why; it is written into the log.")
def lift(*, address_id: int, reason: str) -> None:
    """Send mail to an address again, by the number that `addresses` lists."""
    with opened() as house:
        before = mending.lift(house.services, address_id)
    if before is None:
        raise click.ClickException(f"there is no address {address_id}")
    if before.reach == "ok":
        raise click.ClickException(f"mail goes to address {address_id} as it is")
    log.warning("address %s gets mail again, by hand: %s", address_id, reason)
    click.echo(f"{masked(before.email)} gets mail again")


def masked(text: str) -> str:
    """Return a text in which addresses show their first letter and their domain."""
    return _ADDRESS.sub(lambda found: f"{found[0][0]}***@{found[1]}", text)


COMMANDS = (mail,)
