"""The short way of parsing a letter of one part gives what the long way does."""

import random
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

import pytest

from pbem.mailin.headers import content_type, parse, parts
from tests.mailin.letters import letter
from tests.mailin.test_fuzz import MAILS, SMALL, mutated


def told(message: Message) -> list[object]:
    return [
        (
            list(part.raw_items()),
            content_type(part),
            part.get_content_type(),
            part.get_payload(decode=True),
        )
        for part in parts(message)
    ]


def assert_same(raw: bytes) -> None:
    assert told(parse(raw)) == told(BytesParser(policy=compat32).parsebytes(raw))


@pytest.mark.parametrize("raw", MAILS.values(), ids=MAILS)
def test_the_mails_of_the_corpus_are_parsed_the_same(raw):
    assert_same(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n\nbid 2",
        b"From: a\n\n",
        b"From: a",
        b"From : a\n\nx",
        b"From a@x.org\nTo: x\n\nx",
        b" From: a\nTo: x\n\nx",
        b"From: a\nno header\nTo: x\n\nx",
        b"From: a\n: x\n\nx",
        b"From: a\n b\n\tc \nTo:\n\nx\n",
        b"From: a\n \nTo: b\n\nx",
        b"From: \xff\xe9\nTo: \xc3\xa9\n\n\xff",
        b"From:a\nX-\xc3: b\n\nx",
        b"A: x\x0by\x0cz\x1c\x85 b\n\nx",
        b"Content-Type: MULTIPART/mixed; boundary=x\n\n--x\n\ny\n--x--",
        b"Content-Type: Message/RFC822\n\nFrom: x\n\ny",
        b"Content-Type:\n multipart/mixed;\n boundary=x\n\n--x\n\ny\n--x--",
        b"Content-Type: text\n\nx",
        b"Content-Type: text/plain\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\ny",
        letter("bid 2\n\n\n"),
    ],
)
def test_odd_headers_are_parsed_the_same(raw):
    assert_same(raw)


@pytest.mark.parametrize("seed", range(10))
def test_mutated_mails_are_parsed_the_same(seed, request):
    chance = random.Random(seed)
    for _ in range(500 if request.config.getoption("--all") else 50):
        raw = mutated(chance, chance.choice(SMALL)).replace(b"\r", b"").replace(b"\0", b"")
        try:
            assert_same(raw)
        except (ValueError, LookupError):
            continue


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "TEXT/Html ; x", "text", "a/b/c", "", ";", " text/plain", "text/pl\xe4in", "x/"],
)
def test_a_media_type_is_what_the_parser_takes_it_for(kind):
    message = parse(f"Content-Type: {kind}\n\nx".encode())

    assert content_type(message) == message.get_content_type()
