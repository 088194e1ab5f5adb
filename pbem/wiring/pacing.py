"""Counting letters by the hour, in Redis: what is lost with it is the numbers alone."""

import logging
from typing import Final

from limits.storage import Storage, storage_from_string

_HOUR: Final = 3600
_SECONDS: Final = 1

log = logging.getLogger(__name__)


class SharedCounter:
    """Counts for all processes of the house, or for this one where there is no Redis."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._storage: Storage | None = None

    def count(self, what: str) -> int:
        """Return how often this was counted within the hour; 0 while Redis is away."""
        try:
            return self._opened().incr(what, _HOUR)
        except Exception as fault:  # noqa: BLE001 - a letter must never be lost by a bug
            log.warning("letters are not counted: %s", type(fault).__name__)
            return 0

    def _opened(self) -> Storage:
        if self._storage is None:
            times = {"socket_timeout": _SECONDS, "socket_connect_timeout": _SECONDS}
            options = {} if self._url.startswith("memory:") else times
            opened = storage_from_string(self._url, **options)
            if not isinstance(opened, Storage):
                raise TypeError("counters are asked one after the other here")
            self._storage = opened
        return self._storage
