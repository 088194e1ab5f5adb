"""The steady bot: legal, blind to hidden cards, steady, and better than chance."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bots.steady import choose
from pbem.rules.cards import STANDARD_PACK, cards
from pbem.rules.engine import waits
from pbem.rules.events import Dealt
from pbem.rules.moves import Bid, Play
from pbem.rules.presets import preset_rules
from pbem.rules.ruleset import Rules
from pbem.rules.trick import PlayedCard, SeenTrick
from pbem.rules.views import view
from tests.bots.tables import at_random, exact_rate, finished, states
from tests.rules.option_sets import option_sets
from tests.rules.playing import begun, course, evolved
from tests.rules.twins import twin


def rules_for(name: str, players: int) -> Rules:
    rules = preset_rules(name, players)
    assert isinstance(rules, Rules), rules
    return rules


def seen_hand(hand: str, trump: str, *, bid: int | None, players: int = 4):
    """Return seat 0's view of a fresh deal in which it holds this hand and eldest is seat 1."""
    mine = cards(hand)
    pack = random.Random(5).sample(STANDARD_PACK, len(STANDARD_PACK))
    rest = [card for card in pack if card not in mine]
    size = len(mine)
    hands = (mine, *(tuple(rest[k * size : (k + 1) * size]) for k in range(players - 1)))
    order = tuple(seat % players for seat in range(1, players + 1))
    game = begun(rules_for("oh_hell_standard", players))
    game = evolved(game, [Dealt(1, 0, hands, None, trump, round=1, bidders=order)])
    seen = view(game, 0)
    assert seen.deal is not None
    bids = (bid, *(1 for _ in range(players - 1)))
    return replace(
        seen,
        deal=replace(seen.deal, size=size, bids=bids, own_bid=bid),
        wants="bid" if bid is None else "card",
        legal_bids=tuple(range(size + 1)) if bid is None else (),
        legal_cards=seen.hand if bid is not None else (),
    )


def with_table(seen, played: str):
    """Put cards of the seats before it on the table of seat 0, which must follow if it can."""
    on_table = tuple(PlayedCard(seat, card) for seat, card in enumerate(cards(played), 1))
    led = on_table[0].card.suit
    follow = tuple(card for card in seen.hand if card.suit == led)
    deal = replace(seen.deal, table=SeenTrick(1, on_table, None))
    return replace(seen, deal=deal, legal_cards=follow or seen.hand)


@settings(deadline=None, max_examples=30)
@given(option_sets(), st.integers(0, 10_000))
def test_it_is_legal_by_any_rules(rules, seed):
    # Rounds that are repeated until all make their bid have no end among bots of this kind.
    game = finished(rules, seed, [choose] * rules.players, deals=12)
    assert game.phase == "over" or len(game.sheet) == 12


@settings(deadline=None, max_examples=20)
@given(option_sets(), st.integers(0, 10_000))
def test_it_is_legal_among_players_who_play_anything(rules, seed):
    wild = [at_random(random.Random(seed + seat)) for seat in range(rules.players - 1)]
    game = finished(rules, seed, [choose, *wild], deals=12)
    assert game.phase == "over" or len(game.sheet) == 12


@settings(deadline=None, max_examples=20)
@given(option_sets(), st.integers(0, 10_000))
def test_hidden_cards_do_not_change_its_mind(rules, seed):
    chance = random.Random(seed)
    for game, _ in states(rules, seed, [choose] * rules.players, deals=4):
        for wait in waits(game):
            other = twin(game, wait.seat, chance)
            assert choose(view(other, wait.seat)) == choose(view(game, wait.seat))


def test_the_same_seed_gives_the_same_game():
    rules = rules_for("oh_hell_pagat", 4)
    first, second = (course(states(rules, 3, [choose] * 4)) for _ in range(2))
    assert first == second


def test_it_makes_its_bid_far_more_often_than_chance_does():
    rules = rules_for("oh_hell_pagat", 4)
    steady = [finished(rules, seed, [choose] * 4) for seed in range(8)]
    random_games = [
        finished(rules, seed, [at_random(random.Random(seed + seat)) for seat in range(4)])
        for seed in range(8)
    ]
    rates = [exact_rate(steady, seat) for seat in range(4)]
    assert sum(rates) / 4 > 0.42
    assert sum(exact_rate(random_games, seat) for seat in range(4)) / 4 < 0.3


def test_it_wins_against_players_who_play_anything():
    rules = rules_for("oh_hell_pagat", 4)
    wild = [at_random(random.Random(seat)) for seat in range(3)]
    games = [finished(rules, seed, [choose, *wild]) for seed in range(8)]
    assert exact_rate(games, 0) > 0.5
    assert all(game.winners == (0,) for game in games)


@pytest.mark.parametrize(
    ("hand", "trump", "bid"),
    [
        ("AS KS QS", "S", 3),
        ("2C 3D 2H", "S", 0),
        ("AS", "S", 1),
        ("2C", "S", 0),
        ("AS KS 2D 3C 2H", "S", 2),
    ],
)
def test_it_bids_what_the_cards_are_worth(hand, trump, bid):
    assert choose(seen_hand(hand, trump, bid=None)) == Bid(bid)


@pytest.mark.parametrize(
    ("hand", "bid", "table", "card"),
    [
        # Last to play, every winner needed: the lowest of them.
        ("KH 9H 2H", 2, "4H 7H 3H", "9H"),
        # One trick wanted, two winners held: the one that would win again later.
        ("KH 9H 2H", 1, "4H 7H 3H", "KH"),
        # Last to play, the bid made: the highest loser.
        ("AH 6H 2H", 0, "4H 7H 3H", "6H"),
        # It cannot follow and wants none: away with the most dangerous card.
        ("AC 3D 2D", 0, "4H 7H 3H", "AC"),
        # It cannot follow and wants the trick and the next: the lowest trump does.
        ("AS 4S 2D", 2, "4H 7H 3H", "4S"),
        # It must lose and cannot win: the lowest card is spared for nothing.
        ("KH QH 3H", 2, "AH 7H 4H", "3H"),
    ],
)
def test_last_to_play_it_takes_cheaply_or_ducks_high(hand, bid, table, card):
    seen = with_table(seen_hand(hand, "S", bid=bid), table)
    assert choose(seen) == Play(cards(card)[0])


def test_on_lead_it_draws_with_its_sure_trump_when_every_trick_is_wanted():
    assert choose(seen_hand("AS KS", "S", bid=2)) in {Play(card) for card in cards("AS KS")}


def test_it_knows_a_master_by_the_cards_played():
    # With ace and king of hearts gone, the queen is high.
    seen = seen_hand("QH 2C", "S", bid=1, players=3)
    gone = SeenTrick(1, tuple(map(PlayedCard, (1, 2, 0), cards("AH KH 3H"))), 1)
    fresh = choose(with_trick(seen, gone))
    assert fresh == Play(cards("QH")[0])


def with_trick(seen, trick: SeenTrick):
    return replace(seen, deal=replace(seen.deal, size=seen.deal.size + 1, tricks=(trick,)))


def test_it_says_so_when_nothing_is_wanted_of_it():
    with pytest.raises(ValueError, match="nothing is wanted"):
        choose(view(begun(rules_for("blackout", 3)), 0))
