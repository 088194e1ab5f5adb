"""The pages under gunicorn, without a configuration file of its own."""

import logging
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from pbem.config import Settings
from pbem.wiring import open_house

_FAILED = "Error handling request"
_UNREAD = "Invalid request"


class OurLogger(Logger):  # type: ignore[misc]
    """Lets gunicorn's lines go where all others go, and logs no requests: URLs hold tokens.

    Besides its access log, gunicorn quotes the address of a request that failed, and
    the line or header of one that it could not read. Those are cut off, too.
    """

    def setup(self, _cfg: object) -> None:
        """Leave the handlers to the root logger."""
        self.error_log.propagate = True
        self.access_log.disabled = True
        logging.getLogger("gunicorn.error").setLevel(logging.WARNING)

    def access(self, *_: object, **__: object) -> None:
        """Log nothing."""

    def exception(self, msg: str, *args: object, **more: object) -> None:
        if msg.startswith(_FAILED):
            msg, args = _FAILED, ()
        super().exception(msg, *args, **more)

    def warning(self, msg: str, *args: object, **more: object) -> None:
        if msg.startswith(_UNREAD):
            msg, args = _UNREAD, ()
        super().warning(msg, *args, **more)


class _Pages(BaseApplication):  # type: ignore[misc]
    """Opens the house in each of its processes, after the fork."""

    def __init__(self, settings: Settings, options: dict[str, object]) -> None:
        self._settings = settings
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return open_house(self._settings).pages()

    def init(self, _parser: Any, _opts: Any, _args: Any) -> None:
        """Take nothing from the command line."""


def serve_pages(settings: Settings, *, threads: int, processes: int) -> None:
    """Serve until SIGTERM or SIGINT."""
    options: dict[str, object] = {
        "bind": [str(settings.web_listen)],
        "workers": processes,
        "threads": threads,
        "worker_class": "gthread",
        "logger_class": OurLogger,
        "graceful_timeout": 10,
        "timeout": 60,
        "worker_tmp_dir": None,
        "control_socket_disable": True,
    }
    _Pages(settings, options).run()
