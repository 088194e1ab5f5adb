"""Totals, when a game is over, and who won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.rules.endings import MOST_EXTRA, GoesOn, Over, after_deal, totals_after
from pbem.rules.scoring import lowest_wins
from tests.rules.scores import COOPERATIVE, scored_by

TIE_BREAKS = ["shared", "extra_max_deal", "successful_bids"]

scores = st.tuples(*[st.integers(0, 130)] * 4)
made = st.tuples(*[st.integers(0, 3)] * 4)


def to_target(end: str = "target", **options: object):
    return scored_by("basic", sequence="constant", end=end, **options)


def judged(rules, totals, *, played=1, rounds=1, made_bids=(0, 0, 0, 0), is_extra=False):
    return after_deal(
        rules,
        played=played,
        rounds=rounds,
        totals=totals,
        made_bids=made_bids,
        is_extra=is_extra,
    )


@given(scores, scores)
def test_points_are_added_up(totals, points):
    expected = tuple(map(sum, zip(totals, points, strict=True)))

    assert totals_after(scored_by("basic"), totals, points) == expected
    assert totals_after(to_target(), totals, points) == expected


@given(st.integers(-50, 100), st.integers(-50, 200))
def test_a_total_bounces_back_from_an_exact_target_as_far_as_it_went_beyond(before, points):
    (after,) = totals_after(to_target("exact_target"), (before,), (points,))

    assert after <= 100
    assert abs(100 - after) == abs(100 - (before + points))


def test_two_halves_are_kept_as_a_whole_number():
    (total,) = totals_after(scored_by("trick_scoring"), (0.5,), (0.5,))

    assert (total, type(total)) == (1, int)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("system", ["basic", "scratch"])
@given(totals=scores, made_bids=made)
def test_after_the_last_deal_the_best_total_wins(system, tie_break, totals, made_bids):
    rules = scored_by(system, tie_break=tie_break)
    end = judged(rules, totals, made_bids=made_bids)

    best = min(totals) if lowest_wins(rules) else max(totals)
    leaders = {seat for seat, total in enumerate(totals) if total == best}
    if end == GoesOn(is_extra=True):
        assert tie_break == "extra_max_deal"
        assert len(leaders) > 1
        return
    assert end.totals == totals
    assert set(end.winners) <= leaders
    if tie_break == "shared":
        assert set(end.winners) == leaders
    if tie_break == "extra_max_deal":
        assert len(end.winners) == 1
    if tie_break == "successful_bids":
        most = max(made_bids[seat] for seat in leaders)
        assert set(end.winners) == {seat for seat in leaders if made_bids[seat] == most}


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@given(totals=scores, made_bids=made, order=st.permutations(range(4)))
def test_winners_stay_the_same_people_if_the_seats_change_places(
    tie_break, totals, made_bids, order
):
    rules = scored_by("basic", tie_break=tie_break, hard_score_bonus=10)

    def moved(values):
        return tuple(values[seat] for seat in order)

    here = judged(rules, totals, made_bids=made_bids)
    there = judged(rules, moved(totals), made_bids=moved(made_bids))
    if isinstance(here, GoesOn):
        assert there == here
    else:
        assert {order[seat] for seat in there.winners} == set(here.winners)
        assert there.totals == moved(here.totals)


@given(scores, st.integers(1, 22))
def test_no_total_ends_a_game_of_a_fixed_number_of_deals_before_the_last(totals, played):
    assert judged(scored_by("basic"), totals, played=played, rounds=23) == GoesOn()


@given(scores, st.integers(1, 59))
def test_a_game_to_a_target_ends_when_somebody_is_there_and_the_highest_wins(totals, played):
    end = judged(to_target(), totals, played=played, rounds=None)

    if max(totals) < 100:
        assert end == GoesOn()
    else:
        assert {totals[seat] for seat in end.winners} == {max(totals)}


@given(st.tuples(*[st.integers(-20, 100)] * 4), st.integers(1, 59))
def test_a_game_to_an_exact_target_ends_when_somebody_is_exactly_there(totals, played):
    end = judged(to_target("exact_target"), totals, played=played, rounds=None)

    there = tuple(seat for seat, total in enumerate(totals) if total == 100)
    assert end == (Over(there, totals) if there else GoesOn())


@pytest.mark.parametrize("end", ["target", "exact_target"])
def test_a_game_to_a_target_stops_at_the_limit_with_the_best_total_winning(end):
    rules = to_target(end, deal_limit=20)

    assert judged(rules, (40, 70, 60, 10), played=19, rounds=None) == GoesOn()
    stopped = judged(rules, (40, 70, 60, 10), played=20, rounds=None)
    assert stopped == Over((1,), (40, 70, 60, 10))


def test_a_tie_at_the_limit_is_shared_since_no_deal_may_follow():
    rules = to_target(tie_break="extra_max_deal", deal_limit=20)

    tied = judged(rules, (70, 70, 60, 10), played=20, rounds=None)
    assert tied == Over((0, 1), (70, 70, 60, 10))


def test_extra_deals_follow_each_other_until_somebody_leads_alone():
    rules = scored_by("basic", tie_break="extra_max_deal")

    assert judged(rules, (70, 70, 60, 10), played=23, rounds=23) == GoesOn(is_extra=True)
    assert judged(rules, (81, 81, 71, 12), played=24, rounds=23) == GoesOn(is_extra=True)
    end = judged(rules, (83, 82, 84, 12), played=25, rounds=23)
    assert end == Over((2,), (83, 82, 84, 12))


def test_a_tie_that_no_extra_deal_breaks_is_shared_at_last():
    rules = scored_by("basic", tie_break="extra_max_deal")
    last = 23 + MOST_EXTRA

    assert judged(rules, (70, 70, 60, 10), played=last - 1, rounds=23) == GoesOn(is_extra=True)
    assert judged(rules, (70, 70, 60, 10), played=last, rounds=23) == Over((0, 1), (70, 70, 60, 10))


def test_who_leads_alone_after_an_extra_deal_has_won_even_off_the_target():
    rules = to_target("exact_target", tie_break="extra_max_deal")

    assert judged(rules, (100, 100, 90, 10), rounds=None) == GoesOn(is_extra=True)
    end = judged(rules, (95, 89, 97, 10), played=2, rounds=None, is_extra=True)
    assert end == Over((2,), (95, 89, 97, 10))
    tied = judged(rules, (95, 97, 97, 10), played=2, rounds=None, is_extra=True)
    assert tied == GoesOn(is_extra=True)


def test_a_bonus_for_the_winners_is_added_once_at_the_end():
    rules = scored_by("basic", hard_score_bonus=10)

    assert judged(rules, (90, 110, 70, 80), played=1, rounds=2) == GoesOn()
    assert judged(rules, (90, 110, 70, 80)) == Over((1,), (90, 120, 70, 80))
    assert judged(rules, (110, 110, 70, 80)) == Over((0, 1), (120, 120, 70, 80))


def test_a_table_that_plays_together_is_done_after_the_last_round_and_wins_together():
    rules = scored_by("cooperative")
    assert COOPERATIVE["on_miss"] == rules.on_miss

    assert judged(rules, (0, 0, 0, 0), played=22, rounds=23) == GoesOn()
    end = judged(rules, (0, 0, 0, 0), played=23, rounds=23)
    assert end == Over((0, 1, 2, 3), (0, 0, 0, 0))
