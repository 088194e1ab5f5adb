"""The table of scoring systems: a row for each (catalogue, section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from pbem.rules.choices import MOST
from pbem.rules.ruleset import Param, System
from pbem.rules.scoring import formulas
from pbem.rules.scoring.formulas import BASES, Formula, PenaltyOn
from pbem.rules.scoring.ninety_nine import ninety_nine

Modifier = Literal["zero_bid", "double_spades", "second_half_scoring"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter of a system: its default, and for a word the `choices` there are."""

    default: Param
    choices: tuple[str, ...] = ()

    def allows(self, value: Param) -> bool:
        """Tell whether the parameter may be this: of the default's type, and within bounds."""
        if type(value) is not type(self.default):
            return False
        return value in self.choices if isinstance(value, str) else abs(value) <= MOST


USUAL: Final[frozenset[Modifier]] = frozenset({"double_spades", "second_half_scoring"})
ZERO_BONUS: Final[frozenset[Modifier]] = USUAL | {"zero_bid"}
"""Modifiers of a system whose made zero is a bonus, which `zero_bid` may replace."""
NO_MODIFIER: Final[frozenset[Modifier]] = frozenset()


@dataclass(frozen=True, slots=True)
class ScoringSystem:
    """How a system scores, what it may be told, and what goes with it (section 9)."""

    points: Formula
    settings: Mapping[str, Setting] = field(default_factory=dict)
    modifiers: frozenset[Modifier] = USUAL
    lowest_wins: bool = False

    def params(self, given: Mapping[str, Param]) -> dict[str, Param]:
        """Return a value for every parameter: what is given, or the default."""
        return {name: given.get(name, setting.default) for name, setting in self.settings.items()}


_PENALTY_ON: Final = {"penalty_on": Setting("any_miss", get_args(PenaltyOn))}

SYSTEMS: Final[Mapping[System, ScoringSystem]] = {
    "basic": ScoringSystem(formulas.basic, {"bonus": Setting(10)}, ZERO_BONUS),
    "basic_variant": ScoringSystem(formulas.basic, {"bonus": Setting(5)}, ZERO_BONUS),
    "exact": ScoringSystem(formulas.exact, {"bonus": Setting(10)}, ZERO_BONUS),
    "exact_penalty": ScoringSystem(formulas.exact_penalty, _PENALTY_ON, ZERO_BONUS),
    "ten_times": ScoringSystem(
        formulas.ten_times, {"penalty": Setting(default=False), "zero_points": Setting(0)}
    ),
    "double_hammer": ScoringSystem(formulas.double_hammer, modifiers=ZERO_BONUS),
    "penalty_under_zero_over": ScoringSystem(
        formulas.penalty_under_zero_over,
        {"base": Setting("exact_penalty", tuple(BASES))},
        ZERO_BONUS,
    ),
    "exact_penalty_x5": ScoringSystem(formulas.exact_penalty_x5, _PENALTY_ON, ZERO_BONUS),
    "exact_set": ScoringSystem(formulas.exact_set, modifiers=ZERO_BONUS),
    "exact_progressive_penalty": ScoringSystem(
        formulas.exact_progressive_penalty, modifiers=ZERO_BONUS
    ),
    "progressive": ScoringSystem(formulas.progressive, modifiers=ZERO_BONUS),
    "montreal": ScoringSystem(formulas.montreal, modifiers=ZERO_BONUS),
    "negative": ScoringSystem(formulas.negative, lowest_wins=True),
    "negative_square": ScoringSystem(formulas.negative_square, lowest_wins=True),
    "negative_hand": ScoringSystem(formulas.negative_hand, lowest_wins=True),
    "trick_scoring": ScoringSystem(formulas.trick_scoring),
    "binary": ScoringSystem(formulas.binary),
    "binary_zero": ScoringSystem(formulas.binary_zero),
    "binary_halving": ScoringSystem(formulas.binary_halving, modifiers=NO_MODIFIER),
    "scratch": ScoringSystem(formulas.scratch, modifiers=NO_MODIFIER, lowest_wins=True),
    "adjusted_exact": ScoringSystem(formulas.adjusted_exact),
    "get_fred": ScoringSystem(formulas.get_fred, modifiers=ZERO_BONUS),
    "oy_vey": ScoringSystem(formulas.oy_vey, modifiers=ZERO_BONUS),
    "sir_scoring": ScoringSystem(formulas.sir_scoring),
    "variable_bonus": ScoringSystem(formulas.variable_bonus),
    "tens_difference": ScoringSystem(formulas.tens_difference),
    "five_plus_ten": ScoringSystem(formulas.five_plus_ten),
    "squares": ScoringSystem(formulas.squares, modifiers=ZERO_BONUS),
    "boerenbridge": ScoringSystem(formulas.boerenbridge),
    "seven_truf": ScoringSystem(formulas.seven_truf),
    "cooperative": ScoringSystem(formulas.cooperative, modifiers=NO_MODIFIER),
    "wizard": ScoringSystem(formulas.wizard),
    "romanian": ScoringSystem(formulas.romanian),
    "pocha": ScoringSystem(formulas.pocha),
    "podrida_three": ScoringSystem(formulas.podrida_three),
    "clag_two": ScoringSystem(formulas.clag_two),
    "tens_or_nothing": ScoringSystem(formulas.tens_or_nothing),
    "ninety_nine": ScoringSystem(ninety_nine, modifiers=frozenset({"double_spades"})),
}
"""Every system by its name, in the order of the catalogue."""
