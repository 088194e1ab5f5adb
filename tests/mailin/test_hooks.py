"""The signature of the mail webhook."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.mailin.hooks import check_signature
from pbem.signing import hook_signature

NOW = datetime(2026, 3, 3, 8, 14, tzinfo=UTC)
STAMP = int(NOW.timestamp())
NEW, OLD, FOREIGN = b"n" * 32, b"o" * 32, b"f" * 32
BODY = b"From: alice@example.com\r\n\r\nbid 2\r\n"


def header(key: bytes = NEW, stamp: int = STAMP, body: bytes = BODY) -> str:
    return f"t={stamp},v1={hook_signature(key, stamp, body)}"


def verdict(text: str | None, body: bytes = BODY, keys: tuple[bytes, ...] = (NEW, OLD)) -> str:
    return check_signature(text, body, keys, NOW)


@pytest.mark.parametrize("key", [NEW, OLD])
def test_each_of_our_keys_signs(key):
    assert verdict(header(key)) == "ok"


def test_a_sender_in_change_may_sign_twice():
    foreign = hook_signature(FOREIGN, STAMP, BODY)
    ours = hook_signature(NEW, STAMP, BODY)

    assert verdict(f"t={STAMP}, v1={foreign} , v1={ours.upper()}") == "ok"
    assert verdict(f"v1={ours},v1={foreign},t={STAMP}") == "ok"


@pytest.mark.parametrize("text", [None, ""])
def test_a_call_without_a_signature_is_told_apart(text):
    assert verdict(text) == "absent"


@pytest.mark.parametrize(
    "text",
    [
        "t=",
        "t=1",
        "v1=" + "a" * 64,
        "t=x,v1=" + "a" * 64,
        f"t={STAMP},v1=zz",
        f"t={STAMP},v2={'a' * 64}",
        "t=-5,v1=" + "a" * 64,
        "\u0661",
        f"t={STAMP},v1={'a' * 65}",
    ],
)
def test_a_signature_in_another_form_is_malformed(text):
    assert verdict(text) == "malformed"


def test_a_wrong_signature_is_wrong():
    assert verdict(header(FOREIGN)) == "wrong"
    assert verdict(header(), BODY + b"x") == "wrong"
    assert verdict(header(), keys=()) == "wrong"
    assert verdict(header().replace(f"t={STAMP}", f"t={STAMP + 1}")) == "wrong"


@pytest.mark.parametrize(
    ("age", "found"),
    [
        (timedelta(), "ok"),
        (timedelta(minutes=5), "ok"),
        (timedelta(minutes=5, seconds=1), "old"),
        (-timedelta(minutes=5), "ok"),
        (-timedelta(minutes=5, seconds=1), "old"),
        (timedelta(days=400), "old"),
    ],
)
def test_a_signature_is_good_for_five_minutes(age, found):
    assert verdict(header(stamp=STAMP - int(age.total_seconds()))) == found
