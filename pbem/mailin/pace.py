"""How fast letters may come: what comes faster is kept, and read later.

Nobody is answered about it: whoever floods us would only be told how to do it better.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address
from typing import Final, Protocol

from pbem.app.addresses import address_key
from pbem.mailin.addresses import OurAddress
from pbem.mailin.headers import head_of, parse_header
from pbem.mailin.limits import MAX_HEADER_BYTES, header_of, plain
from pbem.signing import row_named

HOUR: Final = timedelta(hours=1)
SENDERS: Final = 60
TOKENS: Final = SENDERS // 2
PEERS: Final = SENDERS * 10
"""So many letters an hour are read from a sender, for a reply address, from a mail server."""

_LONGEST: Final = timedelta(hours=24)


class Counter(Protocol):
    """Counts by the hour, for all processes. It may lose its numbers, and never raises."""

    def count(self, what: str, /) -> int:
        """Return how often this was counted within the hour, this time included; 0: not known."""


class NoCounter:
    def count(self, _what: str) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Pace:
    """Tells how long a letter is to wait before it is read.

    `most` are read of one sender in an hour, half as many for one reply address, and ten
    times as many from one mail server.
    """

    counter: Counter
    most: int = SENDERS

    def delay(self, raw: bytes, to: OurAddress | None, peer: str) -> timedelta:
        """Count a letter; return how long it waits: nothing, or whole hours, a day at most."""
        hours = max(
            (
                (self.counter.count(key) - 1) // most
                for key, most in _counted(raw, to, peer, self.most)
            ),
            default=0,
        )
        return min(max(hours, 0) * HOUR, _LONGEST)


def _counted(raw: bytes, to: OurAddress | None, peer: str, most: int) -> Iterator[tuple[str, int]]:
    # Anybody can write in somebody's name, but not to a reply address of theirs: what they
    # send there is counted by itself, and held up by nothing that others send elsewhere.
    named = ""
    if to is not None and to.box == "reply":
        named = row_named(to.token)
        yield _key("token", to.token), most // 2
    if sender := _sender(raw):
        yield _key("sender", f"{address_key(sender)} {named}"), most
    if _is_elsewhere(peer):
        yield _key("peer", peer), most * 10


def _key(kind: str, of: str) -> str:
    """Return a key that tells nobody what it is about."""
    return f"pace/{kind}/{hashlib.sha256(of.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


def _sender(raw: bytes) -> str | None:
    """Return the sender that a letter names; of a report, which has none, nothing."""
    head = head_of(parse_header(header_of(plain(raw[: 2 * MAX_HEADER_BYTES]))))
    return None if head.return_path == "" else head.sender


def _is_elsewhere(peer: str) -> bool:
    """Whether a peer is not this machine or a mail server of our own beside it."""
    try:
        return not ip_address(peer).is_private
    except ValueError:
        return False
