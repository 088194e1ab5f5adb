"""One mail to one mail server, and how it went."""

import re
import smtplib
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal, Self

_BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
# Our own server is there again before long, and then everybody waits for it.
_NEAR = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30))

_PERMANENT = 500
_WITHOUT_PASSWORD = frozenset({530, 534, 535, 538})
_ASKS_TO_WAIT = frozenset({421, 450})
_AT_ONCE = 50
# Of the addresses in a mail the last two are about the sender's.
_NO_MAILBOX = re.compile(r"5\.1\.(?!(?:7|8)\b)\d")


# As RFC 6531 has it: the address has letters that the server does not take.
_NOT_ASCII = "5.6.7 our mail server takes only letters of ASCII before the @"


@dataclass(frozen=True, slots=True)
class PostSettings:
    """The mail server that takes our mail. `timeout` is in seconds."""

    host: str
    port: int = 25
    security: Literal["none", "starttls", "tls"] = "none"
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    timeout: float = 30.0
    helo: str | None = None


@dataclass(frozen=True, slots=True)
class Delivered:
    """The server has taken the mail over."""

    reply: str


@dataclass(frozen=True, slots=True)
class TryLater:
    """Not now: the network, or a 4xx reply. `code` is 0 without a reply."""

    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Never: a 5xx reply. `of_recipient`: it was about the address, not the mail."""

    code: int
    text: str
    of_recipient: bool


Delivery = Delivered | TryLater | Refused
Deliver = Callable[[bytes, str, str], Delivery]


def deliver(message: bytes, sender: str, recipient: str, settings: PostSettings) -> Delivery:
    """Hand a mail to the server. No fault of the network or the server raises."""
    try:
        server = _connected(settings)
        try:
            return _handed_over(server, message, sender, recipient)
        finally:
            _part(server)
    except (smtplib.SMTPException, OSError) as fault:
        return _judged_fault(fault)


class Relay:
    """The mail server. Between `with` and its end, mails go over one connection, one by one.

    A mail has one recipient all the same. It is for one thread at a time.
    """

    def __init__(self, settings: PostSettings) -> None:
        self._settings = settings
        self._is_kept = False
        self._server: smtplib.SMTP | None = None
        self._taken = 0

    def __enter__(self) -> Self:
        self._is_kept = True
        return self

    def __exit__(self, *_: object) -> None:
        self._is_kept = False
        self._hang_up()

    def __call__(self, message: bytes, sender: str, recipient: str) -> Delivery:
        """Hand a mail to the server. No fault of the network or the server raises."""
        if not self._is_kept:
            return deliver(message, sender, recipient, self._settings)
        try:
            delivery = self._delivered(message, sender, recipient)
        except (smtplib.SMTPException, OSError) as fault:
            self._hang_up()
            return _judged_fault(fault)
        self._taken += 1
        if self._taken >= _AT_ONCE or (not isinstance(delivery, Delivered) and is_slow(delivery)):
            self._hang_up()
        return delivery

    def _delivered(self, message: bytes, sender: str, recipient: str) -> Delivery:
        if self._server is None or not _is_ready(self._server):
            self._hang_up()
            self._server, self._taken = _connected(self._settings), 0
        return _handed_over(self._server, message, sender, recipient)

    def _hang_up(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            _part(server)


def _is_ready(server: smtplib.SMTP) -> bool:
    """Whether a server takes another mail on this connection; it may have closed it meanwhile."""
    try:
        return server.rset()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False


def _judged_fault(fault: Exception) -> TryLater | Refused:
    if isinstance(fault, smtplib.SMTPResponseException):
        return _judged(fault.smtp_code, fault.smtp_error, of_recipient=False)
    return TryLater(0, f"{type(fault).__name__}: {fault}"[:200])


def is_slow(delivery: TryLater | Refused) -> bool:
    """Whether the server asks us to come later, and not only with this mail."""
    return isinstance(delivery, TryLater) and delivery.code in _ASKS_TO_WAIT


def is_of_reader(delivery: TryLater | Refused) -> bool:
    """Whether a mail failed by the server of its reader, as far as can be told, not by ours."""
    return delivery.code >= 400 and delivery.code not in _WITHOUT_PASSWORD


def _part(server: smtplib.SMTP) -> None:
    # What was answered to DATA stands: a server that parts rudely after it has
    # taken the mail would otherwise get it twice.
    with suppress(smtplib.SMTPException, OSError):
        server.quit()
    server.close()


def _connected(settings: PostSettings) -> smtplib.SMTP:
    server = _opened(settings)
    try:
        if settings.security == "starttls":
            server.starttls(context=ssl.create_default_context())
        if settings.user is not None:
            server.login(settings.user, settings.password or "")
    except (smtplib.SMTPException, OSError):
        server.close()
        raise
    return server


def _opened(settings: PostSettings) -> smtplib.SMTP:
    if settings.security == "tls":
        return smtplib.SMTP_SSL(
            settings.host,
            settings.port,
            local_hostname=settings.helo,
            timeout=settings.timeout,
            context=ssl.create_default_context(),
        )
    return smtplib.SMTP(
        settings.host, settings.port, local_hostname=settings.helo, timeout=settings.timeout
    )


def _handed_over(server: smtplib.SMTP, message: bytes, sender: str, recipient: str) -> Delivery:
    server.ehlo_or_helo_if_needed()
    options = []
    if not recipient.isascii():
        if not server.has_extn("smtputf8"):
            return Refused(553, _NOT_ASCII, of_recipient=True)
        options = ["SMTPUTF8"]
    code, text = server.mail(sender, options)
    if code != 250:
        return _judged(code, text, of_recipient=False)
    code, text = server.rcpt(recipient)
    if code not in (250, 251):
        return _judged(code, text, of_recipient=True)
    code, text = server.data(message)
    if code != 250:
        # Some servers look for the mailbox only when they have the mail.
        return _judged(code, text, of_recipient=_NO_MAILBOX.match(_plain(text)) is not None)
    return Delivered(_plain(text))


def _judged(code: int, text: bytes | str, *, of_recipient: bool) -> TryLater | Refused:
    if code >= _PERMANENT:
        return Refused(code, _plain(text), of_recipient)
    return TryLater(code, _plain(text))


def _plain(text: bytes | str) -> str:
    readable = text.decode("ascii", "replace") if isinstance(text, bytes) else text
    return " ".join(readable.split())[:200]


def wait_after(tries: int, jitter: float, *, is_near: bool = False) -> timedelta:
    """Return how long to wait after this many failed tries.

    `is_near`: it was our own server that could not be talked to. `jitter` is a number
    from 0 to 1, drawn by the caller: up to a quarter is added, so that mails that failed
    together do not come back together.
    """
    steps = _NEAR if is_near else _BACK_OFF
    steady = steps[min(max(tries, 1), len(steps)) - 1]
    return steady * (1 + jitter / 4)
