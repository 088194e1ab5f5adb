"""What is signed or sealed opens for its own purpose, and for nothing else."""

import string
from datetime import timedelta
from typing import get_args

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from pbem import signing
from pbem.rules.moves import Position
from pbem.signing import Keys, ReplyKind, ReplyToken, UnsealError

OLD = (3, b"o" * 32)
NEW = (4, b"n" * 32)
KEYS = Keys.of(NEW)
HERE = Position(7, 3)

kinds = st.sampled_from(get_args(ReplyKind))
row_ids = st.integers(0, 2**40 - 1)
positions = st.builds(Position, st.integers(0, 1023), st.integers(0, 63))


def first_generation(kind: str, row_id: int) -> int:
    return 0


def opened(token: str, keys: Keys = KEYS, generation: int | None = 0) -> ReplyToken | None:
    return signing.open_reply_token(keys, token, lambda kind, row_id: generation)


@given(kinds, row_ids, positions, st.integers(0, 10**6))
def test_a_reply_token_gives_back_what_it_was_made_of(kind, row_id, position, generation):
    token = signing.reply_token(KEYS, kind, row_id, position, generation)

    assert len(token) == 26
    assert token == token.lower()
    assert opened(token, generation=generation) == ReplyToken(kind, row_id, position)


def test_mail_programs_may_fold_the_case_of_a_reply_token():
    token = signing.reply_token(KEYS, "seat", 1, HERE, 0)

    assert opened(token.upper()) == opened(token.title()) == ReplyToken("seat", 1, HERE)


def test_no_changed_character_goes_unnoticed():
    token = signing.reply_token(KEYS, "seat", 81, HERE, 0)
    alphabet = string.ascii_lowercase + string.digits + "-+=\u017f\u212a"
    changed = [
        token[:place] + letter + token[place + 1 :]
        for place in range(len(token))
        for letter in alphabet
        if letter != token[place]
    ]

    assert [bad for bad in changed if opened(bad) is not None] == []


@pytest.mark.parametrize("text", ["", "a" * 25, "a" * 27, "a" * 26, "é" * 26, "\0" * 26])
def test_text_that_is_no_token_opens_nothing(text):
    assert opened(text) is None


def test_a_new_generation_revokes_the_tokens_of_a_seat():
    token = signing.reply_token(KEYS, "seat", 5, HERE, 0)

    assert opened(token, generation=1) is None


def test_a_token_for_a_row_that_is_gone_opens_nothing():
    token = signing.reply_token(KEYS, "seat", 5, HERE, 0)

    assert opened(token, generation=None) is None


def test_the_generation_is_asked_for_the_row_of_the_token():
    token = signing.reply_token(KEYS, "invitation", 77, HERE, 0)
    asked: list[tuple[str, int]] = []

    signing.open_reply_token(KEYS, token, lambda *row: asked.append(row))

    assert asked == [("invitation", 77)]


def test_after_a_rotation_of_keys_old_and_new_tokens_open():
    old = signing.reply_token(Keys.of(OLD), "seat", 5, HERE, 0)
    both = Keys.of(NEW, OLD)
    new = signing.reply_token(both, "seat", 5, HERE, 0)

    assert old != new
    assert opened(old, both) == opened(new, both) == ReplyToken("seat", 5, HERE)
    assert opened(new, KEYS) is not None
    assert opened(old, KEYS) is None


def test_a_token_of_one_kind_does_not_pass_for_another():
    alike = {signing.reply_token(KEYS, kind, 5, HERE, 0)[-8:] for kind in get_args(ReplyKind)}

    assert len(alike) == len(get_args(ReplyKind))


@pytest.mark.parametrize(
    ("row_id", "position"),
    [(-1, HERE), (2**40, HERE), (1, Position(1024, 0)), (1, Position(0, 64))],
)
def test_what_does_not_fit_into_a_token_is_refused(row_id, position):
    with pytest.raises(ValueError, match="out of range"):
        signing.reply_token(KEYS, "seat", row_id, position, 0)


def test_a_short_token_is_the_same_each_time_and_its_own_for_each_position():
    first = signing.short_token(KEYS, 9, HERE, 0)

    assert first == signing.short_token(KEYS, 9, HERE, 0)
    assert len(first) == 20
    assert set(first) <= set("bfgjklmnpqrtvwxyz")
    others = {
        signing.short_token(KEYS, 10, HERE, 0),
        signing.short_token(KEYS, 9, Position(7, 4), 0),
        signing.short_token(KEYS, 9, HERE, 1),
        signing.short_token(Keys.of(OLD), 9, HERE, 0),
    }
    assert len(others - {first}) == 4


@given(st.binary(max_size=300))
def test_sealed_bytes_open_for_their_purpose(data):
    assert signing.unseal(KEYS, signing.seal(KEYS, data, "events/1"), "events/1") == data


def test_sealed_bytes_do_not_show_what_is_in_them_and_differ_each_time():
    first, second = (signing.seal(KEYS, b"QS KH", "events/1") for _ in range(2))

    assert first != second
    assert b"QS" not in first


def test_sealed_bytes_do_not_open_for_another_purpose():
    sealed = signing.seal(KEYS, b"QS", "events/1")

    with pytest.raises(UnsealError):
        signing.unseal(KEYS, sealed, "events/2")


@pytest.mark.parametrize("place", [0, 1, 13, -1])
def test_altered_sealed_bytes_do_not_open(place):
    sealed = bytearray(signing.seal(KEYS, b"QS", "events/1"))
    sealed[place] ^= 1

    with pytest.raises(UnsealError):
        signing.unseal(KEYS, bytes(sealed), "events/1")


@pytest.mark.parametrize("size", [0, 1, 5, 20])
def test_sealed_bytes_cut_short_do_not_open(size):
    sealed = signing.seal(KEYS, b"QS", "events/1")

    with pytest.raises(UnsealError):
        signing.unseal(KEYS, sealed[:size], "events/1")


def test_after_a_rotation_of_keys_what_was_sealed_before_still_opens():
    sealed = signing.seal(Keys.of(OLD), b"QS", "events/1")

    assert signing.unseal(Keys.of(NEW, OLD), sealed, "events/1") == b"QS"
    with pytest.raises(UnsealError):
        signing.unseal(KEYS, sealed, "events/1")


def test_a_signed_payload_opens_for_its_own_purpose_only():
    token = signing.signed(KEYS, "sign-in", {"player": 5})

    assert signing.unsigned(KEYS, "sign-in", token) == {"player": 5}
    assert signing.unsigned(KEYS, "unsubscribe", token) is None
    assert signing.unsigned(KEYS, "sign-in", token + "x") is None


def test_a_signed_payload_lasts_as_long_as_is_allowed():
    with time_machine.travel("2026-01-01T12:00Z", tick=False) as clock:
        token = signing.signed(KEYS, "sign-in", 5)
        clock.shift(timedelta(hours=1))
        assert signing.unsigned(KEYS, "sign-in", token, timedelta(hours=1)) == 5
        clock.shift(timedelta(seconds=1))
        assert signing.unsigned(KEYS, "sign-in", token, timedelta(hours=1)) is None


def test_after_a_rotation_of_keys_signed_payloads_of_both_open():
    old = signing.signed(Keys.of(OLD), "sign-in", 1)
    both = Keys.of(NEW, OLD)

    assert signing.unsigned(both, "sign-in", old) == 1
    assert signing.unsigned(KEYS, "sign-in", signing.signed(both, "sign-in", 2)) == 2
    assert signing.unsigned(KEYS, "sign-in", old) is None


def test_a_webhook_call_is_signed_over_its_time_its_recipient_and_its_body():
    signature = signing.hook_signature(b"key", 1000, "a@b.example", b"letter")

    def is_signed(*call: object, keys=(b"key",), by: str = signature) -> bool:
        return signing.is_hook_signed(keys, *call, by)

    assert is_signed(1000, "a@b.example", b"letter", keys=(b"other", b"key"), by=signature.upper())
    assert not is_signed(1001, "a@b.example", b"letter")
    assert not is_signed(1000, "c@b.example", b"letter")
    assert not is_signed(1000, "A@b.example", b"letter")
    assert not is_signed(1000, "a@b.example", b"Letter")
    assert not is_signed(1000, "a@b.example", b"letter", keys=(b"other",))
    assert not is_signed(1000, "a@b.example", b"letter", keys=())
    assert not is_signed(1000, "a@b.example", b"letter", by="ü")


def test_no_part_of_a_webhook_call_can_pass_into_the_next_one():
    calls = [(10, "a", b"b\nc"), (10, "a", b"\nb\nc"), (1, "0", b"a\nb\nc"), (10, "", b"a\nb\nc")]

    assert len({signing.hook_signature(b"key", *call) for call in calls}) == len(calls)


def test_keys_keep_their_secrets_to_themselves():
    assert "nnn" not in repr(KEYS) + str(KEYS)


@pytest.mark.parametrize(
    "pairs",
    [(), (NEW, NEW), ((32, b"x" * 32),), ((-1, b"x" * 32),), ((1, b"x" * 31),)],
)
def test_unfit_keys_are_refused(pairs):
    with pytest.raises(ValueError, match="key"):
        Keys.of(*pairs)


def test_each_purpose_has_a_key_of_its_own():
    assert KEYS.current("seal") != KEYS.current("short-link")
    assert KEYS.current("seal") == KEYS.derived(4, "seal")
    assert KEYS.derived(5, "seal") is None
    assert Keys.of(NEW, OLD).ids() == (4, 3)


def test_a_page_token_says_its_row_for_good_and_nothing_else():
    token = signing.page_token(KEYS, "confirm", 7)

    assert len(token) == 26
    assert set(token) <= set(signing.SHORT_ALPHABET)
    assert signing.open_page_token(KEYS, "confirm", token) == 7
    assert signing.open_page_token(KEYS, "invitation", token) is None
    assert signing.open_page_token(KEYS, "confirm", token.upper()) is None
    assert signing.open_page_token(KEYS, "confirm", token[:-1]) is None
    for at in range(len(token)):
        changed = token[:at] + ("b" if token[at] != "b" else "f") + token[at + 1 :]
        assert signing.open_page_token(KEYS, "confirm", changed) is None


def test_a_page_token_of_the_key_before_still_opens():
    old = Keys.of((1, b"1" * 32))
    new = Keys.of((2, b"2" * 32), (1, b"1" * 32))

    token = signing.page_token(old, "stop", 12)

    assert signing.open_page_token(new, "stop", token) == 12
    assert signing.open_page_token(Keys.of((2, b"2" * 32)), "stop", token) is None


@pytest.mark.parametrize("row_id", [-1, 1 << 32])
def test_a_row_that_does_not_fit_has_no_page(row_id):
    with pytest.raises(ValueError, match="out of range"):
        signing.page_token(KEYS, "stop", row_id)
