"""Headers as they come, not as they should be."""

from datetime import timedelta

import pytest

from pbem.mailin.headers import clean_name, message_id_of, offset_of
from pbem.mailin.mailboxes import Mailbox, mailboxes
from tests.mailin.letters import letter, taken


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("alice@example.com", [("alice@example.com", "")]),
        ("Alice <Alice@EXAMPLE.com>", [("Alice@example.com", "Alice")]),
        ("alice@example.com (Alice A.)", [("alice@example.com", "Alice A.")]),
        ('"Lee, Ann" <ann@example.com>', [("ann@example.com", "Lee, Ann")]),
        (
            '"Ann \\"Ace\\" Lee" <"ann e+x"@example.com>',
            [('"ann e+x"@example.com', 'Ann "Ace" Lee')],
        ),
        ('"bob@example.com" <mallory@example.net>', [("mallory@example.net", "bob@example.com")]),
        ("bob@example.com <mallory@example.net>", [("mallory@example.net", "bob@example.com")]),
        (
            '"x <bob@example.com>" <mallory@example.net>',
            [("mallory@example.net", "x <bob@example.com>")],
        ),
        ("Alice (a <bob@example.com>) <alice@example.com>", [("alice@example.com", "Alice")]),
        ("a@x.org, Bob <b@x.org>", [("a@x.org", ""), ("b@x.org", "Bob")]),
        ("friends: a@x.org, b@x.org;", [("a@x.org", ""), ("b@x.org", "")]),
        ("<a@x.org> <b@x.org>", [("a@x.org", ""), ("b@x.org", "")]),
        ("jörg@bücher.example.org", [("jörg@bücher.example.org", "")]),
        ("Alice < alice@example.com >", [("alice@example.com", "Alice")]),
        ("nobody at all", []),
        ("a@x.org b@x.org", []),
        ("a@b@x.org", []),
        ("<>", []),
        ("", []),
        ("undisclosed-recipients:;", []),
        ("(" * 30_000, []),
        ("((((a@x.org", []),
        ('"never closed <a@x.org>', []),
    ],
)
def test_addresses_are_read_from_a_header(header, found):
    assert mailboxes(header) == tuple(Mailbox(*one) for one in found)


@pytest.mark.parametrize(
    ("sender", "reason"),
    [
        ("nobody at all", "no sender"),
        ("", "no sender"),
        ("<>", "no sender"),
        ("Alice <alice@example.com>, Bob <bob@example.com>", "several senders"),
        ("Alice <alice@example.com>\nFrom: Bob <bob@example.com>", "several senders"),
        ("alice@example.com\nFROM: alice@example.com", "several senders"),
        # What is no address may be one to another program: then the other is not the sole one.
        ("Alice <alice@example.com>, Mallory <m@ll@ory.example>", "several senders"),
        ("m@ll@ory.example, alice@example.com", "several senders"),
        ("alice@example.com <=?utf-8?q?bob?=@example.com>, alice@example.com", "several senders"),
        ("Alice <alice@example.com>\nFrom: nobody at all", "several senders"),
        ("Alice <alice@example.com>\nFrom: bob@", "several senders"),
    ],
)
def test_a_letter_has_exactly_one_sender(sender, reason):
    incoming = taken(letter(sender=sender))

    assert (incoming.kind, incoming.reason, incoming.lines) == ("malformed", reason, ())
    assert incoming.sender is None


@pytest.mark.parametrize(
    "sender",
    [
        "Hill, Alice <alice@example.com>",
        '"alice@work" <alice@example.com>',
        "Alice <alice@example.com>,",
        "alice@example.com (at home: a@b@c)",
        "friends: alice@example.com;",
    ],
)
def test_what_is_no_second_address_leaves_the_sender_alone(sender):
    assert taken(letter(sender=sender)).sender == "alice@example.com"


def test_a_letter_without_any_header_is_malformed():
    assert taken(b"bid 2\n").kind == "malformed"
    assert taken(b"").kind == "malformed"
    assert taken(b"\n\nbid 2\n").kind == "malformed"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("=?utf-8?q?Al=0D=0ABcc:_all=40example.com?=", "Al Bcc: all@example.com"),
        ("Al\x00ice\x07\u202e", "Al ice"),
        ("=?utf-8?b?SsO2cmc=?= =?iso-8859-1?q?_B=FCcher?=", "Jörg Bücher"),
        ("=?no-such?q?Alice?=", "Alice"),
        ("=?utf-8?b?%%%?=", ""),
        ("=?utf-8?b?YQ?=", "a"),
        ("=?utf-8?q?broken", "=?utf-8?q?broken"),
        ("x" * 5000, "x" * 100),
        ("\ud800", ""),
        ("", ""),
    ],
)
def test_a_name_is_decoded_and_stays_on_one_line(written, name):
    assert clean_name(written) == name


@pytest.mark.parametrize(
    "raw_name", ["J\u00f6rg".encode(), "J\u00f6rg".encode("latin-1"), b"=?utf-8?q?J=C3=B6rg?="]
)
def test_a_name_in_raw_bytes_is_read(raw_name):
    raw = letter(sender="NAME <alice@example.com>").replace(b"NAME", raw_name)

    assert taken(raw).sender_name == "J\u00f6rg"
    assert taken(raw).sender == "alice@example.com"


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("<1@example.com>", "<1@example.com>"),
        (" <1@example.com> (comment)", "<1@example.com>"),
        ("<[0f3c=DAN@example.com]>", "<[0f3c=DAN@example.com]>"),
        ("1@example.com", "<1@example.com>"),
        ("<>", None),
        ("", None),
        ("<a b@example.com>", None),
        ("<j\u00f6rg@example.com>", None),
        ("<" + "x" * 1000 + ">", None),
        ("<" * 5000, None),
    ],
)
def test_a_message_id_is_one_that_can_be_repeated(header, found):
    assert message_id_of(header) == found


@pytest.mark.parametrize(
    ("date", "offset"),
    [
        ("Tue, 3 Mar 2026 08:14:00 +0100", timedelta(hours=1)),
        ("Tue, 3 Mar 2026 08:14:00 -0330 (NDT)", -timedelta(hours=3, minutes=30)),
        ("3 Mar 2026 8:14 +0545", timedelta(hours=5, minutes=45)),
        ("Tue, 3 Mar 2026 08:14:00 GMT", timedelta()),
        ("Tue, 3 Mar 2026 08:14:00 +0000", timedelta()),
        ("Tue, 3 Mar 2026 08:14:00 -0000", None),
        ("Tue, 3 Mar 2026 08:14:00 EST", None),
        ("Tue, 3 Mar 2026 08:14:00 +9900", None),
        ("Tue, 3 Mar 2026 08:14:00 +0161", None),
        ("yesterday", None),
        ("", None),
        ("9" * 9000, None),
    ],
)
def test_the_offset_of_a_date_is_read_or_unknown(date, offset):
    assert offset_of(date) == offset


@pytest.mark.parametrize(
    "header",
    [
        "Subject: =?utf-8?q?x=0D=0ABcc:_all=40example.com?=\n",
        "Date: junk\n",
        "Message-ID: <[x]>\n",
        "To: " + "(" * 5000 + "\n",
        "References: <\n",
        "Content-Disposition: ;;;=;\n",
        "Content-Transfer-Encoding: x-unknown\n",
        "Content-Transfer-Encoding: b\u00e4se64\n",
        "Subject: " + "=?utf-8?q?a?= " * 3000 + "\n",
    ],
)
def test_odd_headers_do_not_stop_an_order(header):
    assert taken(letter(headers=header)).lines == ("bid 2",)


@pytest.mark.parametrize("charset", ["idna", "punycode", "undefined", "rot13", "no-such"])
@pytest.mark.parametrize("form", ["boundary*={}''%ff%c3", "boundary*0*={}''%ff; boundary*1=x"])
def test_a_boundary_in_an_odd_charset_makes_a_letter_malformed(charset, form):
    kind = "multipart/mixed; " + form.format(charset)
    incoming = taken(letter("--x\n\nbid 2\n--x--\n", kind=kind))

    assert (incoming.kind, incoming.sender) == ("malformed", "alice@example.com")
