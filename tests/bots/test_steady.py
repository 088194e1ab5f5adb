"""The steady bot: legal, blind to hidden cards, steady, and better than chance."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bots.steady import choose
from pbem.rules.cards import Card, cards
from pbem.rules.events import Dealt
from pbem.rules.moves import Bid, Play
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.ruleset import Rules
from pbem.rules.state import Game
from pbem.rules.view import PlayedCard, SeenTrick
from pbem.rules.views import view
from tests.bots.tables import at_random, exact_rate, finished, opened, shuffled, states, told

TABLES = [(name, players) for name, preset in PRESETS.items() for players in preset.players]


def rules_for(name: str, players: int) -> Rules:
    rules = preset_rules(name, players)
    assert isinstance(rules, Rules), rules
    return rules


def seen_hand(hand: str, trump: str, *, bid: int | None, players: int = 4):
    """Return seat 0's view of a fresh deal in which it holds this hand and eldest is seat 1."""
    mine = cards(hand)
    rest = [card for card in shuffled(random.Random(5)) if card not in mine]
    size = len(mine)
    hands = (mine, *(tuple(rest[k * size : (k + 1) * size]) for k in range(players - 1)))
    game = opened(rules_for("oh_hell_standard", players), 0)
    game = told(game, [Dealt(1, 0, hands, None, trump)])
    seen = view(game, 0)
    assert seen.deal is not None
    bids = (bid, *(1 for _ in range(players - 1)))
    return replace(
        seen,
        deal=replace(seen.deal, size=size, bids=bids),
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


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whole_games_of_bots_are_legal_in_every_preset(name, players):
    rules = rules_for(name, players)
    assert finished(rules, 7, [choose] * players).phase == "over"


@settings(deadline=None, max_examples=10)
@given(st.sampled_from(TABLES), st.integers(0, 10_000))
def test_it_is_legal_among_players_who_play_anything(table, seed):
    name, players = table
    wild = [at_random(random.Random(seed + seat)) for seat in range(players - 1)]
    assert finished(rules_for(name, players), seed, [choose, *wild]).phase == "over"


def permuted(game: Game, seat: int, chance: random.Random) -> Game:
    """Return the game with the cards that a seat cannot see dealt anew among the other hands.

    The stock is dealt in too, so that nothing hidden stays where it was.
    """
    deal = game.deal
    assert deal is not None
    seen = {card for hand in deal.dealt for card in hand} - {
        card for hand in deal.hands for card in hand
    }
    known = {*seen, *deal.hands[seat], *([deal.turned] if deal.turned else [])}
    hidden = [card for card in shuffled(chance) if card not in known]
    hands: list[tuple[Card, ...]] = []
    for other, hand in enumerate(deal.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(hidden[: len(hand)]))
            hidden = hidden[len(hand) :]
    return replace(game, deal=replace(deal, hands=tuple(hands)))


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000))
def test_hidden_cards_do_not_change_its_mind(seed):
    chance = random.Random(seed)
    rules = rules_for("nomination_whist", 4)
    for game in states(rules, seed, [choose] * 4):
        if game.deal is not None:
            seat = view(game, None).on_turn[0]
            other = permuted(game, seat, chance)
            assert choose(view(other, seat)) == choose(view(game, seat))


def test_the_same_seed_gives_the_same_game():
    rules = rules_for("oh_hell_pagat", 4)
    assert finished(rules, 3, [choose] * 4) == finished(rules, 3, [choose] * 4)


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
        choose(view(opened(rules_for("blackout", 3), 0), 0))
