"""How single settings are read: text in, a checked value out."""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, Literal, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from email_validator import EmailNotValidError, validate_email

from pbem.signing import Keys

Delimiter = Literal["+", "-"]
Security = Literal["plain", "starttls", "tls"]
LogFormat = Literal["json", "console"]
LogLevel = Literal["debug", "info", "warning", "error"]

# A delimiter, `bounce.` and a token behind it make 64, which is what the standard allows.
_LONGEST_LOCAL: Final = 30
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_PORTS: Final[Mapping[str, int]] = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
_SECURITY: Final[Mapping[str, Security]] = {
    "smtp": "plain",
    "smtp+starttls": "starttls",
    "smtps": "tls",
}


class Wrong(Exception):
    """A value does not do; the text is what should be written instead."""


class Endpoint(NamedTuple):
    """Where to listen."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Relay:
    """The mail server that takes our mail. With `starttls` it must offer TLS."""

    host: str
    port: int
    security: Security = "plain"
    user: str | None = None
    password: str | None = field(default=None, repr=False)


def database_url(text: str) -> str:
    for scheme in ("postgresql:", "postgres:", "postgresql+psycopg:"):
        if text.startswith(scheme + "//"):
            split(text)
            return "postgresql+psycopg:" + text.removeprefix(scheme)
    if re.match(r"sqlite:///.+", text):
        return text
    raise Wrong("write postgresql://user:password@host/name, or sqlite:////path/to/file.")


def redis_url(text: str) -> str:
    if text.startswith(("redis://", "rediss://", "redis+socket://", "filesystem:///")):
        return text
    raise Wrong("write redis://:password@host:6379/0.")


def base_url(text: str) -> str:
    url = split(text)
    if url.scheme not in {"http", "https"} or not url.hostname:
        raise Wrong("write where the pages are, beginning with https://.")
    if url.query or url.fragment or url.path.strip("/") or "@" in url.netloc:
        raise Wrong("write only https:// and the host, without a path or a name before it.")
    if url.scheme == "http" and url.hostname not in LOOPBACK:
        raise Wrong("write https://; links in mails show hands, so they need TLS.")
    return text.rstrip("/")


def web_server(text: str) -> str:
    url = split(text)
    if url.scheme not in {"http", "https"} or not url.hostname or "@" in url.netloc:
        raise Wrong("write the address of a web server: https://www.example.org.")
    return text


def split(text: str) -> SplitResult:
    try:
        url = urlsplit(text)
        url.port  # noqa: B018 - looking at it checks it
    except ValueError:
        raise Wrong("this is no URL.") from None
    return url


def email(text: str) -> str:
    try:
        return validate_email(text, check_deliverability=False, test_environment=True).normalized
    except (EmailNotValidError, TypeError):
        raise Wrong(f"{text!r} is no mail address.") from None


def service_address(text: str) -> str:
    address = email(text)
    local = address.rpartition("@")[0]
    # A plus in it makes a sub-address of a mailbox that is shared with other mail.
    if not re.fullmatch(r"[a-z0-9_.-]+(\+[a-z0-9_.-]+)?", local) or len(local) > _LONGEST_LOCAL:
        raise Wrong("its part before the @ has 1 to 30 of a-z, 0-9 and ._- with one + at most.")
    if local == "bounce":
        raise Wrong("bounce@ is where undeliverable mail comes back; take another name.")
    return address


def delimiter(text: str) -> Delimiter:
    match text:
        case "+" | "-":
            return text
        case _:
            raise Wrong("write + or -, as your mail server is set.")


def keys(text: str) -> Keys:
    try:
        return Keys.of(*(_key(part) for part in text.split(",")))
    except ValueError as fault:
        raise Wrong(f"{fault}. Write ID:BASE64 as `pbem keys new` prints it.") from None


def _key(part: str) -> tuple[int, bytes]:
    number, colon, secret = part.strip().partition(":")
    if not colon or not (number.isascii() and number.isdigit()):
        raise Wrong("write ID:BASE64, newest first, with a comma between.")
    return int(number), _bytes(secret)


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text.strip(), validate=True)
    except binascii.Error:
        # Nothing of the text is quoted: it may be a secret.
        raise Wrong("a key is not in base64.") from None


def hook_keys(text: str) -> tuple[bytes, ...]:
    keys = tuple(part.strip().encode() for part in text.split(",") if part.strip())
    if any(len(key) < 24 for key in keys):
        raise Wrong("each key has at least 24 characters.")
    return keys


def token(text: str) -> str:
    if not re.fullmatch(r"[!-~]{24,}", text):
        raise Wrong("write at least 24 characters, without blanks.")
    return text


def relay(text: str) -> Relay:
    url = split(text)
    if url.scheme not in _PORTS or not url.hostname:
        raise Wrong("write smtp://, smtp+starttls:// or smtps:// and host:port.")
    if (url.username is None) != (url.password is None):
        raise Wrong("write both user and password (user:password@host), or neither.")
    if url.username and url.scheme == "smtp" and url.hostname not in LOOPBACK:
        raise Wrong("write smtp+starttls:// or smtps://, or the password travels in clear.")
    return Relay(
        host=url.hostname,
        port=url.port or _PORTS[url.scheme],
        security=_SECURITY[url.scheme],
        user=None if url.username is None else unquote(url.username),
        password=None if url.password is None else unquote(url.password),
    )


def yes_or_no(text: str) -> bool:
    match text.lower():
        case "yes":
            return True
        case "no":
            return False
        case _:
            raise Wrong("write yes or no.")


def endpoint(text: str) -> Endpoint:
    host, colon, port = text.rpartition(":")
    is_port = port.isascii() and port.isdigit() and 0 < int(port) < 65536
    if not (colon and host and is_port):
        raise Wrong("write HOST:PORT, as 127.0.0.1:8024.")
    return Endpoint(host.strip("[]"), int(port))


def one_line(text: str) -> str:
    if not text.isprintable() or len(text) > 80:
        raise Wrong("write one line of at most 80 characters.")
    return text


def whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise Wrong(f"write a whole number from {low} to {high}.")
        return int(text)

    return read


def span(
    unit: Literal["seconds", "hours", "days"], low: int, high: int
) -> Callable[[str], timedelta]:
    def read(text: str) -> timedelta:
        number = float(text) if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text, re.ASCII) else -1
        if not low <= number <= high:
            raise Wrong(f"write a number of {unit} from {low} to {high}.")
        return timedelta(**{unit: number})

    return read


def log_level(text: str) -> LogLevel:
    match text.lower():
        case "debug" | "info" | "warning" | "error" as level:
            return level
        case _:
            raise Wrong("write debug, info, warning or error.")


def log_format(text: str) -> LogFormat:
    match text:
        case "json" | "console":
            return text
        case _:
            raise Wrong("write json or console.")
