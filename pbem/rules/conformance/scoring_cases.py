"""Cases of points, ends and stakes (catalogue, section 15, first table)."""

from pbem.rules.conformance.verdicts import Case, NotOffered, Verdict, compared, unplayable
from pbem.rules.options import RulesRefused, rules_of
from pbem.rules.scoring import SYSTEMS, deal_points, winners


def check_scoring_case(case: Case) -> Verdict:
    """Compare what one scoring case expects with what these rules score."""
    system, inputs = case["system"], case["inputs"]
    if system == "end_fixed":
        return _check_end(case)
    options = {"scoring": system, "scoring_params": case["params"], **case.get("modifiers", {})}
    rules = rules_of(inputs.get("players", 4), options)
    if isinstance(rules, RulesRefused):
        is_system = system in SYSTEMS
        return unplayable(rules) if is_system else NotOffered((system,))
    points = deal_points(rules, [inputs["bid"]], [inputs["tricks"]])
    return compared(case["points"], points[0])


def _check_end(case: Case) -> Verdict:
    params, totals = case["params"], case["inputs"]["totals"]
    rules = rules_of(len(totals), {"tie_break": params["tie_break"]})
    if isinstance(rules, RulesRefused):
        return unplayable(rules)
    if params["low_wins"]:
        return NotOffered(("low_wins",))
    return compared(case["points"], list(winners(totals)))
