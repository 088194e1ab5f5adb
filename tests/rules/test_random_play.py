"""Whole games at random, by options from the whole catalogue: what holds in every one of them."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rules.cards import ALL_CARDS, NO_TRUMP, STANDARD_PACK, SUITS, card
from pbem.rules.engine import Accepted, Game, decide, next_deal, position, waits
from pbem.rules.events import (
    BidMade,
    BidSealed,
    CardPlayed,
    CardsLaid,
    DealScored,
    Dealt,
    Event,
    GameEnded,
    TrumpMade,
)
from pbem.rules.legal import legal_calls
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play, Position, Wait
from pbem.rules.options import Rules
from pbem.rules.packs import pack_of
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.scoring import lowest_wins
from pbem.rules.views import view
from tests.rules.option_sets import option_sets
from tests.rules.playing import course, evolved, moves_open, random_game

pytestmark = pytest.mark.proof

TABLES = [(preset.id, players) for preset in PRESETS.values() for players in preset.players]
DEALS = 4
"""Deals of a game by a preset: most of them are long."""

EVERY_CARD = ALL_CARDS
EVERY_TRUMP = [*map(NameTrump, (*SUITS, NO_TRUMP, "JK", "X", ""))]
CALLS = ("high", "low", "up", "AS", "2C", "13H")

seeds = st.integers(0, 2**32)


def tables() -> st.SearchStrategy[Rules]:
    def of_preset(table: tuple[str, int]) -> Rules:
        chosen = preset_rules(*table)
        assert isinstance(chosen, Rules)
        return chosen

    return option_sets() | option_sets() | st.sampled_from(TABLES).map(of_preset)


def every_move(game: Game, chance: random.Random) -> list[Move]:
    """Return moves of every kind, most of them wrong in some way."""
    assert game.deal is not None
    held = [one for hand in game.deal.hands for one in hand]
    calls = [Play(one, call) for one in (*held, card("2S")) for call in CALLS]
    threes = [tuple(chance.choices([*held, *EVERY_CARD[:8]], k=count)) for count in (0, 2, 3, 3, 4)]
    return [
        *map(Bid, range(-1, game.deal.size + 2)),
        *map(Play, EVERY_CARD),
        *calls,
        *EVERY_TRUMP,
        *(Lay(three, claim) for three in threes for claim in ("", "declare", "reveal")),
    ]


def is_open(game: Game, wait: Wait, move: Move, legal: set[Move]) -> bool:
    """Tell whether a move is one of the legal ones, or says the same as one of them."""
    if isinstance(move, Lay):
        return any(isinstance(one, Lay) and _same_lay(one, move) for one in legal)
    if isinstance(move, Play) and not move.call:
        # What may be said in one way only goes without saying.
        plays = [one for one in legal if isinstance(one, Play) and one.card == move.card]
        return len(plays) == 1
    return move in legal


def _same_lay(one: Lay, other: Lay) -> bool:
    return one.claim == other.claim and Counter(one.cards) == Counter(other.cards)


@settings(max_examples=120, deadline=None)
@given(option_sets(), seeds)
def test_options_that_are_accepted_are_played_to_the_end(chosen, seed):
    game, log = course(random_game(chosen, seed))

    assert game.phase == "over"
    assert next_deal(game) is None
    assert waits(game) == ()
    assert log[-1] == GameEnded(game.totals, game.winners, game.payments)
    rounds = dict.fromkeys(line.round for line in game.sheet)
    assert list(rounds) == list(range(1, len(rounds) + 1))
    if chosen.end == "fixed_deals":
        assert len(rounds) >= len(game.sizes)


@settings(max_examples=40, deadline=None)
@given(tables(), seeds)
def test_the_books_of_the_events_are_the_state(chosen, seed):
    game, log = course(random_game(chosen, seed, DEALS))

    assert evolved(None, log) == game
    assert game.events_seen == len(log)


@settings(max_examples=60, deadline=None)
@given(tables(), seeds)
def test_tricks_and_bids_add_up(chosen, seed):
    game, _ = course(random_game(chosen, seed, DEALS))

    for line in game.sheet:
        is_whole = chosen.duplicate_rule != "annul"
        assert sum(line.tricks) == line.size if is_whole else sum(line.tricks) <= line.size
        made = [bid for bid in line.bids if bid is not None]
        assert all(0 <= bid <= line.size for bid in made)
        if not made or line.round in {one.deal for one in chosen.special_deals}:
            continue
        if chosen.hook == "must_equal":
            assert sum(made) == line.size
        if chosen.hook == "not_equal" and line.size >= chosen.hook_min_cards:
            assert sum(made) != line.size


@settings(max_examples=60, deadline=None)
@given(option_sets(), seeds)
def test_points_add_up_to_the_totals_and_the_best_of_them_win(chosen, seed):
    game, log = course(random_game(chosen, seed))

    points = [event.points for event in log if isinstance(event, DealScored)]
    assert points == [line.points for line in game.sheet]
    if chosen.end != "exact_target":
        assert game.sheet[-1].totals == tuple(map(sum, zip(*points, strict=True)))
    best = min if lowest_wins(chosen) else max
    leaders = {seat for seat, total in enumerate(game.totals) if total == best(game.totals)}
    assert set(game.winners) <= leaders or chosen.scoring == "cooperative"
    assert set(game.winners) == leaders or chosen.tie_break == "successful_bids"
    assert sum(game.payments) == 0


@settings(max_examples=40, deadline=None)
@given(tables(), seeds)
def test_the_deal_passes_round_and_no_more_cards_are_dealt_than_there_are(chosen, seed):
    _, log = course(random_game(chosen, seed, DEALS))
    deals = [event for event in log if isinstance(event, Dealt)]

    for before, after in pairwise(deals):
        assert after.dealer == (before.dealer + chosen.step_round) % chosen.players
    for deal in deals:
        turned = deal.turned or deal.covered
        out = [card for hand in deal.hands for card in hand]
        out += [turned] if turned is not None and deal.how == "turned" else []
        assert Counter(out) <= Counter(pack_of(chosen))
        assert len({len(hand) for hand in deal.hands}) == 1


@settings(max_examples=60, deadline=None)
@given(tables(), seeds)
def test_every_legal_move_is_accepted_and_every_other_one_refused(chosen, seed):
    chance = random.Random(seed)
    for game, _ in moments(chosen, seed, 0.15):
        before = repr(game)
        for wait in waits(game):
            legal = set(moves_open(game, wait))
            now = position(game, wait.seat)
            assert legal
            for move in {*legal, *every_move(game, chance)}:
                is_taken = isinstance(decide(game, wait.seat, move, now), Accepted)
                assert is_taken == is_open(game, wait, move, legal), (move, legal)
        assert repr(game) == before


def moments(chosen: Rules, seed: int, share: float):
    """Yield a few states of a game in which somebody decides: enough, over many games."""
    chance = random.Random(seed + 1)
    for game, events in random_game(chosen, seed, DEALS):
        if waits(game) and chance.random() < share:
            yield game, events


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_the_answers_that_a_view_shows_are_those_that_are_open(chosen, seed):
    for game, _ in moments(chosen, seed, 0.2):
        for wait in waits(game):
            seen = view(game, wait.seat)
            assert seen.wants == wait.wants
            assert seen.deal is not None
            if wait.wants == "lay":
                assert (seen.lay, seen.may_claim) == (3, chosen.premium_bids)
            else:
                assert set(_shown(seen)) == set(moves_open(game, wait))


def _shown(seen) -> list[Move]:
    said = dict(seen.calls)
    return [
        *map(Bid, seen.legal_bids),
        *map(NameTrump, seen.legal_trumps),
        *(Play(card, call) for card in seen.legal_cards for call in said.get(card, ("",))),
    ]


@settings(max_examples=40, deadline=None)
@given(tables(), seeds)
def test_only_the_seats_that_are_waited_for_act_unless_a_bid_may_be_changed(chosen, seed):
    chance = random.Random(seed)
    for game, _ in moments(chosen, seed, 0.15):
        awaited = {wait.seat for wait in waits(game)}
        for seat in set(range(chosen.players)) - awaited:
            may_change = view(game, seat).changeable_bid
            for move in chance.sample(every_move(game, chance), 12):
                if isinstance(decide(game, seat, move), Accepted):
                    assert may_change
                    assert isinstance(move, Bid)


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_a_bid_that_may_be_changed_is_changed_to_any_other_open_one(chosen, seed):
    for game, _ in moments(chosen, seed, 0.3):
        assert game.deal is not None
        for seat in range(chosen.players):
            seen = view(game, seat)
            if not seen.changeable_bid or seen.deal is None:
                continue
            for bid in range(-1, game.deal.size + 2):
                is_taken = isinstance(decide(game, seat, Bid(bid)), Accepted)
                assert is_taken == (bid in seen.legal_bids and bid != seen.deal.own_bid)


@settings(max_examples=40, deadline=None)
@given(tables(), seeds)
def test_positions_count_a_seats_decisions_in_the_deal(chosen, seed):
    made: Counter[tuple[int, int]] = Counter()
    for game, events in random_game(chosen, seed, DEALS):
        made.update(decisions(events))
        deal = game.deal
        if deal is None:
            continue
        for seat in range(chosen.players):
            expected = Position(deal.number, made[deal.number, seat])
            assert position(game, seat) == (expected if deal.hands[seat] else None)


def decisions(events: tuple[Event, ...]) -> list[tuple[int, int]]:
    """Return the deal and seat of a decision, which is the first of what it led to."""
    first = events[0]
    if isinstance(first, BidMade | BidSealed | CardsLaid | CardPlayed | TrumpMade):
        assert first.seat is not None
        return [(first.deal, first.seat)]
    return []


@settings(max_examples=25, deadline=None)
@given(tables(), seeds)
def test_a_move_for_any_other_position_never_acts(chosen, seed):
    chance = random.Random(seed)
    for game, _ in moments(chosen, seed, 0.1):
        for wait in waits(game):
            now = position(game, wait.seat)
            assert now is not None
            move = chance.choice(moves_open(game, wait))
            for other in (now._replace(deal=now.deal + 1), now._replace(decision=now.decision + 1)):
                assert not isinstance(decide(game, wait.seat, move, other), Accepted)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_twos_that_stand_for_others_name_each_card_once(count):
    """Twos in one trick name different cards, so the answers get fewer."""
    chosen = preset_rules("clag", 4)
    assert isinstance(chosen, Rules)
    rounds = [one.deal for one in chosen.special_deals if one.rule == "twos_wild"]
    for game, _ in random_game(chosen, count):
        deal = game.deal
        if deal is None or deal.round not in rounds or not waits(game):
            continue
        named = {played.call for played in deal.table if played.call}
        (wait,) = waits(game)
        for move in moves_open(game, wait):
            if isinstance(move, Play) and move.call:
                assert move.call not in named
                assert move.call in set(map(str, STANDARD_PACK))
                assert legal_calls(chosen, deal, wait.seat, move.card)
