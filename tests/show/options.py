"""Options drawn at random from all that the catalogue has."""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import assume
from hypothesis import strategies as st

from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.ruleset import SpecialDeal
from pbem.rules.scoring import SYSTEMS

HINTS = get_type_hints(Rules)
SMALL = st.integers(1, 13)
OWN: dict[str, st.SearchStrategy[Any]] = {
    "sequence_list": st.lists(SMALL, min_size=1, max_size=12),
    "trump_cycle": st.lists(
        st.sampled_from(["S", "H", "D", "C", "NT", "JK"]), min_size=1, max_size=6
    ),
    "no_trump_upcards": st.lists(st.sampled_from("23456"), min_size=1, max_size=4, unique=True),
    "special_deals": st.lists(
        st.builds(
            lambda deal, rule: {"deal": deal, "rule": rule},
            st.integers(1, 20),
            st.sampled_from(get_args(get_type_hints(SpecialDeal)["rule"])),
        ),
        min_size=1,
        max_size=5,
    ),
    "target_score": st.integers(1, 500),
    "no_bid_at_score": st.integers(0, 200),
    "hard_score_bonus": st.integers(0, 30),
}


def _values(name: str, hint: Any) -> st.SearchStrategy[Any]:
    if name in OWN:
        return OWN[name]
    if hint is bool:
        return st.booleans()
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    words = [word for one in get_args(hint) if get_origin(one) is Literal for word in get_args(one)]
    return SMALL | st.sampled_from(words) if words else SMALL


VALUES = {
    field.name: _values(field.name, HINTS[field.name])
    for field in fields(Rules)
    if field.name not in {"players", "scoring_params"}
}


@st.composite
def any_options(draw: st.DrawFn, most: int = 8) -> dict[str, Any]:
    """Draw some options with values that they may have; they need not go together."""
    names = draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=most, unique=True))
    options = {name: draw(VALUES[name]) for name in names}
    settings = SYSTEMS[options.get("scoring", "basic")].settings
    params = {
        name: draw(
            st.sampled_from(setting.choices)
            if setting.choices
            else st.booleans()
            if isinstance(setting.default, bool)
            else st.integers(-5, 20)
        )
        for name, setting in settings.items()
        if draw(st.booleans())
    }
    return {**options, "scoring_params": params} if params else options


# What has to stand together, so that games of every kind are drawn and not only refused.
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"sequence": "constant", "deal_count": 5},
    {"sequence": "constant", "end": "target"},
    {"sequence": "constant", "end": "exact_target"},
    {"sequence": "upcard", "deal_out": "all", "trump_method": "second_pack_upcard"},
    {"sequence": "list", "sequence_list": [3, 1, 1, 4, 4]},
    {"bid_mode": "simultaneous", "hook": "free"},
    {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"},
    {"trump_method": "rotation", "trump_cycle": ["S", "NT", "H"]},
    {"trump_method": "fixed", "fixed_trump": "D"},
    {"pack": "jokers54", "joker_rule": "brader"},
    {"pack": "jokers54", "joker_rule": "atkinson"},
    {"pack": "wizard60", "joker_rule": "wizard"},
    {"pack": "five_hundred63", "joker_rule": "top_trump"},
    {"pack": "spanish40", "rank_order": "spanish_tute"},
    {"pack": "double104"},
    {
        "pack": "short36",
        "sequence": "constant",
        "deal_out": "all",
        "bid_mode": "bid_cards",
        "hook": "free",
        "scoring": "ninety_nine",
        "end": "target",
    },
)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Draw rules that can be played: what is refused of the options drawn is left out."""
    players = draw(st.integers(2, 10))
    options = {**draw(any_options(6)), **draw(st.sampled_from(KINDS))}
    made = rules_of(players, options)
    while isinstance(made, RulesRefused):
        blamed = {name for problem in made.problems for name in problem.options}
        dropped = next((name for name in options if name in blamed), None)
        assume(dropped is not None)
        options.pop(dropped)  # type: ignore[arg-type]
        made = rules_of(players, options)
    return made
