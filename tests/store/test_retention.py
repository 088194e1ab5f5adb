"""What is forgotten, and what stays."""

from dataclasses import replace

import pytest

from pbem.app.notice_records import NewNotice, NoticeState
from pbem.app.records import GameStatus, LetterState, Link
from pbem.rules.moves import Position
from tests.store.rows import DAY, HOUR, NOON, new_game, new_seat


@pytest.fixture
def games(uow):
    """A game that ended long ago, one that ended just now, and one that runs."""
    over = GameStatus.OVER
    return {
        "old": new_game(uow, status=over, ended_at=NOON - 40 * DAY).id,
        "fresh": new_game(uow, status=over, ended_at=NOON - DAY).id,
        "running": new_game(uow).id,
        "none": None,
    }


BEFORE = NOON - 30 * DAY


def letter(uow, game_id, key, at=NOON - 50 * DAY):
    letter_id = uow.letters.add(
        raw=b"raw", recipient="x", recipients=["x"], lane=None, transport="lmtp", key=key, at=at
    )
    uow.letters.finish(letter_id, "moves", "", game_id=game_id)
    return letter_id


def test_letters_are_forgotten_a_time_after_their_game(uow, games):
    letters = {name: letter(uow, game_id, name) for name, game_id in games.items()}
    letters["none, fresh"] = letter(uow, None, "none, fresh", at=NOON)

    assert uow.retention.forget_letters(BEFORE) == 2
    assert uow.retention.forget_letters(BEFORE) == 0

    kept = {name for name, letter_id in letters.items() if uow.letters.get(letter_id).raw}
    assert kept == {"fresh", "running", "none, fresh"}


def test_a_forgotten_letter_is_still_known_when_it_is_delivered_again(uow, games):
    first = letter(uow, games["old"], "the key")
    uow.retention.forget_letters(BEFORE)

    again = uow.letters.add(
        raw=b"raw",
        recipient="x",
        recipients=[],
        lane=None,
        transport="lmtp",
        key="the key",
        at=NOON,
    )

    assert again == first
    assert uow.letters.get(first).state is LetterState.DONE


def test_unread_letters_are_never_forgotten_and_forgotten_ones_never_reopened(uow):
    old = NOON - 50 * DAY
    unread, shunted = (
        uow.letters.add(
            raw=b"raw", recipient="x", recipients=[], lane=None, transport="lmtp", key=key, at=old
        )
        for key in ("1", "2")
    )
    uow.letters.shunt(shunted, "trace")

    assert uow.retention.forget_letters(BEFORE) == 1

    assert uow.letters.get(unread).raw == b"raw"
    assert (uow.letters.get(shunted).raw, uow.letters.get(shunted).trace) == (b"", None)
    assert not uow.letters.reopen(shunted)


def sent_notice(uow, game_id, key, state=NoticeState.SENT):
    notice_id = uow.outbox.add(NewNotice(key, "turn", "a@x", NOON, game_id, facts={"a": 1}))
    notice = replace(uow.outbox.get(notice_id), state=state, rendered=b"mail")
    uow.outbox.save(notice)
    return notice


def test_sent_mails_are_forgotten_a_time_after_their_game(uow, games):
    notices = {name: sent_notice(uow, game_id, name) for name, game_id in games.items()}

    assert uow.retention.forget_mails(BEFORE) == 1
    assert uow.retention.forget_mails(NOON + HOUR) == 2

    found = {name: uow.outbox.get(notice.id) for name, notice in notices.items()}
    assert {name for name, notice in found.items() if notice.rendered} == {"running"}
    assert found["old"] == replace(notices["old"], rendered=None, facts={})
    assert found["running"] == notices["running"]


def test_mails_that_wait_are_not_forgotten(uow, games):
    sent_notice(uow, games["old"], "waiting", NoticeState.WAITING)

    assert uow.retention.forget_mails(BEFORE) == 0


def test_what_has_expired_is_deleted(uow):
    seat = new_seat(uow, new_game(uow).id)
    alice = uow.players.add("Alice")
    for name, expires in (("old", NOON - HOUR), ("new", NOON + HOUR)):
        uow.links.add(name, Link(seat.id, Position(1, 1), 0, expires))
        uow.sessions.add(name, alice.id, expires)
    old = uow.pending.add("sign_in", "a@example.org", {}, NOON - HOUR)
    new = uow.pending.add("sign_in", "a@example.org", {}, NOON + HOUR)

    assert uow.retention.forget_expired(NOON) == 3

    assert (uow.links.get("old"), uow.sessions.get("old"), uow.pending.get(old)) == (None,) * 3
    assert None not in (uow.links.get("new"), uow.sessions.get("new"), uow.pending.get(new))


def test_that_a_letter_acted_is_known_until_it_is_forgotten(uow):
    assert uow.letters.first_time("old", NOON - DAY)
    assert uow.letters.first_time("new", NOON)

    assert uow.retention.forget_acted(NOON) == 1
    assert uow.retention.forget_acted(NOON) == 0

    assert uow.letters.first_time("old", NOON)
    assert not uow.letters.first_time("new", NOON)
