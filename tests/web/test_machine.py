"""The mail hook, the health check and the metrics."""

import logging
from datetime import timedelta

import pytest

from pbem.mailin.hooks import check_signature
from pbem.signing import hook_signature
from pbem.web import create_app
from tests.web.conftest import SETTINGS
from tests.web.visitors import Site

LETTER = b"From: alice@home.example\r\nSubject: x\r\n\r\nQS\r\n"
TO = "play+abcdefghijklmnopqrstuvwxyz@cards.example.org"


def headers(house, body=LETTER, *, key=SETTINGS.hook_keys[0], age=0, **more):
    stamp = int(house.clock.now().timestamp()) - age
    return {
        "X-Pbem-Signature": f"t={stamp},v2={hook_signature(key, stamp, TO, body)}",
        "X-Pbem-Recipient": TO,
        "Content-Type": "message/rfc822",
    } | more


@pytest.mark.parametrize("key", SETTINGS.hook_keys)
def test_a_signed_letter_is_stored_as_it_came(site, house, received, key):
    answer = site.stranger().post("/hooks/mail", data=LETTER, headers=headers(house, key=key))

    assert answer.status_code == 200
    assert received == [(LETTER, TO)]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"X-Pbem-Signature": ""}, 401),
        ({"X-Pbem-Signature": "t=1,v2=" + "0" * 64}, 403),
        ({"X-Pbem-Signature": "\xe9"}, 403),
        ({"X-Pbem-Signature": "t=soon"}, 403),
        ({"X-Pbem-Signature": "t=" + "9" * 40 + ",v2=" + "0" * 64}, 403),
        ({"X-Pbem-Recipient": ""}, 400),
        ({"X-Pbem-Recipient": "x" * 400}, 400),
        ({"X-Pbem-Recipient": "pl\xe4y@cards.example.org"}, 400),
        ({"X-Pbem-Recipient": TO.replace("abc", "abd")}, 403),
    ],
)
def test_a_call_that_is_not_right_stores_nothing(site, house, received, change, status):
    answer = site.stranger().post("/hooks/mail", data=LETTER, headers=headers(house, **change))

    assert answer.status_code == status
    assert received == []


def test_another_body_another_key_and_an_old_call_are_refused(site, house, received):
    calls = (
        (b"other", headers(house)),
        (LETTER, headers(house, key=b"a key that was taken out long ago")),
        (LETTER, headers(house, age=301)),
        (LETTER, headers(house, age=-301)),
    )

    assert [
        site.stranger().post("/hooks/mail", data=body, headers=head).status_code
        for body, head in calls
    ] == [403] * 4
    assert received == []


def test_a_letter_that_is_too_big_is_refused(site, house, received):
    big = b"x" * (SETTINGS.letter_bytes + 1)

    answer = site.stranger().post("/hooks/mail", data=big, headers=headers(house, big))

    assert answer.status_code == 413
    assert received == []


def test_a_letter_of_some_megabytes_is_taken(site, house, received):
    large = b"x" * (5 * 1024 * 1024)

    assert (
        site.stranger().post("/hooks/mail", data=large, headers=headers(house, large)).status_code
        == 200
    )
    assert received[0][0] == large


def test_a_letter_that_cannot_be_stored_is_answered_503_and_not_logged(house, keys, caplog):
    def receive(raw: bytes, recipient: str) -> None:
        raise ConnectionError(f"no database for {raw!r}")

    site = Site(create_app(house.services, SETTINGS, keys, receive, check_signature), house, keys)

    with caplog.at_level(logging.DEBUG):
        answer = site.stranger().post("/hooks/mail", data=LETTER, headers=headers(house))

    assert answer.status_code == 503
    assert "QS" not in caplog.text
    assert TO not in caplog.text


def test_without_a_key_the_hook_is_closed(house, keys, received):
    from dataclasses import replace

    closed = replace(SETTINGS, hook_keys=())
    site = Site(
        create_app(
            house.services,
            closed,
            keys,
            lambda raw, to: received.append((raw, to)),
            check_signature,
        ),
        house,
        keys,
    )

    assert (
        site.stranger().post("/hooks/mail", data=LETTER, headers=headers(house)).status_code == 403
    )
    assert received == []


def test_health_says_no_more_than_whether_the_database_answers(site, house):
    assert site.stranger().get("/healthz").data == b"ok\n"


def test_health_says_no_without_a_database(house, keys):
    from dataclasses import replace

    def broken():
        raise ConnectionError("host=db.internal password=x")

    app = create_app(
        replace(house.services, uow=broken), SETTINGS, keys, lambda raw, to: None, check_signature
    )
    answer = Site(app, house, keys).stranger().get("/healthz")

    assert (answer.status_code, answer.data) == (503, b"no\n")


def test_metrics_tell_what_waits(site, house):
    house.to_service("alice@home.example", "help")
    text = site.stranger().get("/metrics").get_data(as_text=True)

    for name in ("oldest_unread_letter", "oldest_unsent_notice", "last_tick"):
        assert f"\npbem_{name}_seconds " in text


def test_metrics_are_for_this_machine_or_by_token(site):
    from_afar = {"REMOTE_ADDR": "203.0.113.5"}
    client = site.stranger()

    assert client.get("/metrics", environ_overrides=from_afar).status_code == 404
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.5"}).status_code == 404
    right = {"Authorization": f"Bearer {SETTINGS.metrics_token}"}
    assert client.get("/metrics", environ_overrides=from_afar, headers=right).status_code == 200
    wrong = {"Authorization": "Bearer "}
    assert client.get("/metrics", environ_overrides=from_afar, headers=wrong).status_code == 404


def test_letters_that_are_held_back_are_counted_apart(site, house):
    with house.services.uow() as uow:
        uow.letters.add(
            raw=b"x",
            recipient="play@cards.example.org",
            recipients=(),
            lane=None,
            transport="lmtp",
            key="held back",
            at=house.clock.now(),
            not_before=house.clock.now() + timedelta(days=9999),
        )
        uow.commit()

    told = site.stranger().get("/metrics").text

    assert "pbem_letters_held_back 1.0" in told
    assert "pbem_oldest_unread_letter_seconds 0.0" in told
