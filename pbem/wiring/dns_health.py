"""What DNS says of the service: can mail come in, and will others take ours?"""

import ipaddress
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

import dns.exception
import dns.resolver
import dns.reversename

Kind = Literal["A", "AAAA", "MX", "TXT", "PTR"]

_SECONDS: Final = 5.0
# Names that are kept for examples and tests (RFC 2606, RFC 6761): nobody asks DNS for them.
_RESERVED: Final = ("example", "test", "invalid", "localhost", "local")
_EXAMPLES: Final = (".example.com", ".example.net", ".example.org")


class Silent(Exception):
    """DNS gives no answer, neither yes nor no."""


class Dns(Protocol):
    """Who answers questions about names."""

    def records(self, name: str, kind: Kind) -> tuple[str, ...]:
        """Return the records as text, TXT in one piece, MX as `10 host`; none: there are none.

        Raises:
            Silent: nobody answers.
        """
        ...


class SystemDns:
    """The resolver of this machine, or another one."""

    def __init__(self, resolver: dns.resolver.Resolver | None = None) -> None:
        self._resolver = resolver

    def records(self, name: str, kind: Kind) -> tuple[str, ...]:
        try:
            resolver = self._resolver or dns.resolver.get_default_resolver()
            found = resolver.resolve(name, kind, lifetime=_SECONDS)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return ()
        except dns.exception.DNSException as fault:
            raise Silent(type(fault).__name__) from None
        if kind == "TXT":
            return tuple(b"".join(one.strings).decode("utf-8", "replace") for one in found)
        return tuple(one.to_text().rstrip(".") for one in found)


def is_reserved(domain: str) -> bool:
    """Tell whether a domain is one of those that stand for no real one."""
    return domain.rpartition(".")[2] in _RESERVED or f".{domain}".endswith(_EXAMPLES)


@dataclass(frozen=True, slots=True)
class OwnDomain:
    """A domain whose records are ours to set.

    `dkim` holds what the selectors of DKIM keys have to publish (the `p=`, in base64); None
    where somebody else signs, so that any key will do.
    """

    name: str
    dkim: Mapping[str, str | None] = field(default_factory=dict)


def sick_names(domain: OwnDomain | None, pages: str, dns_: Dns) -> Iterator[tuple[str, str]]:
    """Yield what is not right with the records, each with how to mend it.

    `pages` is the host of the pages. `domain` is None where mail comes to a provider's.
    """
    try:
        if domain is not None:
            yield from _incoming(domain.name, dns_)
            yield from _policies(domain.name, dns_)
            for selector, public in domain.dkim.items():
                yield from _dkim(domain.name, selector, public, dns_)
        if not is_reserved(pages) and not _addresses(pages, dns_):
            yield f"{pages}, where the pages are, has no address.", "Add an A or AAAA record."
    except Silent as fault:
        yield f"DNS gives no answer ({fault}).", "Mend the resolver of this machine."


def _addresses(host: str, dns_: Dns) -> tuple[str, ...]:
    try:
        return (str(ipaddress.ip_address(host)),)
    except ValueError:
        return dns_.records(host, "A") + dns_.records(host, "AAAA")


def _incoming(domain: str, dns_: Dns) -> Iterator[tuple[str, str]]:
    hosts = [record.split()[-1].rstrip(".") for record in dns_.records(domain, "MX")]
    if not hosts:
        yield f"{domain} has no MX record: answers do not come back.", "Add one: `10 mx.` ..."
    for host in hosts:
        addresses = _addresses(host, dns_) if host else ()
        if not addresses:
            yield f"The MX {host or '.'} has no address.", "Give it an A or AAAA record."
        for address in addresses:
            yield from _reverse(host, address, dns_)


def _reverse(host: str, address: str, dns_: Dns) -> Iterator[tuple[str, str]]:
    name = dns.reversename.from_address(address).to_text()
    cure = f"Have whoever gave you {address} name it after a host whose address it is: {host}."
    names = [one.rstrip(".") for one in dns_.records(name, "PTR")]
    if not names:
        yield f"{address} has no PTR record: much of our mail is refused.", cure
    elif not any(address in _addresses(one, dns_) for one in names):
        yield f"{address} points to {names[0]}, which does not point back.", cure


def _policies(domain: str, dns_: Dns) -> Iterator[tuple[str, str]]:
    spf = [one for one in dns_.records(domain, "TXT") if one.lower().split(" ")[0] == "v=spf1"]
    if not spf:
        yield f"{domain} has no SPF record.", "Add a TXT record: `v=spf1 mx -all`."
    elif len(spf) > 1:
        yield f"{domain} has {len(spf)} SPF records, so none counts.", "Leave one of them."
    elif spf[0].lower().rstrip().endswith("+all"):
        yield f"The SPF of {domain} lets everybody write in its name.", "Let it end with `-all`."
    dmarc = [one for name in _with_parents(domain) for one in _dmarc(name, dns_)]
    if not dmarc:
        yield (
            f"{domain} has no DMARC record.",
            f"Add a TXT record at _dmarc.{domain}: `v=DMARC1; p=quarantine`.",
        )


def _with_parents(domain: str) -> list[str]:
    labels = domain.split(".")
    return [".".join(labels[start:]) for start in range(len(labels) - 1)]


def _dmarc(name: str, dns_: Dns) -> list[str]:
    found = dns_.records(f"_dmarc.{name}", "TXT")
    return [one for one in found if one.lower().replace(" ", "").startswith("v=dmarc1")]


def _dkim(domain: str, selector: str, public: str | None, dns_: Dns) -> Iterator[tuple[str, str]]:
    name = f"{selector}._domainkey.{domain}"
    keys = [_published(one) for one in dns_.records(name, "TXT")]
    if not any(keys):
        yield f"{name} holds no DKIM key.", "Publish there the key that signs our mail."
    elif public is not None and public not in keys:
        yield (
            f"{name} holds another DKIM key than that of PBEM_DKIM_KEY_FILE: no signature holds.",
            "Publish the record that `pbem keys dkim` printed, or name the key that belongs to it.",
        )


def _published(record: str) -> str:
    """Return the `p=` of a DKIM record; empty where there is none, or the key was withdrawn."""
    tags = (tag.partition("=") for tag in record.split(";"))
    return next(("".join(value.split()) for name, _, value in tags if name.strip() == "p"), "")
