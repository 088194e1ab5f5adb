"""Calls of mail providers at the real door, on PostgreSQL: stored once, whoever calls how often."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.mailin.providers.calls import Call
from pbem.wiring import open_house
from tests.hostile.front import SERVICE, Front, Person
from tests.hostile.test_at_once import together
from tests.mailin import provider_calls as calls
from tests.mailin.provider_calls import FOREIGN_KEY, OLD_KEY, FakeAmazon, Made

PATHS = {
    "mailgun": "/hooks/mailgun/mime",
    "postmark": "/hooks/postmark",
    "sendgrid": "/hooks/sendgrid",
    "ses": "/hooks/ses",
}
MAKERS: dict[str, Callable[..., Call]] = {
    "mailgun": calls.mailgun,
    "postmark": calls.postmark,
    "sendgrid": calls.sendgrid,
    "ses": calls.sns,
}
UNKNOWN = "play+aaaabbbbccccddddeeeeffff22@cards.example.org"
everyone = pytest.mark.parametrize("provider", list(PATHS))


class Hooks:
    """The house's hooks, with an Amazon of our own."""

    def __init__(self, front: Front, **changes) -> None:
        self.front = front
        self.amazon = FakeAmazon()
        settings = replace(front.house.settings, providers=calls.open_to_all(), **changes)
        house = replace(
            front.house,
            settings=settings,
            services=front.services,
            doorstep=front.door,
            amazon=self.amazon,
        )
        self.app = house.pages()

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def bring(self, provider: str, call: Call) -> TestResponse:
        return self.client().post(PATHS[provider], data=call.body, headers=dict(call.headers))

    def made(self, raw: bytes, to: str = SERVICE, *, age: timedelta = timedelta(), **more) -> Made:
        return Made(raw, to, self.front.clock.now() - age, **more)


@pytest.fixture
def hooks(front: Front) -> Hooks:
    return Hooks(front)


@pytest.fixture
def raw(front: Front) -> bytes:
    return Person(front, "Alice").raw("help", SERVICE)


@everyone
def test_a_genuine_call_stores_the_letter_and_the_same_again_nothing_more(
    provider: str, hooks: Hooks, front: Front, raw: bytes
):
    call = MAKERS[provider](hooks.made(raw))

    first, again = hooks.bring(provider, call), hooks.bring(provider, call)

    assert (first.status_code, first.data) == (again.status_code, again.data) == (200, b"taken\n")
    [stored] = front.letters()
    kept = front.letter(stored.id)
    path = b"" if provider == "postmark" else b"Return-Path: <alice@home.example>\r\n"
    assert (kept.raw, kept.recipient, kept.transport) == (path + raw, SERVICE, provider)
    front.run()
    assert hooks.bring(provider, call).status_code == 200
    assert len(front.letters()) == 1


@everyone
def test_a_call_made_by_many_at_once_is_stored_once(
    provider: str, hooks: Hooks, front: Front, raw: bytes
):
    call = MAKERS[provider](hooks.made(raw))
    found: list[int] = []

    together(*[lambda: found.append(hooks.bring(provider, call).status_code)] * 4)

    assert found == [200] * 4
    assert len(front.letters()) == 1


@everyone
def test_a_call_that_is_not_genuine_stores_nothing(
    provider: str, hooks: Hooks, front: Front, raw: bytes
):
    one = hooks.made(raw)
    make = MAKERS[provider]
    right = make(one)
    wrong = {
        "mailgun": lambda: calls.mailgun(replace(one, key=FOREIGN_KEY)),
        "postmark": lambda: calls.postmark(replace(one, key=FOREIGN_KEY)),
        "sendgrid": lambda: calls.sendgrid(one, signer="foreign"),
        "ses": lambda: calls.sns(one, signer="foreign"),
    }[provider]()
    absent = {
        "mailgun": lambda: calls.mailgun(one, signature=None),
        "postmark": lambda: calls.without(right, "authorization"),
        "sendgrid": lambda: calls.sendgrid(one, signer=None),
        "ses": lambda: calls.sns(one, Signature=None),
    }[provider]()
    old = make(hooks.made(raw, age=timedelta(days=4)))

    assert hooks.bring(provider, wrong).status_code == (401 if provider == "postmark" else 403)
    assert hooks.bring(provider, absent).status_code == 401
    # Postmark tells no time.
    if provider != "postmark":
        assert hooks.bring(provider, old).status_code == 403
    assert hooks.client().get(PATHS[provider]).status_code == 405
    assert front.letters() == []


@pytest.mark.parametrize("provider", ["mailgun", "postmark"])
def test_a_call_made_again_with_another_letter_or_for_another_is_refused(
    provider: str, hooks: Hooks, front: Front, raw: bytes
):
    make, one = MAKERS[provider], hooks.made(raw)
    assert hooks.bring(provider, make(one)).status_code == 200

    other = replace(one, raw=raw.replace(b"help", b"stop"))
    status = hooks.bring(provider, make(other)).status_code
    turned = hooks.bring(provider, make(replace(one, to="postmaster@cards.example.org")))

    assert (status, turned.status_code) == (403, 403)
    assert len(front.letters()) == 1
    assert hooks.bring(provider, make(one)).status_code == 200


@everyone
def test_keys_change_with_an_overlap(provider: str, hooks: Hooks, front: Front, raw: bytes):
    old = {
        "mailgun": lambda one: calls.mailgun(replace(one, key=OLD_KEY)),
        "postmark": lambda one: calls.postmark(replace(one, key=OLD_KEY)),
        "sendgrid": lambda one: calls.sendgrid(one, signer="old"),
        "ses": lambda one: calls.sns(one, TopicArn=calls.TOPIC + "-old"),
    }[provider]

    assert hooks.bring(provider, old(hooks.made(raw))).status_code == 200
    assert hooks.bring(provider, MAKERS[provider](hooks.made(raw))).status_code == 200

    # The same letter came twice, as different calls.
    assert len(front.letters()) == 1


@everyone
def test_the_envelope_decides_and_never_the_header(
    provider: str, hooks: Hooks, front: Front, raw: bytes
):
    for address in (UNKNOWN, "alice@home.example", "carol@cards.example.org"):
        answer = hooks.bring(provider, MAKERS[provider](hooks.made(raw, address)))
        assert answer.status_code == 200

    assert front.letters() == []


@everyone
def test_a_provider_that_is_not_set_up_is_not_heard(provider: str, front: Front, raw: bytes):
    from pbem.config_providers import Providers

    hooks = Hooks(front)
    right = MAKERS[provider](hooks.made(raw))
    settings = replace(front.house.settings, providers=Providers())
    closed = replace(front.house, settings=settings, amazon=hooks.amazon).pages().test_client()

    answer = closed.post(PATHS[provider], data=right.body, headers=dict(right.headers))

    assert answer.status_code == 404
    assert hooks.amazon.asked == []
    assert front.letters() == []


@everyone
def test_while_the_store_is_down_the_provider_is_to_come_again(
    provider: str, hooks: Hooks, front: Front, raw: bytes, caplog
):
    nowhere = "postgresql+psycopg://pbem:hush@127.0.0.1:9/pbem"
    settings = replace(front.house.settings, database_url=nowhere, providers=calls.open_to_all())
    down = open_house(settings)
    down = replace(down, amazon=hooks.amazon, services=replace(down.services, clock=front.clock))
    call = MAKERS[provider](hooks.made(raw))

    with caplog.at_level(logging.DEBUG):
        answer = (
            down.pages()
            .test_client()
            .post(PATHS[provider], data=call.body, headers=dict(call.headers))
        )

    down.close()
    assert (answer.status_code, answer.data) == (503, b"not stored\n")
    for secret in ("hush", "help", SERVICE, "alice@home.example"):
        assert secret not in caplog.text
    assert hooks.bring(provider, call).status_code == 200
    assert len(front.letters()) == 1


@everyone
def test_what_is_too_big_is_not_read(provider: str, front: Front, raw: bytes):
    hooks = Hooks(front)
    big = raw + b"x" * (31 * 1024 * 1024)

    answer = hooks.bring(provider, MAKERS[provider](hooks.made(big)))

    assert answer.status_code == 413
    assert front.letters() == []


def test_a_letter_that_a_provider_keeps_back_is_asked_for_again(hooks: Hooks, raw: bytes, caplog):
    one = hooks.made(raw)

    with caplog.at_level(logging.WARNING):
        answers = [
            hooks.bring("mailgun", calls.mailgun(one, body_mime=None)),
            hooks.bring("postmark", calls.postmark(one, RawEmail=None)),
            hooks.bring("sendgrid", calls.sendgrid(one, email=None)),
            hooks.bring("ses", calls.sns(one, calls.received(one, content=None))),
        ]

    assert [answer.status_code for answer in answers] == [503] * 4
    for hint in ("end in /mime", "raw email is included", "send_raw", "none with S3"):
        assert hint in caplog.text


def test_postmark_is_asked_for_its_password(hooks: Hooks, raw: bytes):
    call = calls.without(calls.postmark(hooks.made(raw)), "authorization")

    assert hooks.bring("postmark", call).headers["WWW-Authenticate"].startswith("Basic ")


def test_a_subscription_is_confirmed_after_it_was_found_genuine(hooks: Hooks, front: Front):
    kind = "SubscriptionConfirmation"
    one = hooks.made(b"x")

    assert hooks.bring("ses", calls.sns(one, "", kind=kind, signer="foreign")).status_code == 403
    assert hooks.bring("ses", calls.sns(one, "", kind=kind, TopicArn="x")).status_code == 403
    assert hooks.amazon.confirmed == []
    assert hooks.bring("ses", calls.sns(one, "", kind=kind)).status_code == 200

    [url] = hooks.amazon.confirmed
    assert url.startswith("https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription")
    assert front.letters() == []


def test_while_amazon_does_not_answer_it_is_to_come_again(hooks: Hooks, front: Front, raw: bytes):
    hooks.amazon.is_down = True
    letter = calls.sns(hooks.made(raw))
    question = calls.sns(hooks.made(b"x"), "", kind="SubscriptionConfirmation")

    assert hooks.bring("ses", letter).status_code == 503
    assert hooks.bring("ses", question).status_code == 503
    hooks.amazon.is_down = False
    assert hooks.bring("ses", letter).status_code == 200
    assert len(front.letters()) == 1
