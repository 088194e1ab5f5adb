"""The rules in plain words: complete for every option and value, harmless in mails, two lines in short."""

import re
from dataclasses import fields, replace
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings

from pbem.orders.reading import fragments_that_read_as_orders
from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.ruleset import SpecialDeal, System
from pbem.show.reader import Reader
from pbem.show.rules_in_words import (
    chapters,
    effort,
    introduction,
    plain,
    size_rows,
    sizes_sentence,
    summary,
)
from tests.show.options import any_rules

READER = Reader()
OPTIONS = [field.name for field in fields(Rules)]

# Surroundings in which an option matters, and values of it that have to be told apart.
TOLD_APART: dict[str, tuple[int, dict[str, Any], list[Any]]] = {
    "players": (0, {}, [2, 3, 4, 5, 6, 7, 8, 9]),
    "rank_order": (4, {}, ["ace_high", "ace_low", "jack_high_bowers"]),
    "duplicate_rule": (6, {"pack": "double104"}, ["first_wins", "second_wins", "annul"]),
    "joker_rule": (4, {"pack": "jokers54"}, ["brader", "atkinson"]),
    "first_dealer": (4, {}, ["random", "high_card", "first_jack", "seat_0"]),
    "direction": (4, {}, ["clockwise", "counterclockwise"]),
    "sequence": (4, {}, ["up_down", "down_up", "up", "down"]),
    "min_cards": (4, {}, [1, 2, 3, 12]),
    "max_cards": (4, {}, [None, 1, 2, 10]),
    "deal_out": (4, {}, ["leave_turn_up", "all"]),
    "step": (4, {}, [1, 2, 3, 5]),
    "first_block": (4, {}, [1, 2, "players"]),
    "turn_block": (4, {}, [1, 2, "players"]),
    "last_block": (4, {}, [1, 2, "players"]),
    "sequence_list": (4, {"sequence": "list"}, [[1], [1, 2], [2, 1], [5, 3, 8, 8, 1], [1, 3, 5]]),
    "deal_count": (4, {"sequence": "constant"}, [1, 2, 9]),
    "trump_method": (
        4,
        {"trump_cycle": None},
        [
            "turn_up",
            "dealer_last_card",
            "cut_before_deal",
            "high_bidder",
            "dealer_names",
            "previous_successes",
            "none",
        ],
    ),
    "trump_cycle": (4, {"trump_method": "rotation"}, [["S"], ["S", "NT"], ["H", "D", "C"]]),
    "fixed_trump": (4, {"trump_method": "fixed"}, ["S", "H", "D", "C"]),
    "all_dealt_trump": (
        4,
        {"deal_out": "all"},
        ["no_trump", "dealer_last_card", "cut_before_deal"],
    ),
    "largest_hand_no_trump": (4, {}, [False, True]),
    "no_trump_upcards": (4, {}, [[], ["2"], ["2", "A"], ["T", "J", "Q", "K"]]),
    "trump_reveal": (4, {}, ["before_bidding", "after_bidding"]),
    "bid_mode": (4, {"hook": "free"}, ["in_turn", "simultaneous"]),
    "first_bidder": (4, {}, ["eldest", "dealer"]),
    "hook": (4, {}, ["not_equal", "free", "must_equal"]),
    "hook_min_cards": (4, {}, [1, 2, 4, 40]),
    "bid_change": (4, {}, ["never", "until_next_bid"]),
    "announce_total": (4, {}, [False, True]),
    "no_bid_at_score": (4, {}, [None, 0, 80]),
    "max_zero_bids_in_row": (4, {}, [None, 1, 5]),
    "forehead": (4, {}, ["never", "all_one_card", "final_one_card"]),
    "special_deals": (
        4,
        {},
        [
            [],
            *(
                [{"deal": 2, "rule": rule}]
                for rule in get_args(get_type_hints(SpecialDeal)["rule"])
            ),
            [{"deal": 3, "rule": "misere"}],
        ],
    ),
    "first_leader": (4, {}, ["eldest", "dealer", "high_bidder"]),
    "void_rule": (4, {}, ["free", "must_trump"]),
    "head_rule": (4, {}, ["free", "must_head"]),
    "zero_bid": (4, {}, ["normal", "five", "five_plus_cards", "ten", "twenty"]),
    "double_spades": (4, {}, [False, True]),
    "second_half_scoring": (4, {}, ["same", "double_points", "basic_variant", "squares"]),
    "hard_score_bonus": (4, {}, [0, 10]),
    "end": (4, {"sequence": "constant"}, ["target", "exact_target"]),
    "target_score": (4, {"sequence": "constant", "end": "target"}, [50, 100]),
    "deal_limit": (4, {"sequence": "constant", "end": "target"}, [20, 60]),
    "tie_break": (4, {}, ["shared", "extra_max_deal", "successful_bids"]),
    "stakes": (4, {}, ["none", "average", "pairwise", "pool"]),
    "stake_unit": (4, {"stakes": "average"}, [1, 2]),
    "ante": (4, {"stakes": "pool"}, [1, 5]),
}
IN_OTHER_TESTS = {"pack", "scoring", "scoring_params", "premium_bids", "on_miss"}
TOGETHER = {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"}
NINETY_NINE = preset_rules("ninety_nine", 3)


def rules(players: int = 4, **options: Any) -> Rules:
    made = rules_of(players, options)
    assert isinstance(made, Rules), made
    return made


def told(chosen: Rules) -> str:
    return "\n".join(plain(READER, chosen))


def assert_harmless(*lines: str) -> None:
    """Assert it of every line, and of all of them as one paragraph."""
    text = "\n".join(lines)
    assert fragments_that_read_as_orders(text) == (), text


def test_every_option_is_in_one_of_these_tests() -> None:
    assert set(TOLD_APART) | IN_OTHER_TESTS == set(OPTIONS)


@pytest.mark.parametrize("option", TOLD_APART)
def test_the_values_of_an_option_are_told_apart(option: str) -> None:
    players, around, values = TOLD_APART[option]
    if option == "players":
        made = [rules(count) for count in values]
    else:
        made = [rules(players, **{**around, option: value}) for value in values]

    assert len({told(one) for one in made}) == len(values)


def all_packs() -> list[Rules]:
    return [
        rules(4, pack="std52"),
        rules(6, pack="std52_even"),
        rules(6, pack="double104"),
        rules(6, pack="five_hundred63", joker_rule="top_trump"),
        rules(6, pack="joker53", joker_rule="top_trump"),
        rules(5, pack="bust65"),
        rules(6, pack="bust78"),
        rules(3, pack="bust39"),
        rules(6, pack="jokers54", joker_rule="brader"),
        rules(5, pack="jokers50", joker_rule="brader"),
        rules(6, pack="wizard60", joker_rule="wizard"),
        rules(4, pack="spanish40", rank_order="spanish_tute"),
        rules(4, pack="spanish36", rank_order="spanish_plain"),
        rules(4, pack="piquet32"),
        rules(4, pack="short36"),
        rules(4, pack="eight_per_player"),
    ]


def test_every_pack_has_its_words() -> None:
    packs = all_packs()
    first = {chapters(READER, one)[0].lines[0] for one in packs}

    assert {one.pack for one in packs} == set(get_args(get_type_hints(Rules)["pack"]))
    assert len(first) == len(packs)
    assert_harmless(*[line for one in packs for line in plain(READER, one)])


def all_systems() -> list[Rules]:
    assert isinstance(NINETY_NINE, Rules)
    usual = [
        rules(scoring=system)
        for system in get_args(System)
        if system not in {"cooperative", "ninety_nine"}
    ]
    return [*usual, rules(**TOGETHER), NINETY_NINE]


def points(chosen: Rules) -> str:
    return next(
        " ".join(chapter.lines)
        for chapter in chapters(READER, chosen)
        if chapter.title == "The points"
    )


def test_every_scoring_system_has_its_words_and_examples() -> None:
    systems = all_systems()

    assert {one.scoring for one in systems} == set(get_args(System))
    for one in systems:
        assert "A bid that is made " in points(one)
        assert "A bid that is missed " in points(one)
        assert ("Examples" in points(one)) == (one.scoring != "cooperative")
    assert len({points(one) for one in systems}) == len(systems)
    # `montreal` and `clag_two` are the same under two titles.
    told = {points(one).partition("). ")[2] for one in systems}
    assert len(told) == len(systems) - 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scoring": "basic"}, "bid (2) and take (3) for (3)"),
        ({"scoring": "exact", "scoring_params": {"bonus": 5}}, "brings (5) and a point for each"),
        ({"scoring": "exact_penalty"}, "bid (2) and take (1) for (-2)"),
        (
            {"scoring": "exact_penalty", "scoring_params": {"penalty_on": "overtricks"}},
            "loses a point for each trick bid if tricks are too many, and brings nothing otherwise",
        ),
        (
            {"scoring": "ten_times", "scoring_params": {"penalty": True, "zero_points": 5}},
            "A bid of (0) brings (5) if it is made, and (-5) if it is missed.",
        ),
        (
            {"scoring": "penalty_under_zero_over", "scoring_params": {"base": "ten_times"}},
            "loses (10) for each trick bid if tricks are too few",
        ),
        ({"scoring": "trick_scoring"}, "bid (0) and take (0) for (1/2)"),
        ({"scoring": "binary_halving"}, "bid (2) and take (1) for (-10)"),
        ({"scoring": "seven_truf"}, "(5) for each trick of the deal"),
        ({"scoring": "basic", "zero_bid": "twenty"}, "bid (0) and take (0) for (20)"),
        ({"scoring": "double_hammer", "zero_bid": "five"}, "A bid of (0) that is made brings (5)."),
        ({"second_half_scoring": "double_points"}, "From deal (13) on all points count double."),
        ({"second_half_scoring": "squares"}, "loses the square of the tricks too many or too few"),
        ({"double_spades": True}, "makes (spades) trumps, all points of the deal count double"),
        (TOGETHER, "the round is dealt afresh"),
    ],
)
def test_points_are_told_with_their_parameters_and_modifiers(
    options: dict[str, Any], said: str
) -> None:
    assert said in points(rules(**options))


def test_all_parameters_of_all_systems_are_told_apart() -> None:
    params: dict[str, list[dict[str, Any]]] = {
        "basic": [{}, {"bonus": 5}, {"bonus": 0}],
        "exact": [{}, {"bonus": 5}],
        "exact_penalty": [{}, {"penalty_on": "overtricks"}, {"penalty_on": "undertricks"}],
        "exact_penalty_x5": [{}, {"penalty_on": "overtricks"}, {"penalty_on": "undertricks"}],
        "ten_times": [{}, {"penalty": True}, {"zero_points": 5}],
        "penalty_under_zero_over": [
            {"base": base}
            for base in (
                "exact_penalty",
                "exact_penalty_x5",
                "ten_times",
                "exact_set",
                "exact_progressive_penalty",
            )
        ],
    }
    for system, sets in params.items():
        words = {points(rules(scoring=system, scoring_params=one)) for one in sets}
        assert len(words) == len(sets), system


def test_premium_bids_and_repeated_rounds_are_told() -> None:
    assert isinstance(NINETY_NINE, Rules)
    without = replace(NINETY_NINE, premium_bids=False)

    assert "(declare)" in told(NINETY_NINE)
    assert "(reveal)" in points(NINETY_NINE)
    assert "(declare)" not in told(without)
    assert "The game is over when the last round is made." in told(rules(**TOGETHER))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "(23) deals with (144) tricks in all. Cards in a hand: (1) up to (12) down to (1)."),
        ({"step": 2}, "(1) up to (11) in steps of (2) down to (1) in steps of (2)."),
        (
            {"sequence": "down_up", "max_cards": 9, "turn_block": 2},
            "(9) down to (2), then (2) deals of (1), then (2) up to (9).",
        ),
        (
            {"sequence": "list", "sequence_list": [5, 3, 8, 8, 1]},
            "(5), (3), then (2) deals of (8), then (1).",
        ),
        ({"sequence": "constant", "deal_count": 4}, "In every deal there are (12) cards each."),
        ({"max_cards": 1}, "(1) deal with (1) trick in all."),
        (
            {"sequence": "constant", "end": "target", "deal_limit": 30},
            "depends on the points, but at most (30).",
        ),
        (
            {"sequence": "upcard", "deal_out": "all", "deal_count": 7},
            "(7) deals, of (1) to (13) cards each.",
        ),
    ],
)
def test_the_course_of_a_game_is_told(options: dict[str, Any], said: str) -> None:
    assert said in told(rules(**options))


def test_nothing_is_lost_between_the_sizes_of_a_list() -> None:
    chosen = rules(sequence="list", sequence_list=[1, 1, 2, 4, 6, 5, 4, 9, 9, 9, 3])

    assert (
        "(2) deals of (1), then (2) up to (6) in steps of (2) down to (4), then (3) deals of (9), then (3)."
        in told(chosen)
    )


THE_HOOK = [
    ({}, "may not make the bids add up to the tricks. That holds in one-card deals too."),
    ({"hook_min_cards": 2}, "With fewer tricks, and so in one-card deals, the last bid is free."),
    ({"hook": "free"}, "whatever the bids add up to. That holds in one-card deals too."),
    ({"hook": "must_equal"}, "has to bid the rest. That holds in one-card deals too."),
    (
        {"hook": "free", "bid_mode": "simultaneous"},
        "The bids may add up to anything. That holds in one-card deals too.",
    ),
    ({"min_cards": 2}, "One-card deals do not occur."),
    ({"min_cards": 2, "hook_min_cards": 3}, "One-card deals do not occur."),
]


@pytest.mark.parametrize(("options", "said"), THE_HOOK)
def test_whether_the_hook_holds_in_one_card_deals_is_told(
    options: dict[str, Any], said: str
) -> None:
    assert said in told(rules(**options))


@settings(max_examples=60, deadline=None)
@given(any_rules())
def test_any_rules_are_told_without_an_order_and_without_an_option_name(chosen: Rules) -> None:
    lines, short = plain(READER, chosen), summary(READER, chosen)
    apart = [line for chapter in chapters(READER, chosen) for line in chapter.lines]

    assert_harmless(*lines)
    assert_harmless(*short)
    assert_harmless(*apart)
    assert_harmless(effort(READER, chosen))
    words = " ".join([*lines, *short, effort(READER, chosen)])
    assert not re.search(r"[a-z0-9]_[a-z0-9]|[{}]", words), words
    assert "  " not in words


@settings(max_examples=60, deadline=None)
@given(any_rules())
def test_what_versions_disagree_on_is_never_left_out(chosen: Rules) -> None:
    text = told(chosen)
    first, second = summary(READER, chosen)

    assert re.search(r"leads to the first trick", text)
    assert re.search(r"one-card deals|One-card deals do not occur", text)
    assert "A bid that is missed " in text
    assert re.search(r"[Bb]id made: .+\. Missed: .+\.$|Made: .+\. Missed: .+\.$", second)
    assert re.search(r" leads\.", f"{first} {second}")
    assert re.search(r"Bids (never|always) add up|in every deal|bids never add up", first)


@settings(max_examples=60, deadline=None)
@given(any_rules())
def test_who_is_asked_to_a_table_is_told_the_same_in_sentences(chosen: Rules) -> None:
    text = " ".join(introduction(READER, chosen))

    assert "leads to the first trick" in text
    assert re.search(r"one-card deals|One-card deals do not occur", text)
    assert "A bid that is missed " in text
    assert_harmless(*introduction(READER, chosen))


@settings(max_examples=60, deadline=None)
@given(any_rules())
def test_the_summary_is_two_lines_of_a_mail(chosen: Rules) -> None:
    first, second = summary(READER, chosen)

    # A bonus that the starter chose may have more digits than there is room for.
    assert len(first) <= 90
    assert len(second) <= 90


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_rules_of_every_preset_are_told_for_every_number_of_players(preset: str) -> None:
    for players in PRESETS[preset].players:
        chosen = preset_rules(preset, players)
        assert not isinstance(chosen, RulesRefused)
        assert_harmless(*plain(READER, chosen), effort(READER, chosen))
        assert_harmless(*summary(READER, chosen))
        assert all(len(line) <= 72 for line in summary(READER, chosen))


def test_a_summary_reads_well() -> None:
    chosen = preset_rules("nomination_whist", 4)
    assert isinstance(chosen, Rules)

    assert summary(READER, chosen) == (
        "(13) deals: (7) to (1) to (7) cards. Bids never add up to the tricks.",
        "Left of dealer leads. Bid made: (10) and the tricks. Missed: the tricks.",
    )


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_no_summary_has_a_word_that_only_players_know(preset: str) -> None:
    for players in PRESETS[preset].players:
        chosen = preset_rules(preset, players)
        assert isinstance(chosen, Rules)
        told = " ".join(summary(READER, chosen))
        assert not re.search(r"\b([Hh]ook|[Ee]ldest|[Hh]it|[Mm]iss|each off)\b", told), told


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        ({"hook": "free"}, "Every bid is free in every deal.", ""),
        ({"hook": "must_equal"}, "Bids always add up to the tricks.", ""),
        ({"hook_min_cards": 3}, "From (3) cards on bids never add up to the tricks.", ""),
        ({"first_leader": "dealer"}, "", "The dealer leads."),
        ({"first_leader": "high_bidder"}, "", "The highest bidder leads."),
        ({"direction": "counterclockwise"}, "", "Dealer's right leads."),
        ({"scoring": "squares"}, "Dealer's left leads.", "Missed: minus tricks off squared."),
    ],
)
def test_a_summary_says_what_the_options_say(
    options: dict[str, Any], first: str, second: str
) -> None:
    told = summary(READER, rules(**options))

    assert first in told[0]
    assert second in told[1]


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("oh_pshaw", "The last bidder is free like the others"),
        ("oh_shit", "Trumps are (spades) in every deal."),
        ("blackout", "A bid may be changed until the next player has bid."),
        (
            "blackout",
            "brings (10) and a point for each trick. A bid that is missed brings nothing.",
        ),
        ("british_oh_hell", "A bid that is made brings (10) and nothing else."),
        ("get_fred", "loses a point for each trick too many or too few."),
        ("about_com", "Deals of the largest size, (13) cards each, are without trumps"),
        ("oh_hell_double_annul", "they annul each other"),
        ("la_pocha", "Whoever sits to the dealer's right leads to the first trick."),
        ("clag", "Deal (15): nobody bids."),
    ],
)
def test_the_rules_say_what_the_options_say(preset: str, said: str) -> None:
    players = 6 if preset == "oh_hell_double_annul" else 4
    chosen = preset_rules(preset, players)
    assert isinstance(chosen, Rules)

    assert said in told(chosen)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"sequence": "down_up", "max_cards": 7}, "(10 to 20 weeks)"),
        ({"sequence": "down", "max_cards": 2}, "(5 to 10 days)"),
        ({"sequence": "constant", "end": "target", "max_cards": 5}, "to (360) answers"),
        (TOGETHER, "(24 weeks or more)"),
    ],
)
def test_how_long_a_game_takes_is_told(options: dict[str, Any], said: str) -> None:
    assert said in effort(READER, rules(**options))


def test_how_long_a_preset_is_is_told_for_each_number_of_players() -> None:
    rows = size_rows(READER, PRESETS["romanian_whist"])

    assert [(row.players, row.deals, row.tricks) for row in rows] == [
        (3, "21", "84"),
        (4, "24", "94"),
        (5, "27", "104"),
        (6, "30", "114"),
    ]
    assert "with (3) players (21) deals and (84) tricks," in sizes_sentence(
        READER, PRESETS["romanian_whist"]
    )


def test_equal_lengths_are_told_once() -> None:
    assert sizes_sentence(READER, PRESETS["nomination_whist"]) == (
        "How long it is: with (3) to (7) players (13) deals and (55) tricks."
    )


@pytest.mark.parametrize("preset", ["oh_well", "cooperative", "cooperative_upcard", "ninety_nine"])
def test_an_open_length_is_told_with_its_bounds(preset: str) -> None:
    for row in size_rows(READER, PRESETS[preset]):
        assert re.search(r" to | or more", row.tricks)
        assert re.search(r"(days|weeks)( or more)?$", row.time)
    assert_harmless(sizes_sentence(READER, PRESETS[preset]))
