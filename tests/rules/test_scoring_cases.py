"""Every shared case of points, ends and stakes holds."""

from pathlib import Path

import pytest
import yaml

from pbem.rules.conformance import Failed, NotKnown, Passed, check_scoring_case
from pbem.rules.scoring import SYSTEMS

CASES = yaml.safe_load(
    (Path(__file__).parents[1] / "cases" / "scoring_cases.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_scoring_case_holds(case):
    assert check_scoring_case(case) == Passed()


def test_there_are_cases_for_every_system_that_gives_points():
    assert len(CASES) >= 325
    assert SYSTEMS.keys() - {case["system"] for case in CASES} == {"cooperative"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_any_other_result_would_fail(case):
    wrong = [*case["points"], 0] if isinstance(case["points"], list) else case["points"] + 1

    assert check_scoring_case({**case, "points": wrong}) == Failed(wrong, case["points"])


def test_a_system_that_is_not_known_has_not_passed():
    assert check_scoring_case({**CASES[0], "system": "bezique"}) == NotKnown(("bezique",))


def test_rules_that_are_refused_fail_the_case():
    verdict = check_scoring_case({**CASES[0], "params": {"bonus": "ten"}})

    assert verdict == Failed("rules that can be played", ("E_UNKNOWN_OPTION",))
