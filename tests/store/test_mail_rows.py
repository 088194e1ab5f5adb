"""Outbox, letters, and the small tables."""

from dataclasses import replace

import pytest

from pbem.app.notice_records import NewNotice, NoticeState
from pbem.app.ports import ActedBefore
from pbem.app.records import LetterState, Link, Talk, WebSession
from pbem.rules.moves import Position
from pbem.store.work import NoSuchRowError
from tests.store.rows import DAY, HOUR, NOON, new_game, new_seat, waits_of


@pytest.fixture
def seat(uow):
    return new_seat(uow, new_game(uow).id)


def notice(seat, key="turn:1", **changes):
    new = NewNotice(
        key=key,
        kind="turn",
        email="alice@example.org",
        not_before=NOON,
        game_id=seat.game_id,
        seat_id=seat.id,
        position=Position(3, 1),
        facts={"lines": ["bid 2"], "count": 2},
    )
    return replace(new, **changes)


def letter(uow, key="k1", lane="seat/1", raw=b"From: alice\r\n\r\n2\r\n", at=NOON):
    return uow.letters.add(
        raw=raw,
        recipient="game+abc@play.example.org",
        recipients=["game+abc@play.example.org", "bob@example.org"],
        lane=lane,
        transport="lmtp",
        key=key,
        at=at,
    )


def test_a_notice_comes_back_with_its_facts(uow, seat):
    notice_id = uow.outbox.add(notice(seat))

    found = uow.outbox.get(notice_id)
    assert found == uow.outbox.claimed(notice_id)
    assert found.facts == {"lines": ["bid 2"], "count": 2}
    assert (found.state, found.position) == (NoticeState.WAITING, Position(3, 1))
    assert (found.created_at, found.not_before, found.tries) == (NOON, NOON, 0)


def test_a_notice_may_be_of_no_seat_and_no_position(uow):
    notice_id = uow.outbox.add(NewNotice("sign_in:1", "sign_in", "a@example.org", NOON))

    found = uow.outbox.get(notice_id)
    assert (found.game_id, found.seat_id, found.position, found.facts) == (None, None, None, {})


def test_the_same_happening_makes_one_notice(uow, seat):
    assert uow.outbox.add(notice(seat)) is not None
    assert uow.outbox.add(notice(seat, facts={"other": 1})) is None
    assert uow.outbox.add(notice(seat, key="turn:2")) is not None


def test_a_tried_notice_keeps_its_bytes_for_every_later_try(uow, seat):
    waiting = uow.outbox.get(uow.outbox.add(notice(seat)))
    tried = replace(
        waiting,
        tries=1,
        number=7,
        message_id="<7.x@play.example.org>",
        rendered=b"Subject: your turn\r\n\r\n\xff",
        last_reply="451 later",
        not_before=NOON + HOUR,
    )

    uow.outbox.save(tried)

    assert uow.outbox.claimed(waiting.id) == tried
    uow.outbox.save(replace(tried, state=NoticeState.SENT, sent_at=NOON + HOUR))
    assert uow.outbox.claimed(waiting.id) is None
    assert uow.outbox.get(waiting.id).sent_at == NOON + HOUR


def test_notices_are_due_from_their_time_on_the_longest_waiting_first(uow, seat):
    late = uow.outbox.add(notice(seat, key="late", not_before=NOON + 2 * HOUR))
    early = uow.outbox.add(notice(seat, key="early", not_before=NOON + HOUR))
    sent = uow.outbox.get(uow.outbox.add(notice(seat, key="sent")))
    uow.outbox.save(replace(sent, state=NoticeState.SENT))

    assert uow.outbox.due(NOON, 9) == []
    assert uow.outbox.due(NOON + HOUR, 9) == [early]
    assert uow.outbox.due(NOON + 2 * HOUR, 9) == [early, late]
    assert uow.outbox.due(NOON + 2 * HOUR, 1) == [early]
    assert uow.outbox.oldest_waiting() == NOON + HOUR


def test_waiting_notices_are_found_by_their_seat(uow, seat):
    sent = uow.outbox.get(uow.outbox.add(notice(seat)))
    uow.outbox.save(replace(sent, state=NoticeState.SENT))
    news = uow.outbox.add(notice(seat, key="news:1", kind="news"))
    bob = new_seat(uow, seat.game_id, "Bob")
    other = uow.outbox.add(notice(bob, key="turn:bob"))

    assert [one.id for one in uow.outbox.waiting(seat.game_id, seat.id)] == [news]
    assert [one.id for one in uow.outbox.waiting(seat.game_id, bob.id)] == [other]


def test_mails_to_a_seat_are_numbered_from_one(uow, seat):
    bob = new_seat(uow, seat.game_id, "Bob")

    assert [uow.outbox.next_number(seat.id) for _ in range(3)] == [1, 2, 3]
    assert uow.outbox.next_number(bob.id) == 1
    assert uow.outbox.last_shown(seat.id) == (3, 0)


def test_what_a_seat_was_told_never_goes_back(uow, seat):
    assert uow.outbox.last_shown(seat.id) == (0, 0)

    for seq in (5, 9, 7):
        uow.outbox.told(seat.id, seq)

    assert uow.outbox.last_shown(seat.id) == (0, 9)
    assert uow.outbox.next_number(seat.id) == 1
    assert uow.outbox.last_shown(seat.id) == (1, 9)


def test_a_letter_comes_back_byte_by_byte(uow):
    raw = bytes(range(256)) * 3

    found = uow.letters.get(letter(uow, raw=raw))

    assert found.raw == raw
    assert found.recipients == ("game+abc@play.example.org", "bob@example.org")
    assert (found.state, found.received_at, found.transport) == (LetterState.NEW, NOON, "lmtp")
    assert uow.letters.get(4711) is None


def test_a_letter_delivered_twice_is_stored_once(uow):
    first = letter(uow, key="<1@example.org> to game+abc")

    assert letter(uow, key="<1@example.org> to game+abc", raw=b"other") == first
    assert uow.letters.get(first).raw != b"other"
    assert letter(uow, key="<2@example.org> to game+abc") != first


def test_a_key_of_any_length_and_content_is_good(uow):
    first = letter(uow, key="\0\ud800" * 9000)

    assert letter(uow, key="\0\ud800" * 9000) == first


def test_letters_of_a_lane_are_read_in_the_order_of_receipt(uow):
    first, second, third = (letter(uow, key=str(count)) for count in range(3))
    order = []
    while (found := uow.letters.next_in_lane(third)) is not None:
        uow.letters.finish(found.id, "done", "")
        order.append(found.id)

    assert order == [first, second, third]


def test_lanes_do_not_wait_for_each_other(uow):
    letter(uow, key="1", lane="seat/1")
    other = letter(uow, key="2", lane="seat/2")

    assert uow.letters.next_in_lane(other).id == other


def test_a_letter_without_a_lane_is_its_own(uow):
    letter(uow, key="1", lane=None)
    second = letter(uow, key="2", lane=None)

    assert uow.letters.next_in_lane(second).id == second
    uow.letters.finish(second, "done", "")
    assert uow.letters.next_in_lane(second) is None


def test_a_letter_is_finished_once(uow):
    letter_id = letter(uow)

    uow.letters.finish(letter_id, "moves", "2 lines")

    found = uow.letters.get(letter_id)
    assert (found.state, found.verdict, found.reason) == (LetterState.DONE, "moves", "2 lines")
    uow.letters.finish(letter_id, "moves", "again")
    with pytest.raises(NoSuchRowError):
        uow.commit()


def test_a_shunted_letter_holds_up_nobody_and_can_be_read_again(uow):
    bad, good = letter(uow, key="1"), letter(uow, key="2")

    uow.letters.shunt(bad, "Traceback: \0 boom")

    assert uow.letters.next_in_lane(bad).id == good
    assert uow.letters.get(bad).trace == "Traceback: \0 boom"
    assert uow.letters.reopen(bad)
    assert not uow.letters.reopen(bad)
    assert uow.letters.next_in_lane(good).id == bad


def test_unread_letters_are_listed_oldest_first(uow):
    ids = [letter(uow, key=str(count), at=NOON + count * HOUR) for count in range(3)]
    uow.letters.finish(ids[0], "done", "")

    assert uow.letters.unread(9) == ids[1:]
    assert uow.letters.unread(1) == ids[1:2]
    assert uow.letters.oldest_unread() == NOON + HOUR


def test_nothing_unread_has_no_age(uow):
    assert (uow.letters.oldest_unread(), uow.outbox.oldest_waiting()) == (None, None)


def test_newest_letters_are_listed_without_what_they_say(uow):
    ids = [letter(uow, key=str(count)) for count in range(3)]

    assert [(one.id, one.raw) for one in uow.letters.newest(2)] == [(ids[2], b""), (ids[1], b"")]


def test_hostile_envelopes_are_kept_without_what_cannot_be_kept(uow):
    letter_id = uow.letters.add(
        raw=b"",
        recipient="a\0@x",
        recipients=["a\0@x", "\udcff@x"],
        lane="\0",
        transport="smtp",
        key="k",
        at=NOON,
    )

    uow.letters.finish(letter_id, "nobody", "\0")

    found = uow.letters.get(letter_id)
    assert (found.raw, found.recipient, found.lane) == (b"", "a\ufffd@x", "\ufffd")
    assert found.recipients == ("a\ufffd@x", "\ufffd@x")


def test_a_mail_acts_once(uow):
    assert uow.letters.first_time("<1@example.org>", NOON)
    assert not uow.letters.first_time("<1@example.org>", NOON + DAY)
    assert uow.letters.first_time("<2@example.org>", NOON)


def test_waits_are_replaced_as_a_whole(uow, seat):
    other = new_game(uow)
    uow.waits.replace(other.id, waits_of(other.id, None))
    uow.waits.replace(seat.game_id, waits_of(seat.game_id, None, NOON + HOUR))

    uow.waits.replace(seat.game_id, waits_of(seat.game_id, NOON))
    assert uow.waits.of(seat.game_id) == waits_of(seat.game_id, NOON)

    uow.waits.replace(seat.game_id, [])
    assert uow.waits.of(seat.game_id) == []
    assert uow.waits.of(other.id) == waits_of(other.id, None)


def test_a_game_is_due_once_for_its_deadlines_and_reminders(uow):
    first, second, third = (new_game(uow).id for _ in range(3))
    uow.waits.replace(first, waits_of(first, NOON + HOUR, NOON + HOUR))
    uow.waits.replace(second, waits_of(second, None))
    uow.waits.replace(third, waits_of(third, NOON))

    assert uow.waits.due(NOON, 9) == [third]
    assert uow.waits.due(NOON + HOUR, 9) == [first, third]
    assert uow.waits.due(NOON + DAY, 9) == [first, second, third]
    assert uow.waits.due(NOON + DAY, 2) == [first, second]


def test_talk_comes_back_from_a_moment_on(uow, seat):
    words = "Gut gespielt \N{BLACK SPADE SUIT}\ud800"
    early = uow.talks.add(seat.game_id, 0, NOON, "hello")
    late = uow.talks.add(seat.game_id, 1, NOON + HOUR, words)

    assert uow.talks.since(seat.game_id, NOON) == [
        early,
        Talk(late.id, seat.game_id, 1, NOON + HOUR, "Gut gespielt \N{BLACK SPADE SUIT}?"),
    ]
    assert uow.talks.since(seat.game_id, NOON + HOUR)[0].id == late.id


def test_a_link_is_found_by_its_token_and_stored_again_without_harm(uow, seat):
    link = Link(seat.id, Position(3, 1), 0, NOON + DAY)
    uow.links.add("bfgjk", link)
    uow.links.add("bfgjk", replace(link, generation=5))

    assert uow.links.get("bfgjk") == link
    assert uow.links.get("bfgjl") is None


def test_a_pending_thing_is_taken_once(uow):
    pending_id = uow.pending.add("sign_in", "a@example.org", {"to": "/games"}, NOON + DAY)
    waiting = ("sign_in", "a@example.org", {"to": "/games"}, NOON + DAY)

    assert uow.pending.get(pending_id) == waiting
    assert uow.pending.take(pending_id) == waiting
    assert uow.pending.take(pending_id) is None
    assert uow.pending.get(pending_id) is None


def test_a_sign_in_holds_until_it_expires_or_is_revoked(uow):
    alice = uow.players.add("Alice")
    for mark in ("one", "two"):
        uow.sessions.add(mark, alice.id, NOON + DAY)

    uow.sessions.revoke("one", NOON + HOUR)
    uow.sessions.revoke("one", NOON + 2 * HOUR)

    assert uow.sessions.get("one") == WebSession(alice.id, NOON, NOON + DAY, NOON + HOUR)
    assert not uow.sessions.get("one").holds(NOON + HOUR)
    assert uow.sessions.get("two").holds(NOON + HOUR)
    assert not uow.sessions.get("two").holds(NOON + DAY)
    assert uow.sessions.get("three") is None


def test_beats_remember_the_last_time(uow):
    assert uow.beats.last("tick") is None

    uow.beats.beat("tick", NOON)
    uow.beats.beat("tick", NOON + HOUR)
    uow.beats.beat("sweep", NOON)

    assert uow.beats.last("tick") == NOON + HOUR


def test_a_mail_that_acted_before_undoes_all_that_it_would_have_done(uows):
    with uows() as uow:
        uow.letters.acts_once("<1@example.org>", NOON)
        uow.commit()

    with uows() as uow:
        uow.letters.acts_once("<1@example.org>", NOON + DAY)
        uow.beats.beat("it acted", NOON)
        with pytest.raises(ActedBefore):
            uow.commit()

    with uows() as uow:
        assert uow.beats.last("it acted") is None
        assert not uow.letters.first_time("<1@example.org>", NOON)
