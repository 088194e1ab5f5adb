"""What the players pay each other after a game."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.rules.stakes import payments
from tests.rules.scores import scored_by

whole = st.integers(-300, 300)
halves = whole.map(lambda doubled: doubled / 2)
units = st.integers(1, 50)


def tables(total):
    return st.lists(total, min_size=2, max_size=10).map(tuple)


def leaders(totals):
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def staked(stakes, totals, system="trick_scoring", unit=1, ante=1):
    rules = scored_by(system, players=len(totals), stakes=stakes, stake_unit=unit, ante=ante)
    return payments(rules, totals, leaders(totals))


def test_without_stakes_nobody_pays():
    assert staked("none", (1, 2, 3)) == ()


@pytest.mark.parametrize("stakes", ["average", "pairwise", "pool"])
@given(totals=tables(whole | halves), unit=units)
def test_payments_add_up_to_zero_in_whole_coins(stakes, totals, unit):
    paid = staked(stakes, totals, unit=unit, ante=unit)

    assert len(paid) == len(totals)
    assert all(type(coins) is int for coins in paid)
    assert sum(paid) == 0


@pytest.mark.parametrize("stakes", ["average", "pairwise"])
@given(totals=tables(whole | halves), unit=units)
def test_everybody_receives_the_exact_share_to_less_than_a_coin(stakes, totals, unit):
    players = len(totals)
    part = Fraction(1, players) if stakes == "average" else Fraction(1)
    exact = [Fraction(one) * players - sum(map(Fraction, totals)) for one in totals]

    for coins, share in zip(staked(stakes, totals, unit=unit), exact, strict=True):
        assert abs(coins - unit * part * share) < 1


@pytest.mark.parametrize("stakes", ["average", "pairwise"])
@given(totals=tables(whole | halves), unit=units)
def test_a_better_total_never_receives_less(stakes, totals, unit):
    paid = staked(stakes, totals, unit=unit)

    best_first = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    for better, worse in pairwise(best_first):
        assert paid[better] >= paid[worse] - (totals[better] == totals[worse])


@given(tables(whole), st.randoms(use_true_random=False))
def test_payments_go_with_the_seats_where_no_coin_has_to_be_rounded(totals, chance):
    order = chance.sample(range(len(totals)), len(totals))

    def moved(values):
        return tuple(values[seat] for seat in order)

    assert staked("pairwise", moved(totals)) == moved(staked("pairwise", totals))


@pytest.mark.parametrize("stakes", ["average", "pairwise"])
@given(totals=tables(whole), unit=units)
def test_where_the_lowest_total_wins_it_receives_as_if_totals_were_negative(stakes, totals, unit):
    turned = tuple(-total for total in totals)

    assert staked(stakes, totals, system="scratch", unit=unit) == staked(stakes, turned, unit=unit)


@given(tables(st.integers(0, 3)), units)
def test_the_winners_share_the_pool_and_the_others_lose_their_ante(totals, ante):
    paid = staked("pool", totals, ante=ante)

    winners = leaders(totals)
    assert all(paid[seat] == -ante for seat in range(len(totals)) if seat not in winners)
    shares = [paid[seat] for seat in winners]
    assert shares == sorted(shares, reverse=True)
    assert max(shares) - min(shares) <= 1
