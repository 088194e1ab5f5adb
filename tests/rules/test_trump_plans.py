"""How trumps are made where no card is shown."""

import pytest

from pbem.rules.trumps import TrumpPlan, trump_plan
from tests.rules.playing import rules


@pytest.mark.parametrize(
    ("options", "trump"),
    [
        ({"trump_method": "none"}, "NT"),
        ({"trump_method": "fixed", "fixed_trump": "S"}, "S"),
        ({"trump_method": "rotation", "trump_cycle": ["H", "C"]}, "C"),
    ],
)
def test_six_bids_made_in_the_deal_before_are_nothing_to_rules_that_do_not_count_them(
    options, trump
):
    chosen = rules(6, max_cards=2, **options)

    assert trump_plan(chosen, 2, 2, is_card_left=True, successes=6) == TrumpPlan(trump)


@pytest.mark.parametrize(
    ("successes", "trump"), [(None, "NT"), (0, "D"), (1, "S"), (2, "H"), (3, "C"), (4, "NT")]
)
def test_the_bids_made_in_the_deal_before_are_trumps_where_they_count(successes, trump):
    chosen = rules(4, max_cards=2, trump_method="previous_successes")

    plan = trump_plan(chosen, 2, 2, is_card_left=True, successes=successes)

    assert plan == TrumpPlan(trump)
