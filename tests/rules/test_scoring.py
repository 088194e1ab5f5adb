"""What the points of a deal have in common, whatever the system."""

import operator
from itertools import product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.rules.options import Problem, RulesRefused, rules_of
from pbem.rules.ruleset import System
from pbem.rules.scoring import SYSTEMS, deal_points, is_made, lowest_wins
from tests.rules.scores import deal, deals, scored, scored_by

PAYS_TRICKS = {
    "basic",
    "basic_variant",
    "boerenbridge",
    "double_hammer",
    "exact_set",
    "ninety_nine",
    "progressive",
    "seven_truf",
    "sir_scoring",
    "variable_bonus",
}
"""Systems in which many tricks too many may be worth more than the bid would have been."""

LOW = {"negative", "negative_square", "negative_hand", "scratch"}
NO_DOUBLING = {"scratch", "binary_halving", "cooperative"}
NO_SECOND_HALF = NO_DOUBLING | {"ninety_nine"}

# One deal is scored by all systems at once: to draw it takes longer than to score it.
RULES = {system: scored_by(system, players=3) for system in SYSTEMS}
DOUBLED = {
    system: scored_by(system, players=3, double_spades=True)
    for system in sorted(SYSTEMS.keys() - NO_DOUBLING)
}
MIXED = {
    (first, second): scored_by(first, players=3, second_half_scoring=second)
    for first in sorted(SYSTEMS.keys() - NO_SECOND_HALF)
    for second in sorted(SYSTEMS.keys() - NO_SECOND_HALF)
    if (first in LOW) == (second in LOW)
}


def test_the_table_has_a_row_for_every_name_of_a_system():
    assert list(SYSTEMS) == list(get_args(System))


def test_the_lowest_total_wins_where_the_catalogue_says_so():
    assert {system for system, rules in RULES.items() if lowest_wins(rules)} == LOW


@given(deals(), st.permutations(range(3)))
def test_points_go_with_the_seats_if_the_seats_change_places(facts, order):
    def moved(values):
        return tuple(values[seat] for seat in order)

    elsewhere = replace(
        facts,
        bids=moved(facts.bids),
        tricks=moved(facts.tricks),
        totals=moved(facts.totals),
        premium=facts.premium and (order.index(facts.premium[0]), facts.premium[1]),
    )
    for system, rules in RULES.items():
        assert deal_points(rules, elsewhere) == moved(deal_points(rules, facts)), system


@pytest.mark.parametrize("system", sorted(SYSTEMS.keys() - {"cooperative", "ten_times"}))
def test_a_bid_made_is_better_than_one_missed(system):
    rules = RULES[system]
    is_better = operator.lt if lowest_wins(rules) else operator.gt

    for size, bid, taken in product(range(1, 14), range(14), range(14)):
        is_generous = taken > bid and system in PAYS_TRICKS
        if bid <= size and taken <= size and taken != bid and not is_generous:
            made, missed = scored(rules, bid, bid, size), scored(rules, bid, taken, size)
            assert is_better(made, missed), (size, bid, taken)


@given(st.integers(0, 1000))
def test_a_total_is_halved_and_rounded_up_for_a_miss(total):
    points = scored(RULES["binary_halving"], 1, 2, totals=(total,) * 3)

    assert 0 <= 2 * (total + points) - total <= 1


@given(st.integers(1, 13), st.integers(0, 13), st.booleans())
def test_ten_times_rewards_every_bid_but_a_zero(bid, taken, penalty):
    rules = scored_by("ten_times", scoring_params={"penalty": penalty})

    if taken != bid:
        assert scored(rules, bid, bid, 13) > scored(rules, bid, taken, 13)
    assert scored(rules, 0, taken, 13) == 0


@given(deals())
def test_points_are_whole_numbers_or_the_halves_of_trick_scoring(facts):
    for system, rules in RULES.items():
        halves = [one for one in deal_points(rules, facts) if type(one) is not int]
        assert all(one % 1 == 0.5 for one in halves), system
        assert not halves or system == "trick_scoring"


@given(deals())
def test_a_seat_that_does_not_bid_scores_its_tricks(facts):
    silent = replace(facts, special=None, premium=None, bids=(None,) * 3)

    for system, rules in RULES.items():
        assert deal_points(rules, silent) == facts.tricks, system


@given(deals())
def test_in_a_misere_deal_everybody_counts_as_having_bid_zero(facts):
    misere = replace(facts, special="misere")
    zeros = replace(facts, special=None, bids=(0, 0, 0))

    for system, rules in RULES.items():
        assert deal_points(rules, misere) == deal_points(rules, zeros), system


@given(deals())
def test_most_tricks_alone_are_worth_ten_and_all_else_nothing(facts):
    counted = replace(facts, special="most_tricks")
    alone = facts.tricks.count(max(facts.tricks)) == 1
    expected = tuple(10 if alone and one == max(facts.tricks) else 0 for one in facts.tricks)

    for system in SYSTEMS.keys() - {"cooperative"}:
        assert deal_points(RULES[system], counted) == expected, system


@given(deals())
def test_a_table_that_plays_together_never_scores(facts):
    with_bids = replace(facts, bids=tuple(bid or 0 for bid in facts.bids))

    assert deal_points(RULES["cooperative"], with_bids) == (0, 0, 0)


@given(deals())
def test_spades_double_all_points_if_a_card_made_them_trumps(facts):
    times = 2 if facts.is_drawn and facts.trump == "S" else 1

    for system, rules in DOUBLED.items():
        plain = deal_points(RULES[system], facts)
        assert deal_points(rules, facts) == tuple(times * one for one in plain), system


@settings(max_examples=20)
@given(deals())
def test_the_second_half_is_scored_by_its_own_system(facts):
    is_second = facts.rounds is not None and facts.round > facts.rounds / 2 + 0.5

    for (first, second), rules in MIXED.items():
        alone = RULES[second if is_second else first]
        assert deal_points(rules, facts) == deal_points(alone, facts), (first, second)


@given(st.integers(1, 60))
def test_the_second_half_has_no_more_deals_than_the_first(rounds):
    rules = scored_by("binary", second_half_scoring="double_points")

    points = [scored(rules, 1, 1, round=number, rounds=rounds) for number in range(1, rounds + 1)]
    assert points == [10] * (rounds - rounds // 2) + [20] * (rounds // 2)


def test_extra_deals_after_the_last_are_scored_as_the_second_half():
    rules = scored_by("binary", second_half_scoring="double_points")

    assert scored(rules, 1, 1, round=5, rounds=4) == 20


def test_without_a_number_of_deals_there_is_no_second_half():
    rules = scored_by("binary", second_half_scoring="double_points")

    assert scored(rules, 1, 1, round=40, rounds=None) == 10


def test_the_system_of_the_second_half_keeps_its_own_defaults():
    rules = scored_by("basic", scoring_params={"bonus": 7}, second_half_scoring="exact")

    assert scored(rules, 2, 2, round=1, rounds=2) == 9
    assert scored(rules, 2, 2, round=2, rounds=2) == 12


@pytest.mark.parametrize(
    ("zero_bid", "points"), [("five", 5), ("five_plus_cards", 12), ("ten", 10), ("twenty", 20)]
)
@pytest.mark.parametrize(
    "system", sorted(name for name, row in SYSTEMS.items() if "zero_bid" in row.modifiers)
)
def test_a_made_zero_may_have_points_of_its_own(system, zero_bid, points):
    rules, plain = scored_by(system, zero_bid=zero_bid), scored_by(system)

    assert scored(rules, 0, 0) == points
    assert scored(rules, 0, 2) == scored(plain, 0, 2)
    assert scored(rules, 2, 2) == scored(plain, 2, 2)


def test_points_for_a_zero_pass_by_a_second_half_that_has_no_bonus_for_it():
    rules = scored_by("basic", zero_bid="twenty", second_half_scoring="pocha")

    assert scored(rules, 0, 0, round=1, rounds=2) == 20
    assert scored(rules, 0, 0, round=2, rounds=2) == 10


@pytest.mark.parametrize(("made", "each"), [(1, 30), (2, 20), (3, 10)])
def test_in_ninety_nine_success_is_worth_more_the_fewer_have_it(made, each):
    bids, tricks = (3, 3, 3), tuple(3 if seat < made else 4 for seat in range(3))
    points = deal_points(RULES["ninety_nine"], deal(bids, tricks, 9))

    assert points == tuple(taken + (each if taken == 3 else 0) for taken in tricks)


def test_no_bid_is_never_made():
    assert is_made(0, 0)
    assert not is_made(1, 0)
    assert not is_made(None, 0)


@pytest.mark.parametrize(
    ("system", "params"),
    [
        ("basic", {"bonus": 1001}),
        ("basic", {"bonus": -1001}),
        ("basic", {"bonus": True}),
        ("basic", {"bonus": "10"}),
        ("ten_times", {"penalty": 1}),
        ("ten_times", {"zero_points": 10**30}),
        ("exact_penalty", {"penalty_on": "all"}),
        ("exact_penalty", {"bonus": 10}),
        ("penalty_under_zero_over", {"base": "basic"}),
        ("binary", {"bonus": 10}),
    ],
)
def test_a_parameter_that_the_system_does_not_take_is_refused(system, params):
    refused = rules_of(4, {"scoring": system, "scoring_params": params})

    assert isinstance(refused, RulesRefused)
    ((name, value),) = params.items()
    options = ("scoring", "scoring_params")
    assert refused.problems == (Problem("E_UNKNOWN_OPTION", options, f"{name}: {value}"),)
