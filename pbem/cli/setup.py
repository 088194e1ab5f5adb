"""`pbem setup`: a working server out of one ordinary mailbox."""

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import quote

import click
from imapclient.exceptions import IMAPClientError

from pbem import config_values as values
from pbem.cli.asking import Asked
from pbem.config import ImapBox, Relay, Settings, settings_from
from pbem.config_mailbox import mailbox
from pbem.config_values import Wrong
from pbem.wiring.mailbox_health import Sick, sick_mailbox
from pbem.wiring.one_mailbox.providers import Provider, provider_of
from pbem.wiring.one_mailbox.round_trip import Ending, Trip, round_trip
from pbem.wiring.one_mailbox.settings_file import new_key, write_privately
from pbem.wiring.one_mailbox.submission import sick_submission

_TRIES: Final = 3
_ENDINGS: Final[dict[Ending, tuple[str, str]]] = {
    "no_sub_addresses": (
        "A mail to the address itself came back, one to a reply address (address+token@) did not.",
        "Switch sub-addresses on at the provider, or take a mailbox that has them.",
    ),
    "cut_off": (
        "The reply came, but nothing in it says any more which address it was sent to.",
        "The mailbox takes the part behind the + away: take another one.",
    ),
    "spam": (
        "The reply was put among the spam.",
        "Mark it as no spam, and let mail from this address through by a filter; then try again.",
    ),
    "nowhere": (
        "The mail server took the mails, and none arrived in time.",
        "Look for a report of failure, and for filters that move mail; or give a longer --wait.",
    ),
}


@dataclass(frozen=True, slots=True)
class _Mailbox:
    """Whose mailbox it is: `address` as its provider knows it, `service` as players do."""

    address: str
    service: str
    user: str
    provider: Provider


@click.command("setup")
@click.option("--file", "path", default="pbem.env", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--address", help="The address of the mailbox.")
@click.option("--tag", help="For a mailbox with other mail in it: players write to me+TAG@.")
@click.option("--user", help="The name to log in with, if it is not the address.")
@click.option("--password-file", type=click.File(), help="Its first line; nothing is asked then.")
@click.option("--imap", help="imaps://HOST:993, and /FOLDER if it is not INBOX.")
@click.option("--smtp", help="smtps://HOST:465 or smtp+starttls://HOST:587.")
@click.option("--base-url", help="Where the pages are: https://cards.example.org.")
@click.option("--operator-name", help="Who runs this house; invitations name them.")
@click.option("--operator-email", help="Where the operator is to be reached.")
@click.option("--database-url", help="PostgreSQL; without it a file of SQLite beside the settings.")
@click.option("--overwrite", is_flag=True, help="Write over a file that is there.")
@click.option("--wait", default=120, show_default=True, help="Seconds for the mails to come back.")
def setup(
    path: Path, password_file: TextIO | None, *, overwrite: bool, wait: int, **options: Any
) -> None:
    """Make a working server out of one ordinary mailbox, and prove that it works.

    Asks for what the options do not say, tries each login at once, writes a file of settings
    that only you can read, and sends mails to itself that have to come back.
    """
    asked = Asked(options, password_file)
    _may_write(path, asked, overwrite=overwrite)
    of = _mailbox(asked)
    box, relay = _logins(asked, of)
    environ = _environ(asked, of, path)
    environ |= {"PBEM_IMAP_URL": box.url, "PBEM_SMTP_URL": relay}
    if of.provider.authserv:
        environ["PBEM_AUTHSERV_IDS"] = of.provider.authserv
    settings = settings_from(environ)
    try:
        write_privately(path, environ)
    except OSError as fault:
        raise click.ClickException(f"{path} cannot be written: {fault.strerror}") from None
    click.echo(f"The settings are in {path}; only you can read it. It holds the password and keys.")
    _prove(settings, box, wait)
    file = shlex.quote(str(path.absolute()))
    click.echo(f"All is well. Start the service with:\n    set -a; . {file}; set +a; pbem serve")


def _may_write(path: Path, asked: Asked, *, overwrite: bool) -> None:
    """End here unless there is no such file, or it may be written over."""
    if not path.exists() or overwrite:
        return
    what = f"{path} is there already. With the keys in it goes what was sealed with them."
    if asked.is_scripted:
        raise click.ClickException(f"{what} Say --overwrite, or name another --file.")
    click.echo(what)
    if not click.confirm("Write over it?", default=False):
        raise click.Abort


def _mailbox(asked: Asked) -> _Mailbox:
    address = asked.ask("address", "Address of the mailbox", values.email)
    provider = provider_of(address)
    for line in (provider.why_not, provider.password):
        if line:
            click.echo(f"  {line}")
    service = asked.ask("tag", *_tag_question(address), default="-")
    user = asked.options.get("user") or address
    return _Mailbox(address, service, user, provider)


def _tag_question(address: str) -> tuple[str, Callable[[str], str]]:
    local, _, domain = address.lower().rpartition("@")

    def read(tag: str) -> str:
        return values.service_address(f"{local}{'' if tag == '-' else f'+{tag}'}@{domain}")

    return f"Is there other mail in it? Then a word: players write to {local}+WORD@", read


def _logins(asked: Asked, of: _Mailbox) -> tuple[ImapBox, str]:
    """Ask for servers and password until both logins work; return mailbox and relay."""
    for left in reversed(range(_TRIES)):
        password = asked.password()
        box = asked.ask("imap", "IMAP server", _box_of(of, password), of.provider.imap)
        relay, url = asked.ask(
            "smtp", "Submission server", _relay_of(of, password), of.provider.smtp
        )
        sick = _told("IMAP", sick_mailbox(box)) or _told("Submission", sick_submission(relay))
        if not sick:
            return box, url
        if asked.is_scripted or not left:
            sys.exit(1)
        click.echo("Once more, then.")
    raise AssertionError


def _told(what: str, sick: Sick | None) -> bool:
    """Say how a login went; return whether something is wrong."""
    if sick is None:
        click.echo(f"{what}: works.")
        return False
    click.echo(f"{what}: {sick[0]}\n    {sick[1]}", err=True)
    return True


def _with_login(of: _Mailbox, password: str, url: str) -> str:
    scheme, colon, rest = url.partition("://")
    if not colon or "@" in rest:
        raise Wrong("write a server without user and password: imaps://imap.example.org:993.")
    return f"{scheme}://{quote(of.user, safe='')}:{quote(password, safe='')}@{rest}"


def _box_of(of: _Mailbox, password: str) -> Callable[[str], ImapBox]:
    def read(url: str) -> ImapBox:
        box = mailbox(_with_login(of, "x", url))
        if box is None:
            raise Wrong("write imaps://HOST:993.")
        return replace(box, password=password)

    return read


def _relay_of(of: _Mailbox, password: str) -> Callable[[str], tuple[Relay, str]]:
    def read(url: str) -> tuple[Relay, str]:
        whole = _with_login(of, password, url)
        return values.relay(whole), whole

    return read


def _environ(asked: Asked, of: _Mailbox, path: Path) -> dict[str, str]:
    database = asked.options.get("database_url") or f"sqlite:///{path.absolute().parent}/pbem.db"
    return {
        "PBEM_DATABASE_URL": database,
        "PBEM_BASE_URL": asked.ask(
            "base_url", "Where the pages are (https://cards.example.org)", values.base_url
        ),
        "PBEM_SERVICE_ADDRESS": of.service,
        "PBEM_OWN_DOMAIN": "no",
        "PBEM_KEYS": new_key(),
        "PBEM_OPERATOR_NAME": asked.ask(
            "operator_name", "Your name (invitations name it)", values.one_line
        ),
        "PBEM_OPERATOR_EMAIL": asked.ask(
            "operator_email", "Where you are to be reached", values.email, of.address
        ),
    }


def _prove(settings: Settings, box: ImapBox, wait: int) -> None:
    """Send mails to ourselves; end here, with words, if they do not come back."""
    click.echo("Sending two mails, and waiting for them to come back ", nl=False)
    try:
        trip = round_trip(settings, box, wait, lambda: click.echo(".", nl=False))
    except (OSError, IMAPClientError) as fault:
        click.echo()
        raise click.ClickException(
            f"the mailbox went away meanwhile ({type(fault).__name__}); try again"
        ) from None
    click.echo()
    _diagnose(trip)


def _diagnose(trip: Trip) -> None:
    if not trip.is_moved:
        click.echo("  The mails could not be moved to Processed: read letters stay in the folder.")
    if not trip.keeps_sender:
        click.echo("  The mail server writes its own sender on the envelope: reports that a mail")
        click.echo("  could not be delivered are read, but not noted at the address that failed.")
    if trip.ending == "all_well":
        click.echo("Both came back, and the reply address is read.")
        return
    if trip.ending == "not_sent":
        what, cure = f"The mail server did not take a mail: {trip.told}", "Ask your provider."
    else:
        what, cure = _ENDINGS[trip.ending]
    click.echo(f"{what}\n    {cure}", err=True)
    sys.exit(1)


COMMANDS = (setup,)
