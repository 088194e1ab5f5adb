"""Every refusal of rules has a sentence that names the options, and a way out that leads out."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.reading import fragments_that_read_as_orders
from pbem.rules.choices import read_value
from pbem.rules.combinations import CONFLICTS
from pbem.rules.options import Problem, Rules, RulesRefused, rules_of
from pbem.show import conflicts
from pbem.show.conflicts import EXPLAINED
from pbem.show.reader import Reader
from tests.show.options import any_options

READER = Reader()
CASES = Path(__file__).parent.parent / "cases" / "play_cases.yaml"
REFUSED = [case for case in yaml.safe_load(CASES.read_text()) if case["kind"] == "refuse"]

BID_CARDS = {
    "pack": "short36",
    "sequence": "constant",
    "deal_out": "all",
    "bid_mode": "bid_cards",
    "hook": "free",
    "scoring": "ninety_nine",
    "end": "target",
}
TOGETHER = {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"}

# Cases of the catalogue's lines that the shared cases leave out.
MORE: list[tuple[str, int, dict[str, Any]]] = [
    ("E_PLAYERS_PACK players pack", 12, {}),
    ("E_PLAYERS_PACK players pack", 40, {"pack": "double104"}),
    ("E_PLAYERS_PACK players pack", 2, {"pack": "wizard60", "joker_rule": "wizard"}),
    ("E_HAND_TOO_BIG min_cards max_cards", 4, {"min_cards": 5, "max_cards": 3}),
    ("E_HAND_TOO_BIG min_cards max_cards", 60, {}),
    ("E_HAND_TOO_BIG sequence_list players pack", 8, {"sequence": "list", "sequence_list": [7]}),
    ("E_RANKS_PACK pack rank_order", 4, {"pack": "spanish36", "rank_order": "ace_low"}),
    ("E_JOKER_PACK joker_rule pack", 5, {"pack": "jokers50", "joker_rule": "wizard"}),
    ("E_JOKER_PACK joker_rule pack", 4, {"pack": "std52", "joker_rule": "top_trump"}),
    (
        "E_DUPLICATE_RULE duplicate_rule pack",
        3,
        {"pack": "bust39", "duplicate_rule": "second_wins"},
    ),
    ("E_SEQUENCE_PARAMS sequence_list sequence", 4, {"sequence_list": [1, 2]}),
    ("E_SEQUENCE_PARAMS sequence_list sequence", 4, {"sequence_list": []}),
    ("E_SEQUENCE_PARAMS sequence sequence_list", 4, {"sequence": "list", "sequence_list": []}),
    (
        "E_SEQUENCE_PARAMS sequence step first_block turn_block last_block",
        4,
        {"sequence": "constant", "deal_count": 3, "step": 2},
    ),
    (
        "E_SEQUENCE_PARAMS sequence step first_block turn_block last_block",
        4,
        {"sequence": "upcard", "deal_out": "all", "last_block": "players"},
    ),
    ("E_SEQUENCE_PARAMS sequence turn_block", 4, {"sequence": "down", "turn_block": "players"}),
    ("E_DEAL_COUNT deal_count sequence", 4, {"sequence": "down", "deal_count": 3}),
    ("E_TRUMP_CYCLE trump_method trump_cycle", 4, {"trump_method": "rotation", "trump_cycle": []}),
    (
        "E_TRUMP_CYCLE trump_method trump_cycle",
        4,
        {"trump_method": "rotation", "trump_cycle": ["JK"]},
    ),
    ("E_TRUMP_CYCLE trump_cycle trump_method", 4, {"trump_cycle": ["S"]}),
    ("E_TRUMP_CYCLE fixed_trump trump_method", 4, {"fixed_trump": "H"}),
    (
        "E_TURN_UP_OPTION all_dealt_trump trump_method",
        4,
        {"trump_method": "none", "all_dealt_trump": "cut_before_deal"},
    ),
    (
        "E_SUCCESS_MAP trump_method on_miss",
        4,
        {"trump_method": "previous_successes", **TOGETHER},
    ),
    ("E_HOOK_SIMULTANEOUS hook bid_mode", 4, {"bid_mode": "simultaneous", "hook": "must_equal"}),
    ("E_BID_CHANGE bid_change bid_mode", 3, {**BID_CARDS, "bid_change": "until_next_bid"}),
    ("E_NO_BID_MUST_EQUAL no_bid_at_score bid_mode", 3, {**BID_CARDS, "no_bid_at_score": 80}),
    ("E_NO_BID_LOW no_bid_at_score scoring", 4, {"no_bid_at_score": 9, "scoring": "scratch"}),
    ("E_FOREHEAD forehead bid_mode", 3, {**BID_CARDS, "forehead": "all_one_card"}),
    (
        "E_FOREHEAD forehead sequence",
        4,
        {"forehead": "final_one_card", "sequence": "upcard", "deal_out": "all"},
    ),
    ("E_HIGH_BIDDER_SECRET trump_method bid_mode", 3, {**BID_CARDS, "trump_method": "high_bidder"}),
    (
        "E_BID_CARDS_PACK bid_mode players pack sequence max_cards deal_out",
        3,
        {**BID_CARDS, "deal_out": "leave_turn_up"},
    ),
    (
        "E_SPECIAL_DEALS special_deals",
        4,
        {"special_deals": [{"deal": 1, "rule": "blind"}, {"deal": 1, "rule": "misere"}]},
    ),
    ("E_SPECIAL_DEALS special_deals", 4, {"special_deals": [{"deal": 1, "rule": "sevens_wild"}]}),
    ("E_SPECIAL_DEALS special_deals", 4, {"special_deals": [{"deal": 0, "rule": "blind"}]}),
    (
        "E_SPECIAL_DEALS special_deals pack",
        4,
        {"special_deals": [{"deal": 1, "rule": "twos_wild"}], "pack": "piquet32"},
    ),
    (
        "E_SPECIAL_DEALS special_deals pack",
        6,
        {"special_deals": [{"deal": 1, "rule": "twos_wild"}], "pack": "double104"},
    ),
    (
        "E_SPECIAL_DEALS special_deals end",
        4,
        {
            "special_deals": [{"deal": 1, "rule": "blind"}],
            "sequence": "constant",
            "end": "target",
        },
    ),
    (
        "E_SPECIAL_DEALS special_deals bid_mode",
        3,
        {
            **{name: value for name, value in BID_CARDS.items() if name != "end"},
            "deal_count": 4,
            "special_deals": [{"deal": 1, "rule": "blind"}],
        },
    ),
    (
        "E_COOPERATIVE on_miss special_deals",
        4,
        {**TOGETHER, "special_deals": [{"deal": 1, "rule": "misere"}]},
    ),
    ("E_ZERO_BID zero_bid scoring", 4, {"zero_bid": "ten", "scoring": "boerenbridge"}),
    ("E_DOUBLE_SPADES double_spades scoring", 4, {"double_spades": True, **TOGETHER}),
    ("E_SECOND_HALF second_half_scoring scoring", 4, {"second_half_scoring": "negative"}),
    ("E_SECOND_HALF scoring second_half_scoring", 4, {"second_half_scoring": "scratch"}),
    (
        "E_SECOND_HALF scoring second_half_scoring",
        4,
        {"scoring": "binary_halving", "second_half_scoring": "double_points"},
    ),
    (
        "E_TARGET_SEQUENCE end deal_count",
        4,
        {"end": "exact_target", "sequence": "constant", "deal_count": 5},
    ),
    ("E_HARD_SCORE hard_score_bonus scoring", 4, {"hard_score_bonus": 1, "scoring": "negative"}),
    (
        "E_TIE_BREAK tie_break sequence",
        4,
        {"tie_break": "extra_max_deal", "sequence": "upcard", "deal_out": "all"},
    ),
    ("E_COOPERATIVE on_miss hook", 4, {"on_miss": "repeat_round", "scoring": "cooperative"}),
    ("E_COOPERATIVE on_miss scoring", 4, {"scoring": "cooperative"}),
    ("E_COOPERATIVE on_miss scoring", 4, {"on_miss": "repeat_round", "hook": "must_equal"}),
    ("E_COOPERATIVE on_miss hard_score_bonus", 4, {**TOGETHER, "hard_score_bonus": 3}),
    ("E_COOPERATIVE on_miss end", 4, {**TOGETHER, "end": "target", "sequence": "constant"}),
    ("E_COOPERATIVE on_miss no_bid_at_score", 4, {**TOGETHER, "no_bid_at_score": 3}),
    (
        "E_COOPERATIVE on_miss special_deals",
        4,
        {**TOGETHER, "special_deals": [{"deal": 1, "rule": "misere"}]},
    ),
    (
        "E_SPECIAL_DEALS special_deals bid_mode",
        3,
        {**BID_CARDS, "special_deals": [{"deal": 1, "rule": "blind"}]},
    ),
]
EXAMPLES = [(case["situation"]["players"], case["rules"]) for case in REFUSED] + [
    (players, options) for _, players, options in MORE
]


def problems(players: int, options: dict[str, Any]) -> tuple[Problem, ...]:
    made = rules_of(players, options)
    return made.problems if isinstance(made, RulesRefused) else ()


def keys(players: int, options: dict[str, Any]) -> set[tuple[str, tuple[str, ...]]]:
    return {(problem.code, problem.options) for problem in problems(players, options)}


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_what_the_shared_cases_refuse_is_refused_by_that_code(case) -> None:
    found = problems(case["situation"]["players"], case["rules"])

    assert case["expect"]["error"] in {problem.code for problem in found}


@pytest.mark.parametrize(("row", "players", "options"), MORE)
def test_each_case_of_a_line_of_the_catalogue_is_refused(
    row: str, players: int, options: dict[str, Any]
) -> None:
    code, *names = row.split()

    assert (code, tuple(names)) in keys(players, options)


def test_the_examples_meet_every_refused_combination() -> None:
    met = {key for players, options in EXAMPLES for key in keys(players, options)}

    assert {(row.code, row.names) for row in CONFLICTS} <= met


def test_every_refused_combination_has_its_sentence_and_none_is_without_use() -> None:
    rows = {(row.code, row.names) for row in CONFLICTS} - {("E_PLAYERS_PACK", ("players", "pack"))}

    assert set(EXPLAINED) == rows


@pytest.mark.parametrize(("players", "options"), EXAMPLES)
def test_the_sentence_names_the_options_and_a_way_out(
    players: int, options: dict[str, Any]
) -> None:
    for problem in problems(players, options):
        told = " ".join(conflicts.sentences(READER, (problem,)))
        assert "Write " in told or problem.code == "E_UNKNOWN_OPTION", told
        assert "_" not in told
        assert fragments_that_read_as_orders(told) == (), told


@pytest.mark.parametrize(("players", "options"), EXAMPLES)
def test_the_way_out_leads_out(players: int, options: dict[str, Any]) -> None:
    for problem in problems(players, options):
        key = (problem.code, problem.options)
        ways = conflicts.ways_out(problem)
        assert ways or problem.code == "E_UNKNOWN_OPTION"
        for way in ways:
            changed = {"players": players, **options, **dict(way)}
            for name, value in way:
                read_value(name, value)
            assert key not in keys(changed.pop("players"), changed), way


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = problems(9, {"hook": "yes", "colour": "red", "bid_change": "until_reveal", "step": 0})

    told = conflicts.paragraph(READER, found)

    assert told.startswith("the option (hook) cannot be (yes). Write <hook not equal>, <hook free>")
    assert "The option (step) cannot be (0). It is a whole number." in told
    assert "There is no option (colour)." in told
    assert "Bids cannot be changed so (bid change) in the bid mode (in turn)." in told


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"trump_metod": "none"}, "Did you mean <trump method none>?"),
        ({"pack": "wizard"}, "<pack wizard60>"),
        ({"premium_bids": 3}, "Write <premium bids yes> or <premium bids no> instead."),
        ({"step": -1}, "It is a whole number."),
        ({"sequence_list": 7}, "It is a list."),
        ({"scoring_params": {"penalty": True}}, "(ten times)"),
        ({"scoring_params": {"malus": 1}}, "Leave it out."),
        ({"special_deals": [{"deal": 3, "rule": "x"}]}, "(twos wild)"),
    ],
)
def test_what_is_unknown_is_told_with_what_is_known(options: dict[str, Any], said: str) -> None:
    assert said in conflicts.paragraph(READER, problems(4, options))


def test_a_special_deal_that_is_none_is_told_once() -> None:
    found = problems(4, {"special_deals": [{"deal": 3, "rule": "x"}]})

    assert [problem.code for problem in found] == ["E_UNKNOWN_OPTION", "E_SPECIAL_DEALS"]
    assert len(conflicts.sentences(READER, found)) == 1


NAMES = [field.name for field in fields(Rules)]
JUNK = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.text(max_size=12)
    | st.lists(
        st.sampled_from(["S", "JK", "2", 3, {"deal": 1, "rule": "blind"}, {"deal": 4}]), max_size=3
    )
)


@settings(max_examples=200, deadline=None)
@given(
    players=st.integers(0, 14),
    options=any_options(),
    junk=st.dictionaries(st.sampled_from(NAMES[1:]) | st.text(max_size=9), JUNK, max_size=2),
)
def test_any_options_give_rules_or_problems_that_can_be_told(
    players: int, options: dict[str, Any], junk: dict[str, Any]
) -> None:
    mixed = {**options, **{name: value for name, value in junk.items() if name != "players"}}
    found = problems(players, mixed)
    if found:
        told = conflicts.sentences(READER, found)
        assert all(one[-1] in ".?" for one in told)
        assert "E_" not in " ".join(told) or "E_" in str(junk)
        assert fragments_that_read_as_orders(conflicts.paragraph(READER, found)) == ()
