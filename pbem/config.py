"""The operator's settings, from environment variables that begin with `PBEM_`.

They are read once. All that is wrong is told at once, with what to write instead.
Secrets never show in a `repr`.
"""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, TypedDict, TypeVar

from pbem import config_values as values
from pbem.config_mailbox import ImapBox, imap_box
from pbem.config_outgoing import Outgoing, outgoing
from pbem.config_providers import Providers, providers
from pbem.config_senders import NO_SENDERS, Senders, senders
from pbem.config_values import Delimiter, Endpoint, LogFormat, LogLevel, Relay, Wrong
from pbem.signing import Keys

__all__ = ["ConfigError", "Endpoint", "ImapBox", "Relay", "Settings", "settings_from"]

PREFIX: Final = "PBEM_"
# Read by the tests, by the demo and by `pbem backup`, not here.
OTHERS: Final = ("PBEM_TEST_", "PBEM_DEMO_", "PBEM_BACKUP_")

_WEB: Final = Endpoint("127.0.0.1", 8000)
_NO_PROVIDERS: Final = Providers()
_OUTGOING: Final = Outgoing()

T = TypeVar("T")


class ConfigError(Exception):
    """The settings do not do. `problems` holds a sentence for each thing to mend."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Settings:
    """How this house is run.

    `redis_url` is None where the service brings its own doorbell (`pbem serve`).
    `service_address` is the one address people write to; reply addresses are made
    from it with the delimiter. Of a domain that is not ours (`owns_domain`) only that
    mailbox and its sub-addresses are. `proxies` counts the reverse proxies in front of the
    web process whose `X-Forwarded-*` headers are believed. `metrics_token` opens the
    metrics to callers from elsewhere than this machine. `unproven_mails` is how many
    mails an hour an address gets at most for letters that only claim to be from it.
    """

    database_url: str = field(repr=False)
    base_url: str
    service_address: str
    keys: Keys
    relay: Relay
    operator_name: str
    operator_email: str
    redis_url: str | None = field(default=None, repr=False)
    delimiter: Delimiter = "+"
    owns_domain: bool = True
    web_listen: Endpoint = _WEB
    smtp_listen: Endpoint | None = None
    lmtp_listen: Endpoint | None = None
    imap: ImapBox | None = None
    hook_keys: tuple[bytes, ...] = field(default=(), repr=False)
    providers: Providers = _NO_PROVIDERS
    senders: Senders = NO_SENDERS
    metrics_token: str | None = field(default=None, repr=False)
    proxies: int = 0
    clock_url: str | None = None
    smtp_timeout: timedelta = timedelta(seconds=30)
    outgoing: Outgoing = _OUTGOING
    move_limit: timedelta = timedelta(hours=24)
    news_delay: timedelta = timedelta(minutes=15)
    keep_mail: timedelta = timedelta(days=30)
    unproven_mails: int = 10
    letters_an_hour: int = 60
    log_level: LogLevel = "info"
    log_format: LogFormat = "json"

    @property
    def domain(self) -> str:
        """The domain of the service address."""
        return self.service_address.rpartition("@")[2]

    @property
    def is_secure(self) -> bool:
        """The pages are served over TLS."""
        return self.base_url.startswith("https:")


@dataclass(slots=True)
class _Environ:
    """The variables as given, and what was found wrong with them so far."""

    variables: Mapping[str, str]
    problems: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def optional(self, name: str, read: Callable[[str], T], default: T) -> T:
        """Return the value of PBEM_`name`; the default if it is not set or wrong."""
        self.asked.add(PREFIX + name)
        text = self.variables.get(PREFIX + name, "").strip()
        if not text:
            return default
        try:
            return read(text)
        except Wrong as wrong:
            self.problems.append(f"{PREFIX}{name}: {wrong}")
            return default

    def required(self, name: str, read: Callable[[str], T], hint: str, default: T) -> T:
        """Return the value; note a problem if it is not set (`default` then fills its place)."""
        if not self.variables.get(PREFIX + name, "").strip():
            self.problems.append(f"{PREFIX}{name} is not set. {hint}")
        return self.optional(name, read, default)

    def together(self, *names: str) -> None:
        """Note a problem if some of these are set and others not."""
        missing = [PREFIX + name for name in names if not self.variables.get(PREFIX + name)]
        if missing and len(missing) < len(names):
            group = ", ".join(PREFIX + name for name in names)
            self.problems.append(f"{', '.join(missing)} is missing: {group} belong together.")

    def needs(self, name: str, other: str) -> None:
        """Note a problem if the one is set and the other is not."""
        if self.variables.get(PREFIX + name) and not self.variables.get(PREFIX + other):
            self.problems.append(f"{PREFIX}{other} is missing: {PREFIX}{name} needs it.")

    def unknown(self) -> None:
        """Note variables with our prefix that nobody asked for: they are misspelt."""
        for name in sorted(self.variables):
            if name.startswith(PREFIX) and not name.startswith(OTHERS) and name not in self.asked:
                near = difflib.get_close_matches(name, sorted(self.asked), 1)
                hint = f" Did you mean {near[0]}?" if near else ""
                self.problems.append(f"{name} is no setting of this service.{hint}")


_NO_KEYS: Final = Keys.of((0, bytes(32)))
_NO_RELAY: Final = Relay("", 0)


def settings_from(environ: Mapping[str, str]) -> Settings:
    """Return the settings.

    Raises:
        ConfigError: something is missing, half set, misspelt or wrong.
    """
    given = _Environ(environ)
    settings = _settings(given)
    given.together("OPERATOR_NAME", "OPERATOR_EMAIL")
    given.unknown()
    if given.problems:
        raise ConfigError(tuple(given.problems))
    return settings


def _settings(given: _Environ) -> Settings:
    return Settings(
        **_places(given), **_mail(given), **_doors(given), **_people(given), **_course(given)
    )


class _Places(TypedDict):
    database_url: str
    redis_url: str | None
    base_url: str
    keys: Keys


def _places(given: _Environ) -> _Places:
    """Read where rows, rings and pages are, and what signs and seals."""
    return {
        "database_url": given.required(
            "DATABASE_URL",
            values.database_url,
            "Write postgresql://user:password@host/name, or sqlite:////path/to/file.",
            "",
        ),
        "redis_url": given.optional("REDIS_URL", values.redis_url, None),
        "base_url": given.required(
            "BASE_URL", values.base_url, "Write where the pages are: https://cards.example.org", ""
        ),
        "keys": given.required("KEYS", values.keys, "Make a key with `pbem keys new`.", _NO_KEYS),
    }


class _Mail(TypedDict):
    service_address: str
    delimiter: Delimiter
    owns_domain: bool
    relay: Relay
    smtp_timeout: timedelta
    outgoing: Outgoing


def _mail(given: _Environ) -> _Mail:
    """Read under which address mail comes and goes, and who takes ours."""
    return {
        "service_address": given.required(
            "SERVICE_ADDRESS",
            values.service_address,
            "Write an address: play@cards.example.org",
            "",
        ),
        "delimiter": given.optional("DELIMITER", values.delimiter, "+"),
        "owns_domain": given.optional("OWN_DOMAIN", values.yes_or_no, True),
        "relay": given.required(
            "SMTP_URL",
            values.relay,
            "Write the mail server that takes our mail: smtp://localhost:25",
            _NO_RELAY,
        ),
        "smtp_timeout": given.optional(
            "SMTP_TIMEOUT", values.span("seconds", 1, 300), timedelta(seconds=30)
        ),
        "outgoing": outgoing(given),
    }


class _Doors(TypedDict):
    web_listen: Endpoint
    smtp_listen: Endpoint | None
    lmtp_listen: Endpoint | None
    imap: ImapBox | None
    hook_keys: tuple[bytes, ...]
    providers: Providers
    senders: Senders
    metrics_token: str | None
    proxies: int
    clock_url: str | None


def _doors(given: _Environ) -> _Doors:
    """Read where we listen, and what opens the doors that are not for everybody."""
    return {
        "web_listen": given.optional("WEB_LISTEN", values.endpoint, _WEB),
        "smtp_listen": given.optional("SMTP_LISTEN", values.endpoint, None),
        "lmtp_listen": given.optional("LMTP_LISTEN", values.endpoint, None),
        "imap": imap_box(given),
        "hook_keys": given.optional("HOOK_KEYS", values.hook_keys, ()),
        "providers": providers(given),
        "senders": senders(given),
        "metrics_token": given.optional("METRICS_TOKEN", values.token, None),
        "proxies": given.optional("PROXIES", values.whole(0, 9), 0),
        "clock_url": given.optional("CLOCK_URL", values.web_server, None),
    }


class _People(TypedDict):
    operator_name: str
    operator_email: str


def _people(given: _Environ) -> _People:
    """Read who runs this house."""
    return {
        "operator_name": given.required(
            "OPERATOR_NAME",
            values.one_line,
            "Write who runs this house; invitations name them.",
            "",
        ),
        "operator_email": given.required(
            "OPERATOR_EMAIL", values.email, "Write where the operator is to be reached.", ""
        ),
    }


class _Course(TypedDict):
    move_limit: timedelta
    news_delay: timedelta
    keep_mail: timedelta
    unproven_mails: int
    letters_an_hour: int
    log_level: LogLevel
    log_format: LogFormat


def _course(given: _Environ) -> _Course:
    """Read how long things take and are kept, and what is logged of them."""
    hours, seconds, days = (
        values.span("hours", 1, 24 * 60),
        values.span("seconds", 0, 86400),
        values.span("days", 1, 3650),
    )
    return {
        "move_limit": given.optional("MOVE_LIMIT", hours, timedelta(hours=24)),
        "news_delay": given.optional("NEWS_DELAY", seconds, timedelta(minutes=15)),
        "keep_mail": given.optional("KEEP_MAIL", days, timedelta(days=30)),
        "unproven_mails": given.optional("UNPROVEN_MAILS", values.whole(2, 10_000), 10),
        "letters_an_hour": given.optional("LETTERS_AN_HOUR", values.whole(2, 1_000_000), 60),
        "log_level": given.optional("LOG_LEVEL", values.log_level, "info"),
        "log_format": given.optional("LOG_FORMAT", values.log_format, "json"),
    }
