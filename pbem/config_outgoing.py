"""The settings of mail that goes out: how many at once, and what signs it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from pbem import config_values as values
from pbem.config_values import Wrong
from pbem.signing.dkim import BadKey, DkimKey, dkim_key

T = TypeVar("T")


class Given(Protocol):
    """The variables as given."""

    def optional(self, name: str, read: Callable[[str], T], default: T) -> T:
        """Return the value of a variable; the default if it is not set or wrong."""

    def needs(self, name: str, other: str) -> None:
        """Note a problem if the one is set and the other is not."""


@dataclass(frozen=True, slots=True)
class KeyFile:
    """The file of a key for DKIM, and the key that was read from it."""

    path: Path
    key: DkimKey


@dataclass(frozen=True, slots=True)
class Outgoing:
    """How mail goes out.

    `sessions` is how many mails may be under way to one provider at once. With a
    `dkim_file` each mail is signed here; without one the `dkim_selector` is that of the mail
    server, which signs.
    """

    sessions: int = 4
    dkim_selector: str | None = None
    dkim_file: KeyFile | None = None


def outgoing(given: Given) -> Outgoing:
    """Read how mail goes out."""
    given.needs("DKIM_KEY_FILE", "DKIM_SELECTOR")
    return Outgoing(
        sessions=given.optional("PROVIDER_SESSIONS", values.whole(1, 100), 4),
        dkim_selector=given.optional("DKIM_SELECTOR", selector, None),
        dkim_file=given.optional("DKIM_KEY_FILE", key_file, None),
    )


def selector(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", text, re.ASCII):
        raise Wrong("write 1 to 63 of a-z, 0-9 and -, as in SELECTOR._domainkey of the DNS.")
    return text


def key_file(text: str) -> KeyFile:
    path = Path(text)
    try:
        return KeyFile(path, dkim_key(path.read_bytes()))
    except OSError as fault:
        raise Wrong(f"{text} cannot be read ({type(fault).__name__}).") from None
    except BadKey as fault:
        raise Wrong(f"{text} will not do: {fault}. Make one with `pbem keys dkim`.") from None
