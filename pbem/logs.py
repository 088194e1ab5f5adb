"""Log lines: one event a line, as JSON or for a console, without anything secret.

What opens something (reply addresses, links, passwords in URLs) is struck out of
every finished line, whoever wrote it. Tracebacks hold no local variables.
"""

import logging
import logging.config
import re
from typing import Final

import structlog
from structlog.typing import Processor

from pbem.config_values import LogFormat, LogLevel

_STRUCK: Final = "[...]"
_SECRETS: Final = (
    # The token of a reply address, whatever stands around it.
    re.compile(r"(?<![a-z0-9])[a-z2-7]{26}(?![a-z0-9])", re.IGNORECASE),
    # The token of a short link.
    re.compile(r"(?<![a-z])[bfgjklmnpqrtvwxyz]{20}(?![a-z])"),
    # A signed, time-stamped token.
    re.compile(r"[\w-]{2,}\.[\w-]{5,8}\.[\w-]{40,}"),
    # User and password in a URL.
    re.compile(r"(?<=://)[^/@\s\"']*:[^/@\s\"']*(?=@)"),
    # Codes that let people in: K7QM-4TRV-2WXZB.
    re.compile(r"(?<![A-Z0-9])[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{5}(?![A-Z0-9])"),
)


def redacted(line: str) -> str:
    """Return the line without tokens, codes and passwords."""
    for secret in _SECRETS:
        line = secret.sub(_STRUCK, line)
    return line


class RedactingFormatter(structlog.stdlib.ProcessorFormatter):
    """Strikes secrets out of the finished line."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def set_up_logs(level: LogLevel, style: LogFormat) -> None:
    """Send the log lines of this process, and of the libraries in it, to standard error."""
    shared = _shared()
    handler = logging.StreamHandler()
    handler.setFormatter(
        RedactingFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _renderer(style),
            ],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # These tell at `info` what a task or request was given.
    for name in ("kombu", "amqp", "celery", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def _shared() -> list[Processor]:
    return [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]


def _renderer(style: LogFormat) -> Processor:
    if style == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
