"""Our own addresses: the service mailbox, reply addresses and bounce addresses."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pbem.app.addresses import address_key

Box = Literal["service", "reply", "bounce", "postmaster"]

_BOUNCE = "bounce"
_POSTMASTER = "postmaster"


@dataclass(frozen=True, slots=True)
class Identity:
    """Who we are in mail.

    `service_address` is the mailbox of the service (`play@cards.example.org`),
    `domain` the domain of all our addresses. `delimiter` stands between mailbox and
    token (`play+TOKEN@...`); it is `-` where the mail server knows no plus addresses.
    Of a domain that is not ours (`owns_domain`) only that mailbox and its sub-addresses
    are, and reports of failure come to one of these.
    """

    service_address: str
    domain: str
    delimiter: str = "+"
    owns_domain: bool = True

    @property
    def mailbox(self) -> str:
        """The local part of the service address, in lower case."""
        return self.service_address.rpartition("@")[0].lower()


@dataclass(frozen=True, slots=True)
class OurAddress:
    """An address of ours; `token` is in lower case, and empty unless it is a token's box."""

    box: Box
    token: str = ""


def our_address(address: str, identity: Identity) -> OurAddress | None:
    """Return which of our addresses this is; None if it is none. Any case will do."""
    domain_key = _domain_key(identity.domain)
    # Most addresses are not ours; one in ASCII is not made another by comparing.
    if address.isascii() and domain_key not in address.lower():
        return None
    key = address_key(address.strip().rstrip("."))
    local, _, domain = key.rpartition("@")
    if domain != domain_key:
        return None
    return _box(_unquoted(local), identity)


def _box(local: str, identity: Identity) -> OurAddress | None:
    if local == identity.mailbox:
        return OurAddress("service")
    if local == _POSTMASTER and identity.owns_domain:
        return OurAddress("postmaster")
    for start, box in _starts(identity):
        if local.startswith(start) and len(local) > len(start):
            token = local[len(start) :]
            return OurAddress("reply", token) if box == "reply" else OurAddress("bounce", token)
    return None


def _starts(identity: Identity) -> Iterator[tuple[str, Box]]:
    """Yield what the local parts with a token begin with, the longest first."""
    ours = identity.mailbox + identity.delimiter
    yield f"{ours}{_BOUNCE}.", "bounce"
    yield ours, "reply"
    if identity.owns_domain:
        yield _BOUNCE + identity.delimiter, "bounce"


def reply_tokens(addresses: tuple[str, ...], identity: Identity) -> frozenset[str]:
    """Return the different reply tokens that these addresses name, valid or not."""
    ours = (our_address(address, identity) for address in addresses)
    return frozenset(one.token for one in ours if one is not None and one.box == "reply")


def is_in_domain(address: str, identity: Identity) -> bool:
    """Whether an address or a message id is of our domain."""
    return address_key(address).rpartition("@")[2] == _domain_key(identity.domain)


@lru_cache(maxsize=16)
def _domain_key(domain: str) -> str:
    return address_key(f"x@{domain}").rpartition("@")[2]


def _unquoted(local: str) -> str:
    if len(local) > 2 and local[0] == local[-1] == '"':
        return local[1:-1].replace("\\", "")
    return local
