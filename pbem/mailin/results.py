"""What those have found who checked a letter before us, and what it says of its sender.

RFC 8601 (Authentication-Results), RFC 7489 (DMARC) for what is aligned. Anybody can write
such a header: only the topmost counts, and only if it names a server that is ours.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from email.message import Message
from functools import lru_cache
from typing import Final, cast, get_args

from publicsuffixlist import PublicSuffixList

from pbem.app.trust import Finding, Method, Trust
from pbem.mailin.headers import Head, values

_HEADER: Final = "authentication-results"
_LONGEST: Final = 8192
_METHODS: Final = frozenset(get_args(Method))
# The server's name stands first, behind a comment at most.
_NAMED_WITHIN: Final = 1000
# What is never closed is quoted up to the end.
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)(?:"|\\?\Z)', re.DOTALL)
_RESULT = re.compile(r"([a-z0-9-]{1,40})(?:\s?/\s?\d+)?\s?=\s?([a-z]{1,40})(?![\w=-])")
# A signature names its domain, or only who signed; an envelope may be known by HELO alone.
_PROPERTIES: Final = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.mfrom", "smtp.helo"),
}
_PROPERTY = re.compile(r"(?<![a-z])([a-z]{1,40}+\.[a-z0-9_-]{1,40}+)\s?=\s?([^\s;]{1,1000}+)")


def trust_by_header(message: Message, head: Head, servers: Collection[str]) -> Trust:
    """Return what our own mail server has written above a letter about its sender.

    `servers` are the names (authserv-id, lower case) by which ours sign what they write.
    """
    written = values(message, _HEADER) if servers else []
    return judged(findings(written[0], servers), head) if written else "none"


def findings(header: str, servers: Collection[str]) -> tuple[Finding, ...]:
    """Return what a header tells, if one of these servers wrote it; nothing else of it counts."""
    told = header[:_LONGEST].lower()
    if not any(server in told[:_NAMED_WITHIN] for server in servers):
        return ()
    first, *others = _plain(told).split(";")
    named = first.split()
    if not named or named[0] not in servers:
        return ()
    return tuple(_findings(others))


def _findings(parts: Iterable[str]) -> Iterator[Finding]:
    for part in parts:
        found = _RESULT.match(part.strip())
        if found is not None and found[1] in _METHODS:
            method = cast("Method", found[1])
            yield Finding(method, found[2], _domain(method, part))


def _domain(method: Method, part: str) -> str:
    told = dict(_PROPERTY.findall(part))
    names = (told[name] for name in _PROPERTIES[method] if name in told)
    return next(names, "").rpartition("@")[2].strip("<>.")


def _plain(header: str) -> str:
    """Return the header without comments and quotes, in which signs would mean something else."""
    unquoted = _QUOTED.sub(lambda found: re.sub(r"[\\();]", " ", found[1]), header)
    kept, depth = [], 0
    for sign in unquoted:
        depth += sign == "("
        if not depth:
            kept.append(sign)
        depth -= sign == ")" and depth > 0
    return "".join(kept)


def judged(found: Iterable[Finding], head: Head) -> Trust:
    """Return what findings say of the one sender that a letter names.

    DMARC decides where its domain has a policy. Where it has none, a domain of the sender's
    own must have signed it or sent it; whoever else did so, says nothing of the sender.
    """
    sender = domain_of(head)
    all_ = [one for one in found if sender]
    policies = {one.result for one in all_ if one.method == "dmarc" and _is_of(one, sender)}
    if "fail" in policies:
        return "fail"
    if "pass" in policies:
        return "pass"
    aligned = {one.result for one in all_ if one.method != "dmarc" and _is_aligned(one, sender)}
    if "pass" in aligned:
        return "pass"
    return "fail" if aligned & {"fail", "hardfail"} else "none"


def domain_of(head: Head) -> str:
    """Return the domain of the one sender, in ASCII and lower case; empty if there is none."""
    return in_ascii((head.sender or "").rpartition("@")[2])


def in_ascii(domain: str) -> str:
    """Return a domain as the DNS has it; empty if it cannot be one."""
    if domain.isascii():
        return domain.lower().rstrip(".")
    try:
        return domain.encode("idna").decode("ascii").lower().rstrip(".")
    except UnicodeError:
        return ""


def _is_of(one: Finding, sender: str) -> bool:
    return not one.domain or in_ascii(one.domain) == sender


def _is_aligned(one: Finding, sender: str) -> bool:
    return bool(one.domain) and organisation(one.domain) == organisation(sender)


def organisation(domain: str) -> str:
    """Return the domain that an organisation has registered, of which this is a part."""
    plain = in_ascii(domain)
    return _suffixes().privatesuffix(plain) or plain


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(only_icann=False)
