"""The mails of the demo as a mail program sees them."""

from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Final

from pbem.demo.sink import DELIVERED

_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class DemoMail:
    """One mail; `number` counts them in the order of their receipt."""

    number: int
    box: str
    message: EmailMessage

    def header(self, name: str) -> str:
        """Return a header as one line; empty if there is none."""
        return " ".join(str(self.message.get(name, "")).split())

    @property
    def sender(self) -> str:
        """The sender's name, or the address where there is none."""
        found = self.message["From"].addresses if "From" in self.message else ()
        return (found[0].display_name or found[0].addr_spec) if found else ""

    @property
    def answers_to(self) -> str:
        """The address that pressing Reply writes to."""
        for name in ("Reply-To", "From"):
            if name in self.message and self.message[name].addresses:
                return str(self.message[name].addresses[0].addr_spec)
        return ""

    @property
    def text(self) -> str:
        return _part(self.message, "plain")

    @property
    def html(self) -> str:
        return _part(self.message, "html")

    @property
    def first_line(self) -> str:
        """What a mail program's list shows below the subject."""
        return next((line for line in self.text.splitlines() if line.strip()), "")


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    if part is None:
        return ""
    content: str = part.get_content()
    return content


def mails_in(folder: Path) -> list[DemoMail]:
    """Return the newest mails, newest first."""
    paths = sorted(folder.glob("*.eml"), reverse=True)[:_SHOWN]
    return [_read(path) for path in paths]


def mail_numbered(folder: Path, number: int) -> DemoMail | None:
    """Return one mail, or None if there is no such number."""
    path = folder / f"{number:06}.eml"
    return _read(path) if path.is_file() else None


def _read(path: Path) -> DemoMail:
    message = message_from_bytes(path.read_bytes(), policy=default)
    return DemoMail(int(path.stem), str(message.get(DELIVERED, "")).strip(), message)
