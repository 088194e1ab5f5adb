"""Whom a letter is for, and by what it is known again."""

import pytest

from pbem.app.incoming import ToNobody, ToSeat, ToService
from pbem.mailin.addresses import Identity, OurAddress, our_address
from pbem.mailin.reader import read
from pbem.mailout.outside import Outside
from pbem.rules.moves import Position
from pbem.signing import Keys, open_reply_token
from tests.mailin.letters import HOUSE, OTHER, REPLY, SEAT, TOKEN, letter, resolve, taken

SERVICE = "play@cards.example.org"
SECOND = f"play+{OTHER}@cards.example.org"
UNKNOWN = "play+nosuchtoken@cards.example.org"


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (SERVICE, OurAddress("service")),
        ("PLAY@Cards.Example.ORG.", OurAddress("service")),
        (REPLY.upper(), OurAddress("reply", TOKEN)),
        (f'"play+{TOKEN}"@cards.example.org', OurAddress("reply", TOKEN)),
        (f"bounce+{TOKEN}@cards.example.org", OurAddress("bounce", TOKEN)),
        ("postmaster@cards.example.org", OurAddress("postmaster")),
        ("play+@cards.example.org", None),
        ("bounce@cards.example.org", None),
        ("playing@cards.example.org", None),
        ("alice@cards.example.org", None),
        ("play@example.org", None),
        (f"play+{TOKEN}@cards.example.org.evil.example", None),
        ("play", None),
        ("", None),
        ("@", None),
        ("play@" + "x" * 300, None),
    ],
)
def test_our_addresses_are_known(address, found):
    assert our_address(address, HOUSE) == found


def test_the_delimiter_can_be_another_one():
    house = Identity("play@cards.example.org", "cards.example.org", "-")

    assert our_address("play-abc@cards.example.org", house) == OurAddress("reply", "abc")
    assert our_address("bounce-abc@cards.example.org", house) == OurAddress("bounce", "abc")
    assert our_address("play+abc@cards.example.org", house) is None


@pytest.mark.parametrize("service", ["play@gmail.example", "me+cards@gmail.example"])
def test_of_the_domain_of_a_provider_only_the_one_mailbox_is_ours(service):
    house = Identity(service, "gmail.example", owns_domain=False)
    keys = Keys.of((1, b"1" * 32))
    outside = Outside(service, "https://x.example", "Erik", "e@x.example", keys, owns_domain=False)

    assert our_address(service, house) == OurAddress("service")
    for address in (
        "postmaster@gmail.example",
        f"bounce+{TOKEN}@gmail.example",
        "me@gmail.example",
    ):
        assert our_address(address, house) is None
    reply = our_address(outside.reply_address("seat", 7, None, 1), house)
    report = our_address(outside.bounce_address(("bounce", 7, 1)), house)
    assert (reply.box, report.box) == ("reply", "bounce")
    for found, kind in ((reply, "seat"), (report, "bounce")):
        assert open_reply_token(keys, found.token, lambda *_: 1).kind == kind


def test_a_player_at_the_same_provider_is_no_loop():
    house = Identity("play@gmail.example", "gmail.example", owns_domain=False)
    raw = letter(
        sender="alice@example.com", message_id="<1@gmail.example>", to="play@gmail.example"
    )

    found = read(raw, recipient="", recipients=(), identity=house, resolve=resolve)

    assert (found.kind, found.to) == ("orders", ToService())


def test_a_domain_is_the_same_in_both_of_its_forms():
    house = Identity("play@b\u00fccher.example", "b\u00fccher.example")

    assert our_address("play@xn--bcher-kva.example", house) == OurAddress("service")


@pytest.mark.parametrize(
    ("recipient", "raw", "desk"),
    [
        (REPLY, letter(), SEAT),
        (REPLY.upper(), letter(to=REPLY.upper()), SEAT),
        (REPLY, letter(to="alice@example.com"), SEAT),
        (REPLY, letter(to=SERVICE), SEAT),
        (SERVICE, letter(to=SERVICE), ToService()),
        (SERVICE, letter(), ToService()),
        (SERVICE, letter(headers=f"Delivered-To: {REPLY}\n"), SEAT),
        (SERVICE, letter(to=SERVICE, headers=f"X-Original-To: <{REPLY}>\n"), SEAT),
        ("", letter(), SEAT),
        ("catchall@elsewhere.example", letter(), SEAT),
        ("", letter(to=SERVICE), ToService()),
        ("", letter(to=f"Bob <bob@example.com>, {REPLY}"), SEAT),
        ("", letter(to="bob@example.com", headers=f"Cc: {REPLY}\n"), SEAT),
        ("", letter(to="bob@example.com"), ToNobody("unknown")),
        (UNKNOWN, letter(to=UNKNOWN), ToNobody("unknown")),
        ("postmaster@cards.example.org", letter(to="x@example.com"), ToNobody("unknown")),
        ("bob@example.com", letter(to="bob@example.com"), ToNobody("unknown")),
        (REPLY, letter(headers=f"Cc: {SECOND}\n"), ToNobody("several")),
        (REPLY, letter(headers=f"Cc: {REPLY.upper()}\n"), SEAT),
        (REPLY, letter(headers=f"Cc: {UNKNOWN}\n"), ToNobody("several")),
        (REPLY, letter(to=SECOND), ToNobody("several")),
        (SERVICE, letter(to=SERVICE, headers=f"Cc: {REPLY}, {SECOND}\n"), ToNobody("several")),
        (REPLY, letter(headers=f"Cc: bounce+{OTHER}@cards.example.org\n"), SEAT),
    ],
)
def test_a_letter_is_for_the_address_it_was_sent_to(recipient, raw, desk):
    assert taken(raw, recipient).to == desk


def test_a_letter_that_two_reply_addresses_got_is_for_nobody():
    raw = letter(to="undisclosed-recipients:;")

    assert taken(raw, REPLY, (REPLY, SECOND)).to == ToNobody("several")
    assert taken(raw, SECOND, (REPLY, SECOND)).to == ToNobody("several")


def test_bounce_tokens_can_have_a_lookup_of_their_own():
    raw = letter("x", sender="mailer-daemon@example.com")
    incoming = read(
        raw,
        recipient=f"bounce+{TOKEN}@cards.example.org",
        recipients=(),
        identity=HOUSE,
        resolve=lambda _: None,
        resolve_bounce=lambda _: ToSeat(9, Position(0, 0)),
    )

    assert incoming.to == ToSeat(9, Position(0, 0))


def test_the_same_letter_has_the_same_key_by_any_way():
    first = taken(letter())
    again = taken(letter(headers="Received: from retry.example.com\n").replace(b"\n", b"\r\n"))
    by_header = taken(letter(), "")
    in_capitals = taken(letter(), REPLY.upper())

    assert first.key == again.key == by_header.key == in_capitals.key


def test_another_message_id_or_seat_is_another_letter():
    keys = {
        taken(letter()).key,
        taken(letter(message_id="<2@example.com>")).key,
        taken(letter(to=SECOND), SECOND).key,
        taken(letter(to=SERVICE), SERVICE).key,
    }

    assert len(keys) == 4


@pytest.mark.parametrize("message_id", [None, "<>", "", "<a b>"])
def test_without_a_message_id_the_content_is_the_key(message_id):
    first = taken(letter(message_id=message_id))

    assert first.message_id is None
    assert first.key == taken(letter(message_id=None)).key
    assert first.key != taken(letter("bid 3\n", message_id=message_id)).key
    assert first.key != taken(letter(sender="bob@example.com", message_id=message_id)).key
    assert first.key != taken(letter(message_id=message_id).replace(b"08:14", b"08:15")).key


def test_orders_are_never_read_from_the_subject():
    assert taken(letter("", headers="Subject: bid 2\n")).lines == ()


def test_everything_a_use_case_needs_is_read():
    incoming = taken(letter("Hello\nbid 2\nbye now\n", headers="Subject: Re: x\n"))

    assert incoming.kind == "orders"
    assert (incoming.sender, incoming.sender_name) == ("alice@example.com", "Alice")
    assert incoming.lines == ("bid 2",)
    assert incoming.unread == ("bye now",)
    assert incoming.offset is not None
    assert incoming.offset.total_seconds() == 3600
    assert incoming.why_empty is None
    assert resolve(TOKEN) == incoming.to
