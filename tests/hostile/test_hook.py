"""Calls of the mail hook that somebody has overheard."""

import time
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.app.records import LetterState
from pbem.signing import hook_signature
from tests.hostile.front import SERVICE, Front, Person

KEY = b"h" * 24


@pytest.fixture
def pages(front: Front) -> FlaskClient:
    settings = replace(front.house.settings, hook_keys=(KEY,))
    house = replace(front.house, settings=settings, services=front.services, doorstep=front.door)
    return house.pages().test_client()


def call(pages: FlaskClient, raw: bytes, headers: dict[str, str]) -> TestResponse:
    return pages.post("/hooks/mail", data=raw, headers=headers)


def signed(raw: bytes, recipient: str) -> dict[str, str]:
    now = int(time.time())
    return {
        "X-Pbem-Recipient": recipient,
        "X-Pbem-Signature": f"t={now},v2={hook_signature(KEY, now, recipient, raw)}",
    }


def stored(front: Front) -> list[str]:
    with front.services.uow() as uow:
        return [letter.recipient for letter in uow.letters.newest(10)]


def test_a_call_made_again_is_answered_as_before_and_stores_nothing(
    front: Front, pages: FlaskClient
):
    raw = Person(front, "Alice").raw("help", SERVICE)
    overheard = signed(raw, SERVICE)

    first, again = call(pages, raw, overheard), call(pages, raw, overheard)

    assert (first.status_code, first.data) == (again.status_code, again.data) == (200, b"stored\n")
    assert stored(front) == [SERVICE]


def test_a_call_made_again_after_its_letter_was_read_is_not_read_again(
    front: Front, pages: FlaskClient
):
    raw = Person(front, "Alice").raw("help", SERVICE)
    overheard = signed(raw, SERVICE)
    call(pages, raw, overheard)
    front.run()
    with front.services.uow() as uow:
        assert [one.state for one in uow.letters.newest(10)] == [LetterState.DONE]

    assert call(pages, raw, overheard).status_code == 200

    with front.services.uow() as uow:
        assert [one.state for one in uow.letters.newest(10)] == [LetterState.DONE]


def test_a_call_made_again_for_somebody_else_is_refused(front: Front, pages: FlaskClient):
    raw = Person(front, "Alice").raw("help", SERVICE)
    overheard = signed(raw, SERVICE)
    call(pages, raw, overheard)

    for other in ("play+abuse@cards.example.org", SERVICE.upper()):
        assert call(pages, raw, overheard | {"X-Pbem-Recipient": other}).status_code == 403

    assert stored(front) == [SERVICE]
