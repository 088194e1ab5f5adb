"""Messages of Amazon SNS: which are genuine, and which letter of SES they bring."""

import json
from datetime import timedelta

import pytest

from pbem.app.trust import Finding
from pbem.mailin.providers import ses
from pbem.mailin.providers.calls import Call, Confirm, Noted, Posted, Refused
from tests.mailin import provider_calls as calls
from tests.mailin.letters import REPLY, letter
from tests.mailin.provider_calls import NOW, FakeAmazon, Made, brought

RAW = letter(b"bid 2\r\n\xff\xe9 \0\r\n", kind="text/plain; charset=latin-1")
TEXT = letter("bid 2\n\u2665\n")
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def made(raw: bytes = RAW, *, age: timedelta = timedelta(), **changes) -> Made:
    return Made(raw, REPLY, NOW - age, **changes)


def by_ses(call: Call, amazon: FakeAmazon | None = None):
    topics = (calls.TOPIC, calls.TOPIC + "-old")
    return ses.read(call, topics, (amazon or FakeAmazon()).certificate, NOW)


@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize(("encoding", "raw"), [("BASE64", RAW), ("UTF-8", TEXT), (None, TEXT)])
def test_ses_brings_the_letter_with_its_envelope(version, encoding, raw):
    one = made(raw)
    message = calls.received(one, encoding=encoding)

    reading = by_ses(calls.sns(one, message, version=version))

    assert brought(reading) == (raw, "alice@home.example", (REPLY,))
    assert reading.call == one.name
    assert isinstance(by_ses(calls.sns(one, message, version=version, Subject=None)), Posted)


def test_what_amazon_did_not_sign_brings_nothing():
    right = calls.sns(made())

    assert by_ses(calls.sns(made(), signer="foreign")) == Refused("wrong")
    assert by_ses(calls.tampered(right, b"alice@home", b"alicf@home")) == Refused("wrong")
    older = calls.tampered(right, b'"SignatureVersion": "2"', b'"SignatureVersion": "1"')
    assert by_ses(older) == Refused("wrong")
    for change, why in [
        ({"Signature": None}, "absent"),
        ({"SigningCertURL": None}, "absent"),
        ({"Signature": "!"}, "wrong"),
        ({"Signature": "AAAA"}, "wrong"),
        ({"SignatureVersion": "3"}, "wrong"),
        ({"SignatureVersion": None}, "wrong"),
        ({"MessageId": None}, "malformed"),
        ({"Timestamp": "yesterday"}, "old"),
    ]:
        assert by_ses(calls.sns(made(), **change)).why == why
    for body in (b"", b"[]", b"{", made().raw):
        assert by_ses(Call({}, body)) == Refused("absent")


@pytest.mark.parametrize(
    "url",
    [
        "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem",
        "https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-01.pem",
        "https://evil.example/SimpleNotificationService-0123abcd.pem",
        "https://evil.example/sns.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem",
        "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-01.pem",
        "https://s3.eu-west-1.amazonaws.com/evil/SimpleNotificationService-0123abcd.pem",
        "https://evil.s3.amazonaws.com/SimpleNotificationService-0123abcd.pem",
        "https://sns.evil.eu-west-1.amazonaws.com/SimpleNotificationService-01.pem",
        "https://sns.eu-west-1.amazonaws.com:444/SimpleNotificationService-0123abcd.pem",
        "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem?x",
        "https://sns.eu-west-1.amazonaws.com/evil/SimpleNotificationService-0123abcd.pem",
        "https://sns.eu-west-1.amazonaws.com/x.pem",
        "https://sns.eu-west-1.amazonawsxcom/SimpleNotificationService-0123abcd.pem",
        "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem\n",
    ],
)
def test_a_certificate_of_anywhere_else_is_not_even_asked_for(url):
    amazon = FakeAmazon()

    assert by_ses(calls.sns(made(), SigningCertURL=url), amazon) == Refused("wrong")
    assert amazon.asked == []


def test_what_no_message_of_amazon_can_be_is_not_read():
    amazon = FakeAmazon()

    assert by_ses(calls.sns(made(b"x" * 800_000)), amazon) == Refused("too_big")
    assert amazon.asked == []
    assert isinstance(by_ses(calls.sns(made(b"x" * 150_000))), Posted)


def test_regions_of_china_have_their_own_hosts():
    url = "https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-0123abcd.pem"

    assert isinstance(by_ses(calls.sns(made(), SigningCertURL=url)), Posted)


def test_another_topic_is_refused_before_anything_is_fetched():
    amazon = FakeAmazon()

    for topic in ("arn:aws:sns:eu-west-1:999999999999:letters", calls.TOPIC + "x", ""):
        assert by_ses(calls.sns(made(), TopicArn=topic), amazon) == Refused("wrong")
    assert amazon.asked == []
    assert isinstance(by_ses(calls.sns(made(), TopicArn=calls.TOPIC + "-old")), Posted)


def test_amazon_may_try_for_as_long_as_it_does_and_no_longer():
    amazon = FakeAmazon()

    assert by_ses(calls.sns(made(age=9 * HOUR)), amazon) == Refused("old")
    assert by_ses(calls.sns(made(age=timedelta(minutes=-6))), amazon) == Refused("old")
    assert amazon.asked == []
    assert isinstance(by_ses(calls.sns(made(age=HOUR))), Posted)


def test_a_certificate_that_is_over_or_weak_or_none_signs_nothing():
    for pem in (
        lambda: calls.certificate(until=NOW - SECOND),
        lambda: b"no certificate",
        lambda: b"",
        lambda: calls.certificate("foreign"),
    ):
        assert by_ses(calls.sns(made()), FakeAmazon(pem)) == Refused("wrong")
    weak = calls.sns(made(), signer="weak", bits=1024)
    assert by_ses(weak, FakeAmazon(lambda: calls.certificate("weak", bits=1024))) == Refused(
        "wrong"
    )


def test_a_certificate_that_cannot_be_fetched_now_is_no_fault_of_the_call():
    amazon = FakeAmazon()
    amazon.is_down = True

    with pytest.raises(OSError):
        by_ses(calls.sns(made()), amazon)


def test_a_subscription_is_confirmed_only_at_amazon_and_if_it_is_genuine():
    kind = "SubscriptionConfirmation"
    asked = by_ses(calls.sns(made(), "You have chosen ...", kind=kind))

    assert isinstance(asked, Confirm)
    assert asked.url.startswith("https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&")
    foreign = calls.sns(made(), "", kind=kind, signer="foreign")
    assert by_ses(foreign) == Refused("wrong")
    for url in ("https://evil.example/?Action=ConfirmSubscription&x", "http://127.0.0.1/"):
        assert by_ses(calls.sns(made(), "", kind=kind, SubscribeURL=url)) == Refused("wrong")
    assert by_ses(calls.sns(made(), "", kind="UnsubscribeConfirmation")) == Noted()


def test_messages_of_amazon_that_are_no_letters_are_noted():
    one = made()

    assert by_ses(calls.sns(one, "Successfully validated SNS topic")) == Noted()
    assert by_ses(calls.sns(one, '{"notificationType": "Bounce"}')) == Noted()
    in_s3 = calls.received(one, content=None)
    assert by_ses(calls.sns(one, in_s3)).why == "unfit"
    no_base64 = calls.received(one, content="=")
    assert by_ses(calls.sns(one, no_base64)).why == "malformed"
    for_nobody = calls.received(one, receipt={"action": {"encoding": "BASE64"}})
    assert by_ses(calls.sns(one, for_nobody)).why == "malformed"
    odd = calls.received(one, receipt=[], mail="x", content="x")
    assert by_ses(calls.sns(one, odd)).why == "malformed"


def test_ses_says_what_it_found_of_the_sender():
    one = made()
    told = json.loads(calls.received(one))["receipt"] | {"dmarcVerdict": {"status": "FAIL"}}
    message = calls.received(one, receipt=told)

    reading = by_ses(calls.sns(one, message))

    assert isinstance(reading, Posted)
    assert reading.found == (Finding("dmarc", "fail"), Finding("spf", "pass", "home.example"))
