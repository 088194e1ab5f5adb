"""Checking ourselves whether a letter is from whom it names: DKIM, SPF and DMARC.

RFC 6376, RFC 7208, RFC 7489. What nobody answers in time is not known, and never a fault of
the sender. Names are asked for by a port, since the net is not ours.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

import dkim
import spf

from pbem.app.trust import Finding, Origin, Trust
from pbem.mailin.headers import Head, head_of, parse_header
from pbem.mailin.limits import header_of, plain
from pbem.mailin.results import domain_of, in_ascii, judged, organisation

Kind = Literal["A", "AAAA", "MX", "PTR", "TXT", "SPF"]

_SIGNATURES: Final = 4
_TAG = re.compile(r"([a-z]{1,20})\s*=\s*([^;]{0,200})")
# Of a library that would write names and addresses.
_quiet = logging.getLogger("pbem.mailin.checking.dkim")
_quiet.disabled = True


class UnansweredError(Exception):
    """The DNS does not answer, or not in time."""


class Names(Protocol):
    """Asks the DNS for one letter, within the time that there is for it in all."""

    def lookup(self, name: str, kind: Kind) -> list[Any]:
        """Return what is there: addresses, (preference, host), hosts, or tuples of bytes.

        Raises:
            UnansweredError: nobody can tell now.
        """


@dataclass(frozen=True, slots=True)
class _Policy:
    """What a domain says of letters in its name. `p` is what it wants done with others."""

    p: str
    strict: frozenset[str]


def checked(raw: bytes, origin: Origin, names: Names) -> Trust:
    """Return whether the domain of a letter's one sender vouches for it.

    `origin` names who handed it in; without one nobody knows about SPF.
    """
    head = head_of(parse_header(header_of(plain(raw))))
    sender = domain_of(head)
    if not sender:
        return "none"
    try:
        policy = _policy(sender, names)
        found = (*_signatures(raw, names), *_envelope(head, origin, names))
    except UnansweredError:
        return "none"
    if policy is None:
        return judged(found, head)
    if any(one.result == "pass" and _is_aligned(one, sender, policy) for one in found):
        return "pass"
    is_known = bool(origin.peer) or policy.p in {"quarantine", "reject"}
    return "fail" if is_known and not any(one.result == "temperror" for one in found) else "none"


def _is_aligned(one: Finding, sender: str, policy: _Policy) -> bool:
    if one.method in policy.strict:
        return in_ascii(one.domain) == sender
    return organisation(one.domain) == organisation(sender)


def _policy(sender: str, names: Names) -> _Policy | None:
    """Return the policy of a domain, or of the organisation that it belongs to."""
    for domain in dict.fromkeys((sender, organisation(sender))):
        records = [_text(one) for one in names.lookup(f"_dmarc.{domain}", "TXT")]
        found = [one for one in records if one.replace(" ", "").startswith("v=dmarc1")]
        if len(found) == 1:
            tags = dict(_TAG.findall(found[0]))
            of_all = tags.get("p", "")
            wanted = of_all if domain == sender else tags.get("sp", of_all)
            strict = {name for name in ("dkim", "spf") if tags.get(f"a{name}", "r").strip() == "s"}
            return _Policy(str(wanted).strip(), frozenset(strict))
    return None


def _text(record: Any) -> str:
    pieces = record if isinstance(record, list | tuple) else (record,)
    return b"".join(pieces).decode("ascii", "replace").lower()


def _signatures(raw: bytes, names: Names) -> Iterator[Finding]:
    """Yield what the first few signatures of a letter are worth."""

    def key_of(name: bytes, timeout: int = 5) -> bytes | None:  # noqa: ARG001 - its form
        records = names.lookup(name.decode("ascii", "replace").rstrip("."), "TXT")
        return b"".join(records[0]) if records else None

    try:
        letter = dkim.DKIM(raw, logger=_quiet)
    except (dkim.DKIMException, ValueError):
        return
    signed = sum(name.lower() == b"dkim-signature" for name, _ in letter.headers)
    for number in range(min(signed, _SIGNATURES)):
        try:
            is_true = letter.verify(idx=number, dnsfunc=key_of)
        except UnansweredError:
            yield Finding("dkim", "temperror")
            continue
        # What is written in a signature may be anything.
        except Exception:  # noqa: BLE001
            is_true = False
        told = letter.signature_fields or {}
        domain = told.get(b"d", b"").decode("ascii", "replace")
        result = _worth(told, letter.body) if is_true else "fail"
        yield Finding("dkim", result, domain.lower())


def _worth(told: Mapping[bytes, bytes], body: bytes) -> str:
    """Return what a true signature is worth: nothing if anybody may add to what it signs.

    Nor is one that could be made up (SHA-1, RFC 8301).
    """
    if told.get(b"a", b"").strip().lower() == b"rsa-sha1":
        return "policy"
    if b"l" not in told:
        return "pass"
    form = dkim.CanonicalizationPolicy.from_c_value(told.get(b"c", b"simple/simple"))
    return "pass" if int(told[b"l"]) >= len(form.canonicalize_body(body)) else "policy"


class _Query(spf.query):  # type: ignore[misc]
    """A question about an envelope that asks by our port."""

    def __init__(self, names: Names, peer: str, sender: str, helo: str) -> None:
        super().__init__(i=peer, s=sender, h=helo)
        self._names = names

    def dns(
        self,
        name: str,
        qtype: Kind,
        cnames: object = None,  # noqa: ARG002 - its form
        ignore_void: object = None,  # noqa: ARG002 - its form
    ) -> list[Any]:
        try:
            return self._names.lookup(str(name).rstrip("."), qtype)
        except UnansweredError:
            raise spf.TempError("nobody answers") from None


def _envelope(head: Head, origin: Origin, names: Names) -> Iterator[Finding]:
    """Yield whether the peer may send for the domain of the envelope's sender."""
    path = head.return_path or ""
    domain = path.rpartition("@")[2] or origin.helo
    if not origin.peer or not domain:
        return
    try:
        result = _Query(names, origin.peer, path, origin.helo or domain).check()[0]
    # What a domain publishes may be anything.
    except Exception:  # noqa: BLE001
        result = "permerror"
    yield Finding("spf", result, domain.lower())
