"""Every shared case of play holds."""

from pathlib import Path

import pytest
import yaml

from pbem.rules.conformance import (
    Failed,
    NotKnown,
    Passed,
    check_play_case,
)

CASES = Path(__file__).parents[1] / "cases"
PLAY = yaml.safe_load((CASES / "play_cases.yaml").read_text(encoding="utf-8"))


def test_the_cases_are_all_there():
    assert len(PLAY) >= 259


@pytest.mark.parametrize("case", PLAY, ids=lambda case: case["id"])
def test_a_play_case_holds(case):
    assert check_play_case(case) == Passed()


def test_rules_that_are_refused_fail_a_case_that_plays_them():
    (case,) = [case for case in PLAY if case["id"] == "deal_sizes-01"]

    verdict = check_play_case({**case, "rules": {"min_cards": 14}})

    assert verdict == Failed("rules that can be played", ("E_HAND_TOO_BIG",))


def test_a_refusal_that_does_not_come_fails():
    (case,) = [case for case in PLAY if case["id"] == "refuse-01"]

    assert check_play_case({**case, "rules": {}}) == Failed("E_UNKNOWN_OPTION", ())


def test_a_kind_that_is_not_known_has_not_passed():
    (case,) = [case for case in PLAY if case["id"] == "order-01"]

    assert check_play_case({**case, "kind": "smells"}) == NotKnown(("smells",))


def test_a_case_of_rules_that_are_accepted_holds():
    case = {"kind": "accept", "rules": {}, "situation": {"players": 4}}

    assert check_play_case({**case, "expect": {"accepted": True}}) == Passed()
