"""One mail to one mail server, and how it went."""

import smtplib
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

_BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))

_PERMANENT = 500


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
    except smtplib.SMTPResponseException as fault:
        return _judged(fault.smtp_code, fault.smtp_error, of_recipient=False)
    except (smtplib.SMTPException, OSError) as fault:
        return TryLater(0, f"{type(fault).__name__}: {fault}"[:200])


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
            return Refused(553, "the server does not take such an address", of_recipient=True)
        options = ["SMTPUTF8"]
    code, text = server.mail(sender, options)
    if code != 250:
        return _judged(code, text, of_recipient=False)
    code, text = server.rcpt(recipient)
    if code not in (250, 251):
        return _judged(code, text, of_recipient=True)
    code, text = server.data(message)
    if code != 250:
        return _judged(code, text, of_recipient=False)
    return Delivered(_plain(text))


def _judged(code: int, text: bytes | str, *, of_recipient: bool) -> TryLater | Refused:
    if code >= _PERMANENT:
        return Refused(code, _plain(text), of_recipient)
    return TryLater(code, _plain(text))


def _plain(text: bytes | str) -> str:
    readable = text.decode("ascii", "replace") if isinstance(text, bytes) else text
    return " ".join(readable.split())[:200]


def wait_after(tries: int, jitter: float) -> timedelta:
    """Return how long to wait after this many failed tries.

    `jitter` is a number from 0 to 1, drawn by the caller: up to a quarter is added,
    so that mails that failed together do not come back together.
    """
    steady = _BACK_OFF[min(max(tries, 1), len(_BACK_OFF)) - 1]
    return steady * (1 + jitter / 4)
