"""Can letters be fetched from the mailbox? Said in words that tell what to do."""

import socket
import ssl
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from pbem.config import ImapBox, Settings
from pbem.mailin.imap.box import connected
from pbem.wiring.one_mailbox.providers import PROVIDERS

Sick = tuple[str, str]
"""What is wrong, and how to mend it."""

_REFUSED: Final = (
    "Many providers want a password made for this program alone (an app password), and IMAP "
    "to be switched on in the settings of the mailbox."
)


def sick_mailbox(
    box: ImapBox, connect: Callable[[ImapBox], AbstractContextManager[IMAPClient]] = connected
) -> Sick | None:
    """Log in and look into the folder; return what is wrong with it, None if nothing is."""
    try:
        with connect(box) as client:
            client.login(box.user, box.password)
            if not client.folder_exists(box.folder):
                return f"The mailbox has no folder {box.folder}.", "Make it, or name another one."
            client.select_folder(box.folder, readonly=True)
    except LoginError:
        return f"{box.host} refuses the user {box.user}, or the password.", _REFUSED
    except OSError as fault:
        return out_of_reach(box.host, box.port, fault)
    except IMAPClientError as fault:
        what = f"{box.host}:{box.port} does not do what IMAP says ({type(fault).__name__})."
        return what, "Look whether host and port are those of IMAP."
    return None


def claims_too_much(settings: Settings) -> Sick | None:
    """Return what is wrong if a provider's domain is taken for ours."""
    if not settings.owns_domain or settings.domain.lower() not in PROVIDERS:
        return None
    what = f"{settings.domain} is a provider's, and its bounce+...@ is somebody else's mailbox."
    return what, "Set PBEM_OWN_DOMAIN=no."


def out_of_reach(host: str, port: int, fault: OSError) -> Sick:
    """Return in words why a server could not be talked to."""
    place = f"{host}:{port}"
    match fault:
        case socket.gaierror():
            return f"There is no host {host}.", "Look how its name is written."
        case ssl.SSLCertVerificationError():
            what = f"The certificate of {place} does not do ({fault.verify_message})."
            return what, "Write the name that stands in it; your provider tells the right one."
        case ssl.SSLError():
            what = f"{place} does not speak TLS from the start."
            return what, "Write +starttls in place of the s, or the port with TLS (993, 465)."
        case ConnectionRefusedError():
            return f"Nobody listens at {place}.", "Look whether host and port are right."
        case TimeoutError():
            what = f"{place} does not answer."
            return what, "Look whether host and port are right, and whether a firewall is between."
        case _:
            return f"{place} is out of reach ({type(fault).__name__}).", "Try again later."
