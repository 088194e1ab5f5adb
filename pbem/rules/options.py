"""From options as people and files write them to the rules of a game, and back."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from pbem.rules.choices import NoSuchValue, read_value
from pbem.rules.combinations import conflicts
from pbem.rules.ruleset import Problem, Rules, SpecialDeal
from pbem.rules.scoring import SYSTEMS

__all__ = ["Problem", "Rules", "RulesRefused", "as_options", "rules_of"]

UNKNOWN: Final = "E_UNKNOWN_OPTION"
SPECIAL: Final = "E_SPECIAL_DEALS"


@dataclass(frozen=True, slots=True)
class RulesRefused:
    """All that is wrong with the options, not the first fault only."""

    problems: tuple[Problem, ...]


def rules_of(players: int, options: Mapping[str, object]) -> Rules | RulesRefused:
    """Return the rules with these options, and the default for every other.

    Refused are unknown options, values and scoring parameters, and the combinations
    of catalogue section 13. Lists may be given as lists or tuples. Players among the
    options must be as many as these: a table has as many seats.
    """
    values, unknown = _read({**options, "players": players})
    unknown += _other_players(players, options)
    if "players" not in values:
        return RulesRefused(unknown)
    rules = Rules(**values)
    problems = unknown + _params(rules) + conflicts(rules)
    return RulesRefused(problems) if problems else rules


def as_options(rules: Rules) -> dict[str, object]:
    """Return the players and the options that differ from their defaults, as JSON can hold them."""
    chosen: dict[str, object] = {"players": rules.players}
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name != "players" and value != field.default:
            chosen[field.name] = _plain(field.name, value)
    return chosen


def _read(given: Mapping[str, object]) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    values: dict[str, Any] = {}
    problems = []
    for name, value in given.items():
        try:
            values[name] = read_value(name, value)
        except NoSuchValue:
            problems += [Problem(code, (name,), str(value)) for code in _codes(name)]
    return values, tuple(problems)


def _other_players(players: int, options: Mapping[str, object]) -> tuple[Problem, ...]:
    told = options.get("players", players)
    return () if told == players else (Problem(UNKNOWN, ("players",), str(told)),)


def _codes(name: str) -> tuple[str, ...]:
    """Return what the catalogue calls a value that is none: a special deal has two codes."""
    return (UNKNOWN, SPECIAL) if name == "special_deals" else (UNKNOWN,)


def _params(rules: Rules) -> tuple[Problem, ...]:
    settings = SYSTEMS[rules.scoring].settings
    return tuple(
        Problem(UNKNOWN, ("scoring", "scoring_params"), f"{name}: {value}")
        for name, value in rules.scoring_params
        if name not in settings or not settings[name].allows(value)
    )


def _plain(name: str, value: object) -> object:
    if name == "scoring_params":
        return dict(value)  # type: ignore[call-overload]
    if isinstance(value, tuple):
        return [_plain("", one) for one in value]
    if isinstance(value, SpecialDeal):
        return {"deal": value.deal, "rule": value.rule}
    return value
