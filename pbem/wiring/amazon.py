"""Amazon, as far as its webhook needs it: certificates, and a yes to a subscription."""

import threading
import urllib.request
from collections.abc import Callable
from typing import Final, Protocol

_SECONDS: Final = 5
_MOST_BYTES: Final = 64 * 1024
_MOST_KEPT: Final = 16
_BEGIN: Final = b"-----BEGIN CERTIFICATE-----"


class Amazon(Protocol):
    """What is asked of Amazon by HTTPS; whatever hinders it is an OSError."""

    def certificate(self, url: str) -> bytes:
        """Return the certificate at this address, as PEM."""

    def confirm(self, url: str) -> None:
        """Confirm a subscription by getting its address."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """An address of Amazon's that was checked must not lead to one that was not."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


class AmazonByHttps:
    """Asks Amazon itself, and keeps the few certificates that it signs with."""

    def __init__(self, get: Callable[[str], bytes] | None = None) -> None:
        self._get = get or _get
        self._kept: dict[str, bytes] = {}
        self._lock = threading.Lock()

    def certificate(self, url: str) -> bytes:
        kept = self._kept.get(url)
        return kept if kept is not None else self._keep(url, self._get(url))

    def confirm(self, url: str) -> None:
        self._get(url)

    def _keep(self, url: str, pem: bytes) -> bytes:
        if not pem.startswith(_BEGIN):
            raise OSError("no certificate there")
        with self._lock:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[url] = pem
        return pem


def _get(url: str) -> bytes:
    opener = urllib.request.build_opener(_NoRedirect)
    with opener.open(url, timeout=_SECONDS) as answer:
        body: bytes = answer.read(_MOST_BYTES)
    return body
