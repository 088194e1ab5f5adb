"""DKIM, SPF and DMARC of our own, with a net that the test writes."""

from base64 import b64encode
from functools import cache
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from pbem.app.trust import NO_ORIGIN, Origin
from pbem.mailin.checking import UnansweredError, checked
from pbem.mailin.envelope import with_return_path
from tests.mailin.letters import letter

PEER = "192.0.2.25"
BY_SMTP = Origin(PEER, "mx.example.com")
MX = {("example.com", "TXT"): [(b"v=spf1 ip4:192.0.2.25 -all",)]}
REJECTS = {("_dmarc.example.com", "TXT"): [(b"v=DMARC1; p=re", b"ject")]}
MONITORS = {("_dmarc.example.com", "TXT"): [(b"v=DMARC1; p=none",)]}


class Net:
    """What the DNS holds; whatever stands in `silent` is not answered."""

    def __init__(self, *records: dict[tuple[str, str], list[Any]], silent: str = "?") -> None:
        self.records = {key: value for one in records for key, value in one.items()}
        self.silent = silent

    def lookup(self, name: str, kind: str) -> list[Any]:
        if self.silent in name:
            raise UnansweredError
        return self.records.get((name.lower(), kind), [])


@cache
def pair() -> tuple[bytes, bytes]:
    key = rsa.generate_private_key(65537, 2048)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return private, b64encode(public)


def key_at(domain: str) -> dict[tuple[str, str], list[Any]]:
    return {(f"k1._domainkey.{domain}", "TXT"): [(b"v=DKIM1; k=rsa; p=" + pair()[1],)]}


def signed(domain: str, raw: bytes | None = None) -> bytes:
    whole = (raw or letter()).replace(b"\n", b"\r\n")
    head = dkim.sign(whole, b"k1", domain.encode(), pair()[0], include_headers=[b"from", b"to"])
    return head + whole


def weakly(raw: bytes, added: bytes = b"", **how: object) -> bytes:
    whole = raw.replace(b"\n", b"\r\n")
    head = dkim.sign(
        whole, b"k1", b"example.com", pair()[0], include_headers=[b"from", b"to"], **how
    )
    return head + whole + added


def sent(path: str = "alice@example.com") -> bytes:
    return with_return_path(letter().replace(b"\n", b"\r\n"), path)


@pytest.mark.parametrize(
    ("raw", "net", "trust"),
    [
        (signed("example.com"), Net(key_at("example.com"), REJECTS), "pass"),
        (signed("example.com"), Net(key_at("example.com")), "pass"),
        (signed("mail.example.com"), Net(key_at("mail.example.com"), REJECTS), "pass"),
        (signed("evil.example"), Net(key_at("evil.example"), REJECTS), "fail"),
        (signed("evil.example"), Net(key_at("evil.example")), "none"),
        (
            signed("example.com").replace(b"bid 2", b"bid 3"),
            Net(key_at("example.com"), REJECTS),
            "fail",
        ),
        (letter(), Net(REJECTS), "fail"),
        # How it came is not known, and the domain asks for nothing.
        (letter(), Net(MONITORS), "none"),
        (letter(), Net(), "none"),
        # Nobody answers: that is no fault of the sender.
        (signed("example.com"), Net(REJECTS, silent="_domainkey"), "none"),
        (signed("example.com"), Net(key_at("example.com"), silent="_dmarc"), "none"),
        (letter(sender="a@example.com, b@example.com"), Net(REJECTS), "none"),
        (b"DKIM-Signature: v=1; a=rsa-sha256; d=x; b=\xff\r\n" + letter(), Net(REJECTS), "fail"),
        (b"\xff\xfe", Net(), "none"),
    ],
)
def test_a_signature_vouches_if_the_senders_organisation_made_it(raw, net, trust):
    assert checked(raw, NO_ORIGIN, net) == trust


@pytest.mark.parametrize(
    ("raw", "worth"),
    [
        (
            weakly(letter(""), b"bid 2\r\n", length=True, canonicalize=(b"relaxed", b"relaxed")),
            "none",
        ),
        (weakly(letter(), b"bid 3\r\n", length=True), "none"),
        (weakly(letter(), b"bid 3\r\n", length=True, canonicalize=(b"simple", b"simple")), "none"),
        (weakly(letter(), length=True), "pass"),
        # Line ends below a letter count for nothing.
        (weakly(letter(), b"\r\n\r\n", length=True), "pass"),
        (weakly(letter(), signature_algorithm=b"rsa-sha1"), "none"),
    ],
)
def test_a_signature_that_lets_anybody_write_vouches_for_nothing(raw, worth):
    with_policy = "pass" if worth == "pass" else "fail"

    assert checked(raw, NO_ORIGIN, Net(key_at("example.com"))) == worth
    assert checked(raw, NO_ORIGIN, Net(key_at("example.com"), REJECTS)) == with_policy


@pytest.mark.parametrize(
    ("raw", "origin", "net", "trust"),
    [
        (sent(), BY_SMTP, Net(MX, REJECTS), "pass"),
        (sent(), BY_SMTP, Net(MX), "pass"),
        (sent(), Origin("192.0.2.99", "mx.example.com"), Net(MX, MONITORS), "fail"),
        (sent(), Origin("192.0.2.99", "mx.example.com"), Net(MX), "fail"),
        (
            sent("x@evil.example"),
            BY_SMTP,
            Net({("evil.example", "TXT"): [(b"v=spf1 +all",)]}, REJECTS),
            "fail",
        ),
        (sent(), BY_SMTP, Net(MX, REJECTS, silent="example.com"), "none"),
        (sent(), BY_SMTP, Net({("example.com", "TXT"): [(b"v=spf1 nonsense:",)]}), "none"),
        # Without an envelope to go by nothing is known of it.
        (sent(), NO_ORIGIN, Net(MX, MONITORS), "none"),
    ],
)
def test_a_peer_vouches_if_the_senders_organisation_sends_by_it(raw, origin, net, trust):
    assert checked(raw, origin, net) == trust


def test_a_policy_may_ask_for_the_very_domain():
    strict = {("_dmarc.example.com", "TXT"): [(b"v=DMARC1; p=reject; adkim=s",)]}
    raw = signed("mail.example.com")

    assert checked(raw, NO_ORIGIN, Net(key_at("mail.example.com"), strict)) == "fail"
    assert checked(signed("example.com"), NO_ORIGIN, Net(key_at("example.com"), strict)) == "pass"


def test_a_part_of_an_organisation_goes_by_its_policy():
    raw = letter(sender="alice@mail.example.com")
    of_parts = {("_dmarc.example.com", "TXT"): [(b"v=DMARC1; p=reject; sp=none",)]}

    assert checked(raw, NO_ORIGIN, Net(REJECTS)) == "fail"
    assert checked(raw, NO_ORIGIN, Net(of_parts)) == "none"
