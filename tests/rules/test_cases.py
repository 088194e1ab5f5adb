"""Every shared case either holds, or names what it needs and is refused for that."""

from pathlib import Path

import pytest
import yaml

from pbem.rules.choices import NOW
from pbem.rules.conformance import (
    Failed,
    NotOffered,
    Passed,
    check_play_case,
    check_scoring_case,
)
from pbem.rules.scoring import SYSTEMS

CASES = Path(__file__).parents[1] / "cases"
SCORING = yaml.safe_load((CASES / "scoring_cases.yaml").read_text(encoding="utf-8"))
PLAY = yaml.safe_load((CASES / "play_cases.yaml").read_text(encoding="utf-8"))

# What the scoring cases need and cannot have yet, besides systems.
LATER_ENDS = {
    "end_exact_target",
    "end_target",
    "hard_score",
    "special_misere",
    "special_most_tricks",
    "stakes_average",
    "stakes_pairwise",
    "stakes_pool",
}


@pytest.mark.parametrize("case", SCORING, ids=lambda case: case["id"])
def test_a_scoring_case_holds_or_needs_what_is_not_offered(case):
    verdict = check_scoring_case(case)

    if isinstance(verdict, NotOffered):
        system = {case["system"]} - SYSTEMS.keys() - LATER_ENDS - {"end_fixed"}
        later = set(case.get("modifiers", {})) | {"tie_break", "low_wins"}
        assert set(verdict.what) <= system | LATER_ENDS | later
    else:
        assert verdict == Passed()


@pytest.mark.parametrize("case", PLAY, ids=lambda case: case["id"])
def test_a_play_case_holds_or_needs_what_is_not_offered(case):
    verdict = check_play_case(case)

    if isinstance(verdict, NotOffered):
        assert verdict.what
        for option in verdict.what:
            assert case["rules"][option] not in list(NOW[option])
    else:
        assert verdict == Passed()


def test_no_more_cases_are_passed_over_than_are_known_to_be():
    scoring = [check_scoring_case(case) for case in SCORING]
    play = [check_play_case(case) for case in PLAY]

    assert (scoring.count(Passed()), len(scoring)) == (33, 325)
    assert (play.count(Passed()), len(play)) == (118, 259)


def test_every_case_of_a_system_that_is_offered_without_modifiers_holds():
    plain = [case for case in SCORING if case["system"] in SYSTEMS and "modifiers" not in case]

    assert {case["system"] for case in plain} == set(SYSTEMS)
    assert [check_scoring_case(case) for case in plain] == [Passed()] * len(plain)


def test_a_wrong_expectation_fails_with_what_was_found():
    (case,) = [case for case in SCORING if case["id"] == "basic-01"]

    assert check_scoring_case({**case, "points": 11}) == Failed(11, 12)


def test_rules_that_are_refused_fail_a_case_that_plays_them():
    (case,) = [case for case in PLAY if case["id"] == "deal_sizes-01"]

    verdict = check_play_case({**case, "rules": {"min_cards": 14}})

    assert verdict == Failed("rules that can be played", ("E_HAND_TOO_BIG",))


def test_a_refusal_that_does_not_come_fails():
    (case,) = [case for case in PLAY if case["id"] == "refuse-01"]

    assert check_play_case({**case, "rules": {}}) == Failed("E_UNKNOWN_OPTION", ())


def test_a_kind_that_is_not_known_is_not_offered():
    (case,) = [case for case in PLAY if case["id"] == "order-01"]

    assert check_play_case({**case, "kind": "sees"}) == NotOffered(("sees",))


def test_a_case_of_rules_that_are_accepted_holds():
    case = {"kind": "accept", "rules": {}, "situation": {"players": 4}}

    assert check_play_case({**case, "expect": {"accepted": True}}) == Passed()
