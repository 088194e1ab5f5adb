"""The settings of the one mailbox that letters are fetched from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar
from urllib.parse import quote, unquote

from pbem.config_values import LOOPBACK, Security, Wrong, split

INBOX: Final = "INBOX"  # the one name that all servers have
_PORTS: Final[Mapping[str, int]] = {"imap": 143, "imap+starttls": 143, "imaps": 993}
_SECURITY: Final[Mapping[str, Security]] = {
    "imap": "plain",
    "imap+starttls": "starttls",
    "imaps": "tls",
}

T = TypeVar("T")


class Given(Protocol):
    """The variables as given."""

    def optional(self, name: str, read: Callable[[str], T], default: T) -> T:
        """Return the value of a variable; the default if it is not set or wrong."""


@dataclass(frozen=True, slots=True)
class ImapBox:
    """A folder of a mailbox. With `starttls` the server must offer TLS."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    security: Security = "tls"
    folder: str = INBOX

    @property
    def name(self) -> str:
        """The mailbox in words, without its password."""
        return f"{self.user} at {self.host}:{self.port}, folder {self.folder}"

    @property
    def url(self) -> str:
        """The mailbox as `PBEM_IMAP_URL` names it, its password included."""
        scheme = next(name for name, kind in _SECURITY.items() if kind == self.security)
        who = f"{quote(self.user, safe='')}:{quote(self.password, safe='')}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        folder = "" if self.folder == INBOX else f"/{quote(self.folder, safe='/')}"
        return f"{scheme}://{who}@{host}:{self.port}{folder}"


def imap_box(given: Given) -> ImapBox | None:
    """Read which mailbox letters are fetched from; None if none is."""
    return given.optional("IMAP_URL", mailbox, None)


def mailbox(text: str) -> ImapBox | None:
    url = split(text)
    if url.scheme not in _PORTS or not url.hostname:
        raise Wrong("write imaps://user:password@host:993, and /folder if it is not INBOX.")
    if not url.username or not url.password:
        raise Wrong(
            "write user:password@ before the host; a sign in them that is neither letter nor "
            "digit is written as % and two hex digits (@ is %40)."
        )
    if url.scheme == "imap" and url.hostname not in LOOPBACK:
        raise Wrong("write imaps:// or imap+starttls://, or the password travels in clear.")
    if url.query or url.fragment:
        raise Wrong("a ? or # in a password is written as %3F or %23.")
    return ImapBox(
        host=url.hostname,
        port=url.port or _PORTS[url.scheme],
        user=unquote(url.username),
        password=unquote(url.password),
        security=_SECURITY[url.scheme],
        folder=unquote(url.path.strip("/")) or INBOX,
    )
