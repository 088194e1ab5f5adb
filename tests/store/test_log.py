"""The log, and the states kept beside it."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from pbem.app.records import Recorded
from pbem.rules.events import BidMade, Dealt
from pbem.rules.presets import PRESETS
from pbem.store import StateCache, uow_factory
from pbem.store.codec import UnreadableEvent
from pbem.store.work import NoSuchRowError
from tests.store.rows import NOON, folded, new_game, play_and_store, play_out, record, rules


def stored_game(uows, steps=None, **changes):
    with uows() as uow:
        row = play_and_store(uow, new_game(uow, **changes), steps)
        uow.commit()
    return row


def replayed(uow, row):
    """The state after `row.seq` from the first event on."""
    return folded([record.event for record in uow.log.since(row.id, 0)][: row.seq])


def test_events_come_back_in_order_with_time_and_author(uows):
    with uows() as uow:
        row = new_game(uow)
        first = [event for step in play_out(row.rules) for event in step][:7]
        records = [Recorded(seq, NOON, "bot", event) for seq, event in enumerate(first, 1)]
        uow.log.append(row.id, records[:3])
        uow.log.append(row.id, records[3:])
        uow.commit()

    with uows() as uow:
        assert uow.log.since(row.id, 0) == records
        assert uow.log.since(row.id, 4) == records[4:]
        assert uow.log.since(row.id, 1, limit=2) == records[1:3]


def test_appending_nothing_is_no_fault(uows):
    with uows() as uow:
        row = new_game(uow)
        uow.log.append(row.id, [])

        assert uow.log.since(row.id, 0) == []


def test_two_events_never_share_a_number(uows):
    row = stored_game(uows, 3)

    with uows() as uow:
        uow.log.append(row.id, [Recorded(row.seq, NOON, "person", BidMade(1, 0, 0))])
        with pytest.raises(Exception, match=r"(?i)unique"):
            uow.commit()


# All that a deal can hold: secret bids, cards laid aside, calls, covered trumps, repeated rounds.
VARIED = (
    "nomination_whist",
    "ninety_nine",
    "atkinson_blackout_5",
    "british_oh_hell_fists",
    "cooperative",
    "okuneff",
    "oh_hell_double_annul",
)


def test_a_state_read_back_is_that_of_all_events(uows, engine, keys):
    for preset in map(PRESETS.__getitem__, VARIED):
        row = stored_game(uows, 90, rules=rules(preset.id, preset.players[-1]))

        with uow_factory(engine, keys, StateCache())() as uow:
            events = [record.event for record in uow.log.since(row.id, 0)]
            assert uow.log.game(row) == folded(events)


def test_every_earlier_state_can_be_read_too(uows, engine, keys):
    row = stored_game(uows, 60)

    with uows() as uow:
        events = [record.event for record in uow.log.since(row.id, 0)]
    with uow_factory(engine, keys, StateCache())() as uow:
        for seq in range(1, row.seq + 1):
            assert uow.log.game(replace(row, seq=seq)) == folded(events[:seq])


def test_a_state_is_kept_before_each_deal_and_holds_no_hidden_card(uows):
    row = stored_game(uows)

    with uows() as uow:
        events = [record.event for record in uow.log.since(row.id, 0)]
        kept = uow.log.kept(row.id)

    dealt = [seq for seq, event in enumerate(events) if isinstance(event, Dealt)]
    assert [one.seq for one in kept] == dealt
    assert [one.deal for one in kept] == list(range(1, len(dealt) + 1))
    for one in kept:
        assert one.game == folded(events[: one.seq])
        assert one.game.deal is None


def test_a_fresh_process_reads_the_events_of_the_running_deal_only(uows, engine, keys):
    row = stored_game(uows, 90)
    with uows() as uow:
        state, start = uow.log.game(row), uow.log.kept(row.id)[-1].seq
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE events SET kind = 'lost' WHERE seq <= :seq"), {"seq": start}
        )

    with uow_factory(engine, keys, StateCache())() as uow:
        assert uow.log.game(row) == state


def test_a_known_state_is_not_read_again(uows, engine, cache):
    row = stored_game(uows, 40)
    with engine.begin() as connection:
        connection.execute(text("UPDATE events SET kind = 'lost'"))

    with uows() as uow:
        assert uow.log.game(row) is cache.get(row.id, row.seq)


def test_a_state_of_another_number_is_not_taken_from_the_cache(uows, engine, keys, cache):
    row = stored_game(uows, 20)
    with uow_factory(engine, keys, StateCache())() as other:
        steps = list(play_out(row.rules))
        row_then = record(other, row, steps[20], other.log.game(row))
        other.commit()

    with uows() as uow:
        assert uow.log.game(row_then) == replayed(uow, row_then)
    assert cache.get(row.id, row_then.seq) is not None


def test_states_kept_in_another_form_are_not_read(uows, engine, keys):
    row = stored_game(uows, 60)
    with uows() as uow:
        state = uow.log.game(row)
    with engine.begin() as connection:
        connection.execute(text("UPDATE deal_starts SET form = 'another', state = :x"), {"x": b"?"})

    with uow_factory(engine, keys, StateCache())() as uow:
        assert uow.log.kept(row.id) == []
        assert uow.log.game(row) == state


def test_a_state_that_was_undone_is_forgotten(uows, cache):
    row = stored_game(uows, 20)
    before = cache.get(row.id, row.seq)
    with uows() as uow:
        steps = list(play_out(row.rules))
        undone = record(uow, row, steps[20], uow.log.game(row))
        assert uow.log.game(undone) != before

    assert cache.get(row.id, undone.seq) is None
    with uows() as uow:
        assert uow.log.game(uow.games.get(row.id)) == before


def test_a_state_with_uncommitted_events_is_not_shared(uows, cache):
    row = stored_game(uows, 20)
    steps = list(play_out(row.rules))
    with uows() as uow:
        records = [
            Recorded(row.seq + count, NOON, "person", event)
            for count, event in enumerate(steps[20], 1)
        ]
        uow.log.append(row.id, records)
        later = replace(row, seq=records[-1].seq)

        assert uow.log.game(later) == replayed(uow, later)
        assert cache.get(row.id, later.seq) is None


def test_a_log_that_does_not_reach_its_game_is_a_fault(uows):
    row = stored_game(uows, 3)

    with uows() as uow, pytest.raises(NoSuchRowError, match="does not reach event 99"):
        uow.log.game(replace(row, seq=99))


def test_an_event_of_a_newer_release_stops_the_reading(uows, engine, keys):
    row = stored_game(uows, 3)
    with engine.begin() as connection:
        connection.execute(text("UPDATE events SET version = 9 WHERE seq = 2"))

    with (
        uow_factory(engine, keys, StateCache())() as uow,
        pytest.raises(UnreadableEvent, match="newer release"),
    ):
        uow.log.since(row.id, 0)


def test_reading_never_rewrites_a_row(uows, engine):
    row = stored_game(uows, 30)
    with engine.begin() as connection:
        before = connection.execute(text("SELECT * FROM events ORDER BY seq")).all()
    with uows() as uow:
        uow.log.game(row)
        uow.log.since(row.id, 0)
        uow.commit()
    with engine.begin() as connection:
        assert connection.execute(text("SELECT * FROM events ORDER BY seq")).all() == before


def test_the_cache_forgets_the_game_touched_longest_ago():
    game = folded([event for step in list(play_out(rules()))[:3] for event in step])
    cache = StateCache(most=2)
    cache.put(1, 5, game)
    cache.put(2, 5, game)
    assert cache.get(1, 5) is game

    cache.put(3, 5, game)

    assert [cache.get(game_id, 5) for game_id in (1, 2, 3)] == [game, None, game]
