"""Rules are made from options, all faults are named at once, and they go back to options."""

import json
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rules.options import Problem, Rules, RulesRefused, as_options, rules_of
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.ruleset import SpecialDeal
from tests.rules.playing import rules


def problems(players: object = 4, **options: object) -> tuple[Problem, ...]:
    made = rules_of(players, options)  # type: ignore[arg-type]
    assert isinstance(made, RulesRefused)
    return made.problems


def codes(players: object = 4, **options: object) -> list[str]:
    return [problem.code for problem in problems(players, **options)]


def test_no_options_are_the_standard_game():
    assert rules_of(4, {}) == Rules(players=4)


def test_all_faults_are_named_at_once():
    assert problems(6, min_cards=9, colour="red", bid_change="until_reveal", pack="piquet32") == (
        Problem("E_UNKNOWN_OPTION", ("colour",), "red"),
        Problem("E_HAND_TOO_BIG", ("min_cards", "max_cards"), "5"),
        Problem("E_BID_CHANGE", ("bid_change", "bid_mode"), "in_turn"),
    )


@pytest.mark.parametrize("players", [0, 1, "4", 4.0, True, None])
def test_a_number_of_players_that_is_none_is_all_that_can_be_said(players):
    assert problems(players, min_cards=99) == (
        Problem("E_UNKNOWN_OPTION", ("players",), str(players)),
    )


def test_too_many_players_for_the_pack_are_refused():
    assert codes(11) == ["E_PLAYERS_PACK"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("min_cards", 0),
        ("min_cards", True),
        ("min_cards", "1"),
        ("max_cards", 10**9),
        ("first_block", "seats"),
        ("sequence", None),
        ("sequence", 3),
        ("announce_total", "true"),
        ("announce_total", 1),
        ("sequence_list", "1 2"),
        ("sequence_list", [1, 0]),
        ("sequence_list", [1] * 1001),
        ("trump_cycle", ["X"]),
        ("no_trump_upcards", [2]),
        ("fixed_trump", "NT"),
        ("special_deals", ["misere"]),
        ("special_deals", [{"deal": 1}]),
        ("special_deals", [{"deal": 0, "rule": "misere"}]),
        ("scoring_params", ["bonus"]),
        ("scoring_params", {1: 2}),
        ("scoring_params", {"bonus": [5]}),
        ("scoring", "points"),
        ("no_bid_at_score", "eighty"),
    ],
)
def test_a_value_that_the_option_does_not_take_is_refused(option, value):
    assert Problem("E_UNKNOWN_OPTION", (option,), str(value)) in problems(**{option: value})


@pytest.mark.parametrize(
    ("scoring", "params"),
    [
        ("basic", {"malus": 3}),
        ("basic", {"bonus": True}),
        ("binary", {"bonus": 3}),
        ("ten_times", {"penalty": 1}),
        ("exact_penalty", {"penalty_on": "sundays"}),
    ],
)
def test_a_scoring_parameter_that_the_system_does_not_have_is_refused(scoring, params):
    found = problems(scoring=scoring, scoring_params=params)

    ((name, value),) = params.items()
    assert found[0] == Problem(
        "E_UNKNOWN_OPTION", ("scoring", "scoring_params"), f"{name}: {value}"
    )


def test_each_system_knows_its_own_scoring_parameters():
    made = rules_of(4, {"scoring": "exact_penalty", "scoring_params": {"penalty_on": "overtricks"}})

    assert isinstance(made, Rules)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"sequence": "constant", "deal_count": 3, "step": 2}, "E_SEQUENCE_PARAMS"),
        ({"sequence_list": [1, 2]}, "E_SEQUENCE_PARAMS"),
        ({"trump_cycle": ["S"]}, "E_TRUMP_CYCLE"),
        ({"trump_method": "rotation", "trump_cycle": ["JK"]}, "E_TRUMP_CYCLE"),
        ({"fixed_trump": "S"}, "E_TRUMP_CYCLE"),
        ({"trump_method": "none", "all_dealt_trump": "cut_before_deal"}, "E_TURN_UP_OPTION"),
        ({"no_bid_at_score": 80, "bid_mode": "bid_cards"}, "E_NO_BID_MUST_EQUAL"),
        (
            {"special_deals": [{"deal": 1, "rule": "twos_wild"}], "pack": "piquet32"},
            "E_SPECIAL_DEALS",
        ),
        (
            {"special_deals": [{"deal": 1, "rule": "blind"}, {"deal": 1, "rule": "misere"}]},
            "E_SPECIAL_DEALS",
        ),
        ({"second_half_scoring": "scratch"}, "E_SECOND_HALF"),
        ({"sequence": "upcard", "tie_break": "extra_max_deal"}, "E_TIE_BREAK"),
        ({"scoring": "cooperative"}, "E_COOPERATIVE"),
        ({"on_miss": "repeat_round", "scoring": "cooperative"}, "E_COOPERATIVE"),
    ],
)
def test_a_combination_that_does_not_go_together_is_refused(options, code):
    assert code in codes(**options)


def test_the_options_of_rules_are_those_that_differ():
    chosen = rules(5, sequence="list", sequence_list=[1, 2], scoring_params={"bonus": 5})

    assert as_options(chosen) == {
        "players": 5,
        "sequence": "list",
        "sequence_list": [1, 2],
        "scoring_params": {"bonus": 5},
    }


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.id)
def test_options_bring_back_the_rules(preset):
    for players in preset.players:
        chosen = preset_rules(preset.id, players)
        assert isinstance(chosen, Rules)
        options = json.loads(json.dumps(as_options(chosen)))
        assert rules_of(options.pop("players"), options) == chosen


def test_rules_can_be_hashed_and_their_own_values_given_again():
    chosen = rules(4, scoring_params={"bonus": 5}, trump_method="list", trump_cycle=["S"] * 23)
    values = {field.name: getattr(chosen, field.name) for field in fields(Rules)}

    assert hash(chosen) == hash(rules_of(values.pop("players"), values))
    special = rules_of(4, {"special_deals": (SpecialDeal(1, "misere"),)})
    assert isinstance(special, Rules)
    assert hash(special) == hash(rules_of(4, {"special_deals": [{"deal": 1, "rule": "misere"}]}))


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2000) | st.text(max_size=9) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=5,
)
names = [field.name for field in fields(Rules) if field.name != "players"]
values = junk | st.sampled_from(
    [
        "players",
        "all",
        "list",
        "up",
        "constant",
        "upcard",
        "target",
        "wizard60",
        "std52_even",
        "eight_per_player",
        "rotation",
        "bid_cards",
        "all_one_card",
        ["S", "NT"],
        {"bonus": 5},
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 14), st.dictionaries(st.sampled_from(names), values, max_size=8))
def test_any_options_make_rules_or_problems_and_never_a_crash(players, options):
    made = rules_of(players, options)

    if isinstance(made, RulesRefused):
        assert made.problems
    else:
        assert made.players == players
