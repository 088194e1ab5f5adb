"""Every shared case of points, ends and stakes either holds, or names what it needs."""

from pathlib import Path

import pytest
import yaml

from pbem.rules.conformance import Failed, NotOffered, Passed, check_scoring_case
from pbem.rules.scoring import SYSTEMS

CASES = Path(__file__).parents[1] / "cases"
SCORING = yaml.safe_load((CASES / "scoring_cases.yaml").read_text(encoding="utf-8"))

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


def test_no_more_cases_are_passed_over_than_are_known_to_be():
    scoring = [check_scoring_case(case) for case in SCORING]

    assert (scoring.count(Passed()), len(scoring)) == (33, 325)


def test_every_case_of_a_system_that_is_offered_without_modifiers_holds():
    plain = [case for case in SCORING if case["system"] in SYSTEMS and "modifiers" not in case]

    assert {case["system"] for case in plain} == set(SYSTEMS)
    assert [check_scoring_case(case) for case in plain] == [Passed()] * len(plain)


def test_a_wrong_expectation_fails_with_what_was_found():
    (case,) = [case for case in SCORING if case["id"] == "basic-01"]

    assert check_scoring_case({**case, "points": 11}) == Failed(11, 12)
