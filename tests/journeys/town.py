"""A town for journeys: the real service as processes, a mail server, and people.

People know only their mails: they read the possible answers out of the text part and
reply over SMTP as a mail program does, with everything quoted below. Nothing in here
looks into the database but the final reckoning.
"""

import email
import email.policy
import email.utils
import itertools
import os
import re
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import TypeVar

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope, Session

import pbem
from pbem.config import settings_from
from pbem.wiring import House, open_house

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which a condition that does not come true fails the test."""


def wait_until(what: str, condition: Callable[[], T | None], seconds: float = PATIENCE) -> T:
    """Wait until a condition yields something, and return it."""
    until = time.monotonic() + seconds
    pause = threading.Event()
    while time.monotonic() < until:
        found = condition()
        if found:
            return found
        pause.wait(0.02)
    raise AssertionError(f"waited {seconds:.0f} s in vain for {what}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Postman:
    """The mail server of the town: takes what the service sends, by recipient."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._mails: dict[str, list[bytes]] = {}
        self._senders: dict[str, str] = {}
        self.unknown: set[str] = set()
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_RCPT(
        self,
        _server: object,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if address in self.unknown:
            return f"550 5.1.1 <{address}>: there is no {address} here"
        envelope.rcpt_tos.append(address)
        return "250 yes"

    async def handle_DATA(self, _server: object, _session: Session, envelope: Envelope) -> str:
        with self._lock:
            for recipient in envelope.rcpt_tos:
                self._senders[recipient] = envelope.mail_from or ""
                self._mails.setdefault(recipient, []).append(envelope.original_content or b"")
        return "250 taken"

    def mails(self, recipient: str) -> list[bytes]:
        with self._lock:
            return list(self._mails.get(recipient, ()))

    def sender(self, recipient: str) -> str:
        """Return the envelope sender of the newest mail to somebody."""
        with self._lock:
            return self._senders[recipient]

    def count(self) -> int:
        with self._lock:
            return sum(len(mails) for mails in self._mails.values())

    def start(self) -> None:
        self._controller.start()

    def stop(self) -> None:
        self._controller.stop()


class Town:
    """The service as it runs for real, each part a process of its own."""

    def __init__(self, database_url: str, redis_url: str, folder: Path) -> None:
        self.postman = Postman()
        self.smtp_port = free_port()
        self.web_port = free_port()
        self._folder = folder
        self._parts: dict[str, subprocess.Popen[bytes]] = {}
        self._numbers = itertools.count(1)
        self.environ = {
            **os.environ,
            "PBEM_DATABASE_URL": database_url,
            "PBEM_REDIS_URL": redis_url,
            "PBEM_BASE_URL": f"http://127.0.0.1:{self.web_port}",
            "PBEM_SERVICE_ADDRESS": "play@cards.example.org",
            "PBEM_KEYS": "1:" + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=",
            "PBEM_SMTP_URL": f"smtp://127.0.0.1:{self.postman.port}",
            "PBEM_SMTP_LISTEN": f"127.0.0.1:{self.smtp_port}",
            "PBEM_WEB_LISTEN": f"127.0.0.1:{self.web_port}",
            "PBEM_OPERATOR_NAME": "Erik Lund",
            "PBEM_OPERATOR_EMAIL": "erik@cards.example.org",
            "PBEM_NEWS_DELAY": "0",
            # A game of weeks is played in minutes here.
            "PBEM_LETTERS_AN_HOUR": "100000",
            "PBEM_LOG_LEVEL": "info",
        }

    def house(self) -> House:
        """Open the house for the final reckoning."""
        return open_house(settings_from(self.environ))

    def start(self, *parts: str, workers: int = 1) -> None:
        for part in parts:
            log = (self._folder / f"{part}-{next(self._numbers)}.log").open("wb")
            words = [f"--concurrency={workers}"] if part == "worker" else []
            self._parts[part] = subprocess.Popen(
                [sys.executable, "-m", "pbem.cli", part, *words],
                env=self.environ,
                cwd=Path(pbem.__file__).parent.parent,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            log.close()

    def kill(self, part: str) -> None:
        """Kill a part and all its children at once, as a power cut would."""
        process = self._parts.pop(part)
        os.killpg(process.pid, 9)
        process.wait()

    def stop(self) -> None:
        for process in self._parts.values():
            process.terminate()
        for process in self._parts.values():
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.wait()
        self.postman.stop()

    def wait_for_doors(self) -> None:
        for part, port in (("listen", self.smtp_port), ("web", self.web_port)):
            if part in self._parts:
                wait_until(f"the door of {part}", lambda port=port: self._opened(port))

    def _opened(self, port: int) -> bool:
        dead = [name for name, process in self._parts.items() if process.poll() is not None]
        assert not dead, f"ended: {dead}\n{self.logs()}"
        return _is_open(port)

    def logs(self) -> str:
        return "\n".join(path.read_text(errors="replace") for path in self._folder.glob("*.log"))


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Mail:
    """A mail as a person sees it in a mail program."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        message = email.message_from_bytes(raw, policy=email.policy.default)
        body = message.get_body(("plain",))
        assert body is not None, "a mail without a text part"
        self.text: str = body.get_content().replace("\r\n", "\n")
        self.subject = str(message["Subject"])
        self.reply_to = str(message["Reply-To"])
        self.message_id = str(message["Message-ID"])
        self.sender_name = email.utils.parseaddr(str(message["From"]))[0]
        self.first_line = " ".join(self.text.split("[Reply above", 1)[0].split())

    def answers(self) -> list[str]:
        """Return what the first line or the hand says that one may write."""
        offered = re.findall(r"<([^>]+)>", self.first_line.rpartition("your ")[2])
        if "your bid" in self.first_line and offered:
            return offered
        hand = re.search(r"^Hand: (.*?)(?=^\S+:|^$)", self.text, re.MULTILINE | re.DOTALL)
        return re.findall(r"<([0-9TJQKA]+[CDHS])>", hand.group(1)) if hand else []

    @property
    def asks(self) -> bool:
        """Whether it is this reader's turn."""
        return any(f"your {what}" in self.first_line for what in ("bid", "card", "lead"))

    @property
    def link(self) -> str:
        found = re.search(r"^(http\S+/t/\S+)$", self.text, re.MULTILINE)
        assert found is not None, self.text
        return found.group(1)


class Person:
    """Somebody with a mail program, who reads mails in order and answers them."""

    def __init__(self, town: Town, name: str) -> None:
        self.town = town
        self.name = name
        self.email = f"{name.lower()}@home.example"
        self.read = 0
        self.seen: list[Mail] = []

    def new_mails(self) -> list[Mail]:
        raws = self.town.postman.mails(self.email)
        new = [Mail(raw) for raw in raws[self.read :]]
        self.read = len(raws)
        self.seen.extend(new)
        return new

    def write(self, to: str, text: str, answering: Mail | None = None) -> None:
        """Send a mail as a mail program does, the answered mail quoted below."""
        message = EmailMessage()
        message["From"] = email.utils.formataddr((self.name, self.email))
        message["To"] = to
        message["Date"] = email.utils.localtime()
        message["Message-ID"] = email.utils.make_msgid(domain="home.example")
        message["Subject"] = f"Re: {answering.subject}" if answering else "Cards"
        if answering is not None:
            message["In-Reply-To"] = answering.message_id
            quoted = "\n".join(f"> {line}" for line in answering.text.splitlines())
            text = f"{text}\n\nOn Tue, 3 Mar 2026 at 08:14, Oh Hell <{to}> wrote:\n{quoted}"
        message.set_content(text + "\n")
        self._send(message, to)

    def _send(self, message: EmailMessage, to: str) -> None:
        def sent() -> bool:
            try:
                with smtplib.SMTP("127.0.0.1", self.town.smtp_port, timeout=30) as smtp:
                    smtp.send_message(message, self.email, [to])
            except (OSError, smtplib.SMTPException):
                return False
            return True

        # A mail program keeps what it could not send, and tries again.
        wait_until("the listener to take a letter", sent)

    def say_yes(self, mail: Mail) -> None:
        """Say yes to an invitation, or to the question whether one wrote."""
        self.write(mail.reply_to, "yes", mail)

    def answer(self, mail: Mail) -> None:
        """Answer a mail that asks, with the last answer it offers."""
        answers = mail.answers()
        assert answers, mail.text
        self.write(mail.reply_to, answers[-1], mail)
