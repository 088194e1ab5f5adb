"""What is remembered beside a state is what would be worked out anew."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.rules.books import expect
from pbem.rules.engine import evolve, waits
from pbem.rules.events import BidMade
from pbem.rules.turns import due
from pbem.store.states import state_from_bytes, state_to_bytes
from tests.rules.option_sets import option_sets
from tests.rules.playing import dealt, random_game, rules


@settings(deadline=None, max_examples=25)
@given(option_sets(), st.integers(0, 10_000))
def test_a_state_read_from_the_store_asks_for_the_same(chosen, seed):
    for game, events in random_game(chosen, seed, deals=2):
        fresh = state_from_bytes(state_to_bytes(game))

        assert fresh == game
        assert waits(fresh) == waits(game)
        if game.deal is not None and fresh.deal is not None:
            assert due(chosen, fresh.deal) == due(chosen, game.deal)
        assert events


def test_only_the_very_event_that_was_expected_leads_to_what_was_kept_for_it():
    game = dealt(rules(3), "QS", "TH", "2C", turned="9D")
    event = BidMade(1, 1, 1)
    after = expect(game, event)

    assert evolve(game, event) is after
    assert evolve(game, BidMade(1, 1, 1)) == after
    assert evolve(game, BidMade(1, 1, 0)) != after


def test_a_state_made_from_another_one_expects_nothing():
    game = dealt(rules(3), "QS", "TH", "2C", turned="9D")
    event = BidMade(1, 1, 1)
    expect(game, event)

    other = replace(game, totals=(5, 0, 0))

    assert evolve(other, event).totals == (5, 0, 0)
