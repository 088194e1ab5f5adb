"""Cases of points, ends and stakes (catalogue, section 15, first table)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbem.rules.conformance.verdicts import Case, NotKnown, Verdict, compared, unplayable
from pbem.rules.endings import GoesOn, Over, after_deal, totals_after
from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.scoring import SYSTEMS, DealFacts, Points, deal_points
from pbem.rules.stakes import payments

Found = Points | list[Points] | list[int]

_PLAYERS: Final = 4
"""Players of a case that does not say."""


def check_scoring_case(case: Case) -> Verdict:
    """Compare what one scoring case expects with what these rules score."""
    system = case["system"]
    check = _POINTS if system in SYSTEMS else _CHECKS.get(system)
    if check is None:
        return NotKnown((system,))
    options, find = check
    inputs = case["inputs"]
    rules = rules_of(_players(inputs), options(case))
    if isinstance(rules, RulesRefused):
        return unplayable(rules)
    return compared(case["points"], find(rules, inputs))


def _players(inputs: Case) -> int:
    return int(inputs.get("players", len(inputs.get("totals", range(_PLAYERS)))))


def _scoring(case: Case) -> dict[str, object]:
    modifiers = case.get("modifiers", {})
    return {"scoring": case["system"], "scoring_params": case.get("params", {}), **modifiers}


def _system_named(case: Case) -> dict[str, object]:
    return {"scoring": case["params"]["system"]}


def _no_options(_: Case) -> dict[str, object]:
    return {}


def _target(case: Case) -> dict[str, object]:
    params, end = case["params"], case["system"].removeprefix("end_")
    tie_break = {name: value for name, value in params.items() if name == "tie_break"}
    return {"sequence": "constant", "end": end, "target_score": params["target"], **tie_break}


def _fixed(case: Case) -> dict[str, object]:
    return {"tie_break": case["params"]["tie_break"], **_direction(case)}


def _hard_score(case: Case) -> dict[str, object]:
    return {"hard_score_bonus": case["params"]["bonus"]}


def _staked(case: Case) -> dict[str, object]:
    names = {"unit": "stake_unit", "ante": "ante"}
    params = {names[name]: value for name, value in case.get("params", {}).items() if name in names}
    return {"stakes": case["system"].removeprefix("stakes_"), **params, **_direction(case)}


def _direction(case: Case) -> dict[str, object]:
    """Return some scoring in which the lowest total wins, where a case wants that."""
    return {"scoring": "scratch"} if case.get("params", {}).get("low_wins") else {}


def _facts(inputs: Case) -> DealFacts:
    """Return a deal in which every seat did what the case tells of one or of all."""
    players = _players(inputs)
    size = inputs["hand_size"]
    premium = (inputs["premium_seat"], inputs["premium"]) if "premium" in inputs else None
    return DealFacts(
        round=inputs.get("deal_number", 1),
        rounds=inputs.get("deal_total"),
        size=size,
        largest=inputs.get("max_hand", size),
        trump=inputs.get("trump", "NT"),
        is_drawn=True,
        bids=tuple(inputs.get("all_bids", [inputs.get("bid")] * players)),
        tricks=tuple(inputs.get("all_tricks") or [inputs["tricks"]] * players),
        totals=(inputs.get("previous_total", 0),) * players,
        special=inputs.get("special"),
        premium=premium,
    )


def _points(rules: Rules, inputs: Case) -> Found:
    return deal_points(rules, _facts(inputs))[inputs.get("seat", 0)]


def _misere(rules: Rules, inputs: Case) -> Found:
    return _points(rules, {**inputs, "special": "misere"})


def _most_tricks(rules: Rules, inputs: Case) -> Found:
    return list(deal_points(rules, _facts({**inputs, "special": "most_tricks"})))


def _bounced(rules: Rules, inputs: Case) -> Found:
    before, points = (inputs["previous_total"],), (inputs["deal_points"],)
    return totals_after(rules, before, points)[0]


def _end(rules: Rules, inputs: Case) -> Over | GoesOn:
    """Return what follows if the deal that led to these totals was the last of a sequence."""
    totals = tuple(inputs["totals"])
    made_bids = tuple(inputs.get("made_bid_sums", [0] * len(totals)))
    rounds = 1 if rules.end == "fixed_deals" else None
    return after_deal(rules, played=1, rounds=rounds, totals=totals, made_bids=made_bids)


def _winners(rules: Rules, inputs: Case) -> Found:
    end = _end(rules, inputs)
    return list(end.winners) if isinstance(end, Over) else []


def _totals(rules: Rules, inputs: Case) -> Found:
    end = _end(rules, inputs)
    return list(end.totals) if isinstance(end, Over) else []


def _payments(rules: Rules, inputs: Case) -> Found:
    end = _end(rules, inputs)
    return list(payments(rules, end.totals, end.winners)) if isinstance(end, Over) else []


_Options = Callable[[Case], Mapping[str, object]]
_Find = Callable[[Rules, Case], Found]

_POINTS: Final[tuple[_Options, _Find]] = (_scoring, _points)
_CHECKS: Final[Mapping[str, tuple[_Options, _Find]]] = {
    "special_misere": (_system_named, _misere),
    "special_most_tricks": (_no_options, _most_tricks),
    "end_exact_target": (_target, _bounced),
    "end_target": (_target, _winners),
    "end_fixed": (_fixed, _winners),
    "hard_score": (_hard_score, _totals),
    "stakes_average": (_staked, _payments),
    "stakes_pairwise": (_staked, _payments),
    "stakes_pool": (_staked, _payments),
}
"""For every other kind of case: the options it is about, and what is found by them."""
