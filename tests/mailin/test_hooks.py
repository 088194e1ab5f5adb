"""The signature of the mail webhook."""

import hmac
from datetime import UTC, datetime, timedelta

import pytest

from pbem.mailin.hooks import check_signature
from pbem.signing import hook_signature

NOW = datetime(2026, 3, 3, 8, 14, tzinfo=UTC)
STAMP = int(NOW.timestamp())
NEW, OLD, FOREIGN = b"n" * 32, b"o" * 32, b"f" * 32
TO = "play+abc@cards.example.org"
BODY = b"From: alice@example.com\r\n\r\nbid 2\r\n"


def header(key: bytes = NEW, stamp: int = STAMP, body: bytes = BODY) -> str:
    return f"t={stamp},v2={hook_signature(key, stamp, TO, body)}"


def verdict(
    text: str | None, body: bytes = BODY, keys: tuple[bytes, ...] = (NEW, OLD), to: str = TO
) -> str:
    return check_signature(text, to, body, keys, NOW)


@pytest.mark.parametrize("key", [NEW, OLD])
def test_each_of_our_keys_signs(key):
    assert verdict(header(key)) == "ok"


def test_a_sender_in_change_may_sign_twice():
    foreign = hook_signature(FOREIGN, STAMP, TO, BODY)
    ours = hook_signature(NEW, STAMP, TO, BODY)

    assert verdict(f"t={STAMP}, v2={foreign} , v2={ours.upper()}") == "ok"
    assert verdict(f"v2={ours},v2={foreign},t={STAMP}") == "ok"


@pytest.mark.parametrize("text", [None, ""])
def test_a_call_without_a_signature_is_told_apart(text):
    assert verdict(text) == "absent"


@pytest.mark.parametrize(
    "text",
    [
        "t=",
        "t=1",
        "v2=" + "a" * 64,
        "t=x,v2=" + "a" * 64,
        f"t={STAMP},v2=zz",
        f"t={STAMP},v3={'a' * 64}",
        "t=-5,v2=" + "a" * 64,
        "\u0661",
        f"t={STAMP},v2={'a' * 65}",
    ],
)
def test_a_signature_in_another_form_is_malformed(text):
    assert verdict(text) == "malformed"


def test_a_signature_of_time_and_body_alone_is_in_another_form():
    """As it was before the recipient was signed too."""
    old = hmac.digest(NEW, f"{STAMP}.".encode() + BODY, "sha256").hex()

    assert verdict(f"t={STAMP},v1={old}") == "malformed"
    assert verdict(f"t={STAMP},v2={old}") == "wrong"


def test_a_wrong_signature_is_wrong():
    assert verdict(header(FOREIGN)) == "wrong"
    assert verdict(header(), BODY + b"x") == "wrong"
    assert verdict(header(), to="play+abd@cards.example.org") == "wrong"
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
