"""Running case files against these rules (catalogue, section 15).

A case is a mapping as it stands in the file. Cases of kinds or systems that are not
known here are `NotKnown`, never passed over as passed.
"""

from pbem.rules.conformance.play_cases import check_play_case
from pbem.rules.conformance.scoring_cases import check_scoring_case
from pbem.rules.conformance.verdicts import Failed, NotKnown, Passed, Verdict

__all__ = ["Failed", "NotKnown", "Passed", "Verdict", "check_play_case", "check_scoring_case"]
