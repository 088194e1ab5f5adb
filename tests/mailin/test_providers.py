"""Calls of Mailgun, Postmark and SendGrid: which are genuine, and which letter they bring."""

from datetime import timedelta
from urllib.parse import urlencode

import pytest
from hypothesis import assume, given
from hypothesis.strategies import binary

from pbem.app.trust import Finding
from pbem.mailin.envelope import with_return_path
from pbem.mailin.limits import MAX_BYTES
from pbem.mailin.providers import mailgun, postmark, sendgrid
from pbem.mailin.providers.calls import Call, Posted, Refused
from pbem.mailin.providers.forms import fields
from tests.mailin import provider_calls as calls
from tests.mailin.letters import REPLY, SEAT, letter, taken
from tests.mailin.provider_calls import FOREIGN_KEY, KEY, NOW, OLD_KEY, Made, brought

# Two charsets in one letter, and every byte that a parser might take for an end.
RAW = letter(
    b"bid 2\r\n\xff\xe9 \xc3\xa9 \0 +&=%41\r\n--xYz\r\n", kind="text/plain; charset=latin-1"
)
TEXT = letter("bid 2\n\u2665\n")
KEYS = (KEY, OLD_KEY)
CURVE_KEYS = (calls.public("new"), calls.public("old"))
FORM = "application/x-www-form-urlencoded"
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def made(raw: bytes = RAW, *, age: timedelta = timedelta(), **changes) -> Made:
    return Made(raw, REPLY, NOW - age, **changes)


def by_mailgun(call: Call, keys=KEYS):
    return mailgun.read(call, keys, NOW)


def by_sendgrid(call: Call, keys=CURVE_KEYS, secrets=()):
    return sendgrid.read(call, keys, secrets, NOW)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("as_multipart", [True, False])
def test_mailgun_brings_the_bytes_of_the_letter_with_its_envelope(key, as_multipart):
    one = made(key=key)

    reading = by_mailgun(calls.mailgun(one, as_multipart=as_multipart))

    assert brought(reading) == (RAW, "alice@home.example", (REPLY,))
    assert reading.call == one.name
    report = by_mailgun(calls.mailgun(made(sender=""), as_multipart=as_multipart))
    assert report.sender == ""
    two = by_mailgun(calls.mailgun(one, recipient=f"{REPLY}, bob@cards.example.org".encode()))
    assert two.recipients == (REPLY, "bob@cards.example.org")


def test_an_account_below_ours_is_signed_for_by_ours():
    below = calls.mailgun(made(key=FOREIGN_KEY))
    signature = mailgun.signature(KEY, str(int(NOW.timestamp())), "t" * 50).encode()

    assert by_mailgun(below) == Refused("wrong")
    signed = calls.mailgun(made(key=FOREIGN_KEY, name="t" * 50), parent_signature=signature.upper())
    assert isinstance(by_mailgun(signed), Posted)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"signature": None}, "absent"),
        ({"signature": b""}, "absent"),
        ({"timestamp": None}, "absent"),
        ({"token": None}, "absent"),
        ({"token": b"\xff" * 50}, "absent"),
        ({"signature": b"0" * 64}, "wrong"),
        ({"signature": "\u0661".encode() * 32}, "wrong"),
        ({"token": b"another-token"}, "wrong"),
        ({"timestamp": b"1"}, "wrong"),
        ({"recipient": None}, "malformed"),
        ({"body_mime": b""}, "malformed"),
        ({"body_mime": None}, "unfit"),
    ],
)
def test_what_mailgun_did_not_send_brings_nothing(changes, why):
    reading = by_mailgun(calls.mailgun(made(), **changes))

    assert isinstance(reading, Refused)
    assert reading.why == why


def test_mailgun_may_try_for_as_long_as_it_does_and_no_longer():
    assert isinstance(by_mailgun(calls.mailgun(made(age=8 * HOUR))), Posted)
    assert by_mailgun(calls.mailgun(made(age=mailgun.OLDEST + SECOND))) == Refused("old")
    assert by_mailgun(calls.mailgun(made(age=timedelta(minutes=-6)))) == Refused("old")
    assert by_mailgun(calls.mailgun(made(key=OLD_KEY)), (KEY,)) == Refused("wrong")
    assert by_mailgun(calls.mailgun(made()), ()) == Refused("wrong")


def test_a_time_whose_digits_were_moved_into_the_token_is_too_old():
    one = made(name="7" * 50)
    stamp = str(int(one.when.timestamp()))
    moved = calls.mailgun(one, timestamp=stamp[:-1].encode(), token=(stamp[-1] + "7" * 50).encode())

    assert by_mailgun(moved) == Refused("old")


@pytest.mark.parametrize("key", KEYS)
def test_postmark_brings_the_letter_to_the_recipient_of_the_envelope(key):
    one = made(TEXT, key=key)

    reading = postmark.read(calls.postmark(one), KEYS)

    assert brought(reading) == (TEXT, None, (REPLY,))
    assert reading.call == one.name


def test_what_postmark_did_not_send_brings_nothing():
    right = calls.postmark(made(TEXT))
    headers = dict(right.headers)
    for told, why in [
        (None, "absent"),
        ("Bearer x", "absent"),
        ("Basic", "absent"),
        ("Basic !", "wrong"),
        ("Basic \xe9", "wrong"),
        (calls.basic(FOREIGN_KEY), "wrong"),
        (calls.basic(KEY + b"x"), "wrong"),
        (calls.basic(b""), "wrong"),
        ("Basic bm9jb2xvbg==", "wrong"),
    ]:
        given = headers | ({"authorization": told} if told else {})
        call = Call(given, right.body) if told else calls.without(right, "authorization")
        assert postmark.read(call, KEYS) == Refused(why)
    assert postmark.read(right, (OLD_KEY,)) == Refused("wrong")
    assert postmark.read(right, ()) == Refused("wrong")


def test_a_call_of_postmark_without_what_a_letter_needs_brings_nothing():
    right = made(TEXT)

    assert postmark.read(calls.postmark(right, RawEmail=None), KEYS).why == "unfit"
    assert postmark.read(calls.postmark(right, OriginalRecipient=""), KEYS).why == "malformed"
    assert postmark.read(calls.postmark(right, OriginalRecipient=[REPLY]), KEYS).why == "malformed"
    for body in (b"", b"{", b"[]", b"[" * 100_000, b"\xff"):
        call = Call(calls.postmark(right).headers, body)
        assert postmark.read(call, KEYS).why == "malformed"


@pytest.mark.parametrize("signer", ["new", "old"])
def test_sendgrid_brings_the_bytes_of_the_letter_with_its_envelope(signer):
    reading = by_sendgrid(calls.sendgrid(made(), signer=signer))

    assert brought(reading) == (RAW, "alice@home.example", (REPLY,))
    assert by_sendgrid(calls.sendgrid(made(sender=""), signer=signer)).sender == ""


def test_what_sendgrid_did_not_sign_brings_nothing():
    right = calls.sendgrid(made())
    stamp, code = (f"x-twilio-email-event-webhook-{name}" for name in ("timestamp", "signature"))

    assert by_sendgrid(calls.sendgrid(made(), signer="foreign")) == Refused("wrong")
    assert by_sendgrid(calls.tampered(right, b"bid 2", b"bid 3")) == Refused("wrong")
    assert by_sendgrid(calls.tampered(right, b"aaaabbbb", b"bbbbaaaa")) == Refused("wrong")
    for text in ("", "!", "AAAA", "\xe9"):
        changed = Call({**right.headers, code: text}, right.body)
        assert by_sendgrid(changed) == Refused("wrong" if text else "absent")
    later = Call({**right.headers, stamp: str(int(NOW.timestamp()) + 1)}, right.body)
    assert by_sendgrid(later) == Refused("wrong")
    for name in (stamp, code):
        assert by_sendgrid(calls.without(right, name)) == Refused("absent")
    assert by_sendgrid(calls.sendgrid(made(), signer="old"), CURVE_KEYS[:1]) == Refused("wrong")
    assert by_sendgrid(right, ()) == Refused("wrong")


def test_sendgrid_may_try_for_as_long_as_it_does_and_no_longer():
    assert isinstance(by_sendgrid(calls.sendgrid(made(age=72 * HOUR))), Posted)
    assert by_sendgrid(calls.sendgrid(made(age=sendgrid.OLDEST + SECOND))) == Refused("old")
    assert by_sendgrid(calls.sendgrid(made(age=timedelta(minutes=-6)))) == Refused("old")


def test_of_key_and_password_sendgrid_needs_what_is_set():
    plain = calls.sendgrid(made(), signer=None, password=KEY)
    both = calls.sendgrid(made(), password=OLD_KEY)

    assert isinstance(by_sendgrid(plain, (), KEYS), Posted)
    assert isinstance(by_sendgrid(both, CURVE_KEYS, KEYS), Posted)
    assert by_sendgrid(plain, CURVE_KEYS, KEYS) == Refused("absent")
    assert by_sendgrid(calls.sendgrid(made()), CURVE_KEYS, KEYS) == Refused("absent")
    wrong = calls.sendgrid(made(), signer=None, password=FOREIGN_KEY)
    assert by_sendgrid(wrong, (), KEYS) == Refused("wrong")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"email": None}, "unfit"),
        ({"envelope": None}, "malformed"),
        ({"envelope": b'{"to":"play@cards.example.org"}'}, "malformed"),
        ({"envelope": b'{"to":[]}'}, "malformed"),
        ({"envelope": b"{"}, "malformed"),
    ],
)
def test_a_call_of_sendgrid_without_what_a_letter_needs_brings_nothing(changes, why):
    assert by_sendgrid(calls.sendgrid(made(), **changes)).why == why


BIG = letter("bid 2\n") + b"x" * MAX_BYTES


@pytest.mark.parametrize(
    "reading",
    [
        by_mailgun(calls.mailgun(made(BIG))),
        by_sendgrid(calls.sendgrid(made(BIG))),
        postmark.read(calls.postmark(made(BIG)), KEYS),
    ],
    ids=["mailgun", "sendgrid", "postmark"],
)
def test_of_a_letter_that_is_too_big_the_header_is_kept_so_that_its_writer_is_told(reading):
    assert isinstance(reading, Posted)
    assert len(reading.raw) < 1000
    incoming = taken(with_return_path(reading.raw, reading.sender))
    assert (incoming.kind, incoming.reason, incoming.lines) == ("too_big", "bytes", ())
    assert (incoming.to, incoming.sender) == (SEAT, "alice@example.com")
    assert incoming.message_id == "<1@example.com>"


def test_a_call_that_is_no_form_has_no_fields():
    right = calls.mailgun(made())
    for kind in ("", "application/json", "multipart/form-data", "multipart/form-data; boundary=?"):
        assert by_mailgun(Call({"content-type": kind}, right.body)) == Refused("absent")
    cut = Call(right.headers, right.body[: len(right.body) // 2])
    assert by_mailgun(cut) == Refused("absent")
    flood = b"&".join(b"a%d=1" % number for number in range(1000))
    assert by_mailgun(
        Call({"content-type": "application/x-www-form-urlencoded"}, flood)
    ) == Refused("absent")


@pytest.mark.parametrize(
    "kind",
    ["multipart/form-data; boundary=e", 'Multipart/Form-Data; charset=utf-8; boundary="e"', FORM],
)
@given(value=binary(max_size=200))
def test_a_field_comes_out_as_the_bytes_that_went_in(kind, value):
    assume(b"\r\n--e" not in b"\r\n" + value)
    head = b'Content-Type: text/plain\r\nContent-Disposition: form-data; name="x"; filename="y"'
    whole = b"--e\r\n" + head + b"\r\n\r\n" + value + b"\r\n--e--\r\n"
    body = urlencode({"x": value}).encode() if kind == FORM else whole

    assert fields(Call({"content-type": kind}, body)) == {"x": value}


@given(body=binary(max_size=200))
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=e", FORM])
def test_no_body_of_a_form_blows_up(kind, body):
    for start in (b"", b"--e", b"--e\r\n", b"x=%"):
        fields(Call({"content-type": kind}, start + body))


def test_sendgrid_says_what_it_found_of_the_sender():
    call = calls.sendgrid(made(), dkim=b"{@mail.home.example : pass, @x.example : fail}")

    reading = by_sendgrid(call)

    assert isinstance(reading, Posted)
    assert reading.found == (
        Finding("spf", "pass", "home.example"),
        Finding("dkim", "pass", "mail.home.example"),
        Finding("dkim", "fail", "x.example"),
    )
