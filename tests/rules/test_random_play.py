"""Whole games at random: what holds in every one of them."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rules.cards import STANDARD_PACK
from pbem.rules.engine import Accepted, Game, decide, evolve, next_deal, position, waits
from pbem.rules.events import DealScored, Dealt, Event, GameEnded
from pbem.rules.moves import Bid, Move, Play, Position
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.views import view
from tests.rules.playing import moves_open, random_game, rules

TABLES = [(preset.id, players) for preset in PRESETS.values() for players in preset.players]
EVERY_MOVE: list[Move] = [*map(Bid, range(-1, 19)), *map(Play, STANDARD_PACK)]

odd_rules = st.sampled_from(
    [
        rules(4, direction="counterclockwise", max_cards=4, first_bidder="dealer"),
        rules(3, first_leader="dealer", max_cards=5, announce_total=True, hook_min_cards=3),
        rules(2, sequence="list", sequence_list=[3, 1, 2], hook="free", scoring="get_fred"),
        rules(5, sequence="constant", deal_count=2, max_cards=4, trump_method="none"),
        rules(4, max_cards=3, trump_method="rotation", trump_cycle=["H", "NT", "C"]),
        rules(4, max_cards=3, trump_method="list", trump_cycle=["H", "NT", "C", "S", "D"]),
        rules(6, deal_out="all", sequence="down", no_trump_upcards=["2", "A"]),
        rules(10, max_cards=2, bid_change="until_next_bid", scoring_params={"bonus": 5}),
    ]
)
seeds = st.integers(0, 2**32)


def tables() -> st.SearchStrategy[Rules]:
    def of_preset(table: tuple[str, int]) -> Rules:
        chosen = preset_rules(*table)
        assert isinstance(chosen, Rules)
        return chosen

    return st.sampled_from(TABLES).map(of_preset) | odd_rules


def course(chosen: Rules, seed: int) -> tuple[Game, list[Event]]:
    """Play a game to its end; return its last state and all its events."""
    log: list[Event] = []
    last = None
    for game, events in random_game(chosen, seed):
        log.extend(events)
        last = game
    assert last is not None
    return last, log


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_every_preset_is_played_to_its_end(preset, players):
    chosen = preset_rules(preset, players)
    assert isinstance(chosen, Rules)
    game, log = course(chosen, seed=players)

    assert game.phase == "over"
    assert len(game.sheet) == len(game.sizes)
    assert log[-1] == GameEnded(game.totals, game.winners)
    assert next_deal(game) is None
    assert waits(game) == ()


@settings(max_examples=40, deadline=None)
@given(tables(), seeds)
def test_the_books_of_the_events_are_the_state(chosen, seed):
    game, log = course(chosen, seed)

    folded = None
    for event in log:
        folded = evolve(folded, event)
    assert folded == game
    assert game.events_seen == len(log)


@settings(max_examples=40, deadline=None)
@given(tables(), seeds)
def test_tricks_bids_and_points_add_up(chosen, seed):
    game, log = course(chosen, seed)

    for line in game.sheet:
        assert sum(line.tricks) == line.size
        if chosen.hook == "not_equal" and line.size >= chosen.hook_min_cards:
            assert sum(line.bids) != line.size
    points = [event.points for event in log if isinstance(event, DealScored)]
    assert game.totals == tuple(map(sum, zip(*points, strict=True)))
    assert game.winners == tuple(
        seat for seat, total in enumerate(game.totals) if total == max(game.totals)
    )


@settings(max_examples=40, deadline=None)
@given(tables(), seeds)
def test_the_deal_passes_round_and_no_card_is_dealt_twice(chosen, seed):
    _, log = course(chosen, seed)
    deals = [event for event in log if isinstance(event, Dealt)]

    for before, after in pairwise(deals):
        assert after.dealer == (before.dealer + chosen.step_round) % chosen.players
    for deal in deals:
        out = [card for hand in deal.hands for card in hand] + [deal.turned] * bool(deal.turned)
        assert len(set(out)) == len(out)
        assert len({len(hand) for hand in deal.hands}) == 1


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_every_legal_move_is_accepted_and_every_other_one_refused(chosen, seed):
    chance = random.Random(seed)
    for game, _ in random_game(chosen, seed):
        # A few moments of each game are enough, over many games.
        if game.phase == "over" or chance.random() > 0.15:
            continue
        (wait,) = waits(game)
        legal = moves_open(game, wait)
        now = position(game, wait.seat)
        assert legal
        for move in EVERY_MOVE:
            is_taken = isinstance(decide(game, wait.seat, move, now), Accepted)
            assert is_taken == (move in legal)


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_only_the_seat_that_is_waited_for_acts_unless_a_bid_may_be_changed(chosen, seed):
    chance = random.Random(seed)
    for game, _ in random_game(chosen, seed):
        if game.phase == "over" or chance.random() > 0.15:
            continue
        (wait,) = waits(game)
        for seat in set(range(chosen.players)) - {wait.seat}:
            may_change = view(game, seat).changeable_bid
            for move in chance.sample(EVERY_MOVE, 12):
                if isinstance(decide(game, seat, move), Accepted):
                    assert may_change
                    assert isinstance(move, Bid)


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_positions_count_a_seats_decisions_from_its_bid_on(chosen, seed):
    made: dict[tuple[int, int], int] = {}
    before: Game | None = None
    for game, _ in random_game(chosen, seed):
        if before is not None:
            (wait,) = waits(before)
            made[wait.deal, wait.seat] = made.get((wait.deal, wait.seat), 0) + 1
        if game.deal is not None:
            for seat in range(chosen.players):
                done = made.get((game.deal.number, seat), 0)
                last = game.deal.size + 1
                expected = Position(game.deal.number, done) if done < last else None
                assert position(game, seat) == expected
        before = game


@settings(max_examples=15, deadline=None)
@given(tables(), seeds)
def test_a_move_for_any_other_position_never_acts(chosen, seed):
    chance = random.Random(seed)
    for game, _ in random_game(chosen, seed):
        if game.phase == "over" or chance.random() > 0.1:
            continue
        (wait,) = waits(game)
        now = position(game, wait.seat)
        assert now is not None
        move = chance.choice(moves_open(game, wait))
        for other in (now._replace(deal=now.deal + 1), now._replace(decision=now.decision + 1)):
            assert not isinstance(decide(game, wait.seat, move, other), Accepted)


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_a_hidden_card_shows_in_no_view(chosen, seed):
    """Deal the cards that a seat cannot see anew: nothing that it sees may change."""
    chance = random.Random(seed)
    for game, _ in random_game(chosen, seed):
        if game.deal is None or chance.random() > 0.15:
            continue
        for seat in (*range(chosen.players), None):
            assert view(_redealt(game, seat, chance), seat) == view(game, seat)


def _redealt(game: Game, seat: int | None, chance: random.Random) -> Game:
    """Give every other seat other cards that nobody has seen, as many as it holds."""
    deal = game.deal
    assert deal is not None
    seen = {card for card in (deal.turned,) if card is not None}
    seen |= {played.card for trick in deal.tricks for played in trick.cards}
    seen |= {played.card for played in deal.table}
    seen |= set(deal.hands[seat]) if seat is not None else set()
    unseen = [card for card in STANDARD_PACK if card not in seen]
    chance.shuffle(unseen)
    hands = tuple(
        hand if holder == seat else tuple(unseen.pop() for _ in hand)
        for holder, hand in enumerate(deal.hands)
    )
    played = [set(was) - set(left) for was, left in zip(deal.dealt, deal.hands, strict=True)]
    dealt = tuple((*left, *gone) for left, gone in zip(hands, played, strict=True))
    return replace(game, deal=replace(deal, hands=hands, dealt=dealt))


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_a_view_holds_no_card_that_the_seat_has_not_seen(chosen, seed):
    chance = random.Random(seed)
    for game, _ in random_game(chosen, seed):
        if game.deal is None or chance.random() > 0.15:
            continue
        for seat in (*range(chosen.players), None):
            shown = repr(view(game, seat).deal)
            others = [hand for holder, hand in enumerate(game.deal.hands) if holder != seat]
            for card in (card for hand in others for card in hand):
                assert repr(card) not in shown
