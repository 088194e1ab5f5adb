"""Asking the DNS, a few seconds for each letter in all."""

import time
from typing import Any, Final

import dns.exception
import dns.resolver

from pbem.app.trust import Origin, Trust
from pbem.mailin.checking import Kind, UnansweredError, checked

_SECONDS: Final = 5.0
_MOST: Final = 40


class Resolver:
    """Asks the resolvers of this machine about one letter."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._until = time.monotonic() + seconds
        self._left = _MOST

    def lookup(self, name: str, kind: Kind) -> list[Any]:
        """Return what is there, in the order in which it came.

        Raises:
            UnansweredError: nobody can tell now, or the letter has had its time.
        """
        left = self._until - time.monotonic()
        self._left -= 1
        if left <= 0 or self._left < 0:
            raise UnansweredError
        try:
            answer = dns.resolver.resolve(name, kind, lifetime=left)
        except (dns.resolver.NoAnswer, dns.resolver.NXDOMAIN):
            return []
        except (dns.exception.DNSException, UnicodeError, ValueError, OSError):
            raise UnansweredError from None
        return [_value(record, kind) for record in answer]


def _value(record: Any, kind: Kind) -> Any:
    match kind:
        case "A" | "AAAA":
            return record.address
        case "MX":
            return record.preference, record.exchange.to_text(omit_final_dot=True)
        case "PTR":
            return record.target.to_text(omit_final_dot=True)
        case _:
            return record.strings


def check_by_dns(raw: bytes, origin: Origin) -> Trust:
    """Check a letter, with the DNS of this machine."""
    return checked(raw, origin, Resolver())
