"""Does a letter to a reply address come back? The proof that everything is set up right."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import Final, Literal

from pbem.app.addresses import address_key
from pbem.config import ImapBox, Settings
from pbem.mailin.headers import head_of, parse_header
from pbem.mailin.imap.box import Folder, connected, opened
from pbem.mailin.imap.fetching import PROCESSED
from pbem.mailin.imap.picking import recipient_of
from pbem.mailin.limits import header_of, plain
from pbem.mailout.post import Delivered, Delivery
from pbem.wiring.door import identity_of
from pbem.wiring.house import House, open_house

Address = Literal["service", "reply"]
Ending = Literal["all_well", "not_sent", "no_sub_addresses", "cut_off", "spam", "nowhere"]

_HEADER: Final = "X-Pbem-Trial"
_LOOK_SECONDS: Final = 5
# Nobody's: the first question that is asked of anybody has the number 1.
_NOBODY: Final = 0
_JUNK: Final = b"\\Junk"


@dataclass(frozen=True, slots=True)
class Trip:
    """How it ended. `told` is what the mail server said where it did not take a mail.

    `is_moved`: the mails that arrived could be put away. `keeps_sender`: reports of failure
    will come to the address that we name for them; False if the server put another one in
    its place.
    """

    ending: Ending
    told: str = ""
    is_moved: bool = True
    keeps_sender: bool = True


@dataclass(slots=True)
class _Trial:
    """Two mails of trial on their way, and which of them were seen to arrive."""

    house: House
    box: ImapBox
    mark: str = field(default_factory=lambda: secrets.token_hex(8))
    reply: str = ""
    sender: str = ""
    keeps_sender: bool = True
    arrived: set[Address] = field(default_factory=set)
    is_cut_off: bool = False
    seen: set[int] = field(default_factory=set)

    @property
    def settings(self) -> Settings:
        return self.house.settings

    def send(self) -> Delivery:
        """Send both mails as all mails are sent; return what became of the first that failed."""
        outside = self.house.post_office.outside
        self.reply = outside.reply_address("pending", _NOBODY, None, 0)
        self.sender = outside.bounce_address(("bounce_pending", _NOBODY, 0))
        done: Delivery = Delivered("")
        for kind, address in (("service", outside.sender), ("reply", self.reply)):
            done = self.house.post_office.deliver(self._mail(kind, address), self.sender, address)
            if not isinstance(done, Delivered):
                break
        return done

    def _mail(self, kind: str, address: str) -> bytes:
        mail = EmailMessage(policy=SMTP.clone(max_line_length=998))
        mail["From"] = mail["X-Loop"] = self.settings.service_address
        mail["To"] = address
        mail["Subject"] = f"Oh Hell: does this letter come back? ({kind})"
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<trial.{self.mark}.{kind}@{self.settings.domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail[_HEADER] = f"{self.mark} {kind}"
        mail.set_content("The set-up of the service sent this to itself. Nothing is to be done.\n")
        return mail.as_bytes()

    def look(self, folder: Folder, after: int) -> None:
        """Note which of the mails are there now."""
        for uid in folder.after(after):
            found = folder.header(uid)
            if found is None or self.mark.encode() not in found.header:
                continue
            self.seen.add(uid)
            kind: Address = "reply" if f"{self.mark} reply".encode() in found.header else "service"
            self.arrived.add(kind)
            if kind == "reply":
                self._read(found.header)

    def _read(self, header: bytes) -> None:
        """Note what of the addresses of the reply can still be read."""
        recipient = recipient_of(header, identity_of(self.settings)) or ""
        self.is_cut_off = address_key(recipient) != address_key(self.reply)
        path = head_of(parse_header(header_of(plain(header)))).return_path
        self.keeps_sender = not path or address_key(path) == address_key(self.sender)

    @property
    def is_over(self) -> bool:
        return self.arrived == {"service", "reply"}

    def is_in_spam(self) -> bool:
        with connected(self.box) as client:
            client.login(self.box.user, self.box.password)
            name = client.find_special_folder(_JUNK)
            if name is None:
                return False
            client.select_folder(name, readonly=True)
            return bool(client.search(["HEADER", _HEADER, self.mark]))

    def ending(self) -> Ending:
        if "reply" in self.arrived:
            return "cut_off" if self.is_cut_off else "all_well"
        if self.is_in_spam():
            return "spam"
        return "no_sub_addresses" if self.arrived else "nowhere"


def round_trip(settings: Settings, box: ImapBox, seconds: float, tick: Callable[[], None]) -> Trip:
    """Send two mails to ourselves, and wait for them that long. `tick` is called meanwhile.

    Raises:
        OSError: the mailbox went out of reach meanwhile.
        IMAPClientError: it does what it should not.
    """
    house = open_house(settings)
    try:
        with opened(box) as folder:
            return _sent_and_awaited(_Trial(house, box), folder, seconds, tick)
    finally:
        house.close()


def _sent_and_awaited(
    trial: _Trial, folder: Folder, seconds: float, tick: Callable[[], None]
) -> Trip:
    after = folder.newest
    sent = trial.send()
    if not isinstance(sent, Delivered):
        return Trip("not_sent", f"{sent.code} {sent.text}" if sent.code else sent.text)
    until = time.monotonic() + seconds
    while not trial.is_over and time.monotonic() < until:
        tick()
        folder.wait(_LOOK_SECONDS, lambda _: time.monotonic() < until)
        trial.look(folder, after)
    moved = [folder.put(uid, PROCESSED) for uid in sorted(trial.seen)]
    return Trip(trial.ending(), is_moved=all(moved), keeps_sender=trial.keeps_sender)
