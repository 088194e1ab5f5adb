"""The DNS of this machine, asked about a letter: its time is short, and its answers are read."""

import dns.message
import dns.rdatatype
import dns.resolver
import pytest

from pbem.mailin.checking import UnansweredError
from pbem.wiring.resolving import Resolver

RECORDS = {
    "A": ("192.0.2.1", "192.0.2.1"),
    "AAAA": ("2001:db8::1", "2001:db8::1"),
    "MX": ("10 mx.example.org.", (10, "mx.example.org")),
    "PTR": ("mx.example.org.", "mx.example.org"),
    "TXT": ('"v=spf1 " "-all"', (b"v=spf1 ", b"-all")),
}


def answer(kind: str) -> dns.resolver.Answer:
    text = f"id 1\nopcode QUERY\nflags QR RD RA\n;QUESTION\nx.example. IN {kind}\n;ANSWER\n"
    reply = dns.message.from_text(f"{text}x.example. 60 IN {kind} {RECORDS[kind][0]}\n")
    name = dns.name.from_text("x.example.")
    return dns.resolver.Answer(name, dns.rdatatype.from_text(kind), dns.rdataclass.IN, reply)


@pytest.mark.parametrize("kind", sorted(RECORDS))
def test_records_come_as_they_are_judged(monkeypatch, kind):
    monkeypatch.setattr(dns.resolver, "resolve", lambda *_args, **_more: answer(kind))

    assert Resolver().lookup("x.example", kind) == [RECORDS[kind][1]]


@pytest.mark.parametrize("nothing", [dns.resolver.NXDOMAIN, dns.resolver.NoAnswer])
def test_what_is_not_there_is_no_trouble(monkeypatch, nothing):
    def resolve(*_args: object, **_more: object) -> None:
        raise (
            nothing(response=answer("A").response) if nothing is dns.resolver.NoAnswer else nothing
        )

    monkeypatch.setattr(dns.resolver, "resolve", resolve)

    assert Resolver().lookup("x.example", "TXT") == []


def test_whoever_does_not_answer_leaves_it_open(monkeypatch):
    def resolve(*_args: object, **_more: object) -> None:
        raise dns.resolver.LifetimeTimeout(timeout=1, errors=[])

    monkeypatch.setattr(dns.resolver, "resolve", resolve)

    with pytest.raises(UnansweredError):
        Resolver().lookup("x.example", "TXT")


def test_a_letter_has_had_its_time_and_its_questions(monkeypatch):
    monkeypatch.setattr(dns.resolver, "resolve", lambda *_args, **_more: answer("A"))

    with pytest.raises(UnansweredError):
        Resolver(seconds=0).lookup("x.example", "A")
    asker = Resolver(seconds=1000)
    found = [asker.lookup("x.example", "A") for _ in range(40)]
    assert found == [["192.0.2.1"]] * 40
    with pytest.raises(UnansweredError):
        asker.lookup("x.example", "A")
