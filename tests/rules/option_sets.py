"""Options drawn at random from the whole catalogue, of which playable rules are left."""

from collections.abc import Mapping
from dataclasses import fields
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.packs import PACKS
from pbem.rules.ruleset import System
from pbem.rules.scoring import SYSTEMS
from pbem.rules.scoring.systems import Setting

Options = Mapping[str, object]

RARE: Final = ("cooperative", "ninety_nine")
"""Scoring systems that go with a whole set of other options."""

SUITS: Final = ["H", "NT", "S", "C", "D"]
SPECIAL: Final = [
    "no_trump",
    "misere",
    "guess_trumps",
    "blind",
    "twos_wild",
    "aces_low",
    "dealer_calls",
    "most_tricks",
]

COURSES: Final[tuple[Options, ...]] = (
    *({"sequence": one} for one in ("up_down", "down_up", "up", "down")),
    {"sequence": "up_down", "step": 2, "first_block": 2, "turn_block": "players"},
    {"sequence": "down", "last_block": 3, "min_cards": 2},
    {"sequence": "up_down", "min_cards": 3},
    {"sequence": "up", "min_cards": 2, "first_block": "players"},
    {"sequence": "list", "sequence_list": [3, 1, 2]},
    {"sequence": "constant", "deal_count": 3},
    {"sequence": "constant", "end": "target", "target_score": 15, "deal_limit": 5},
    {"sequence": "constant", "end": "exact_target", "target_score": 15, "deal_limit": 5},
    {"sequence": "upcard", "deal_count": 2, "trump_method": "second_pack_upcard"},
    {"sequence": "upcard", "deal_count": 2},
)
TRUMPS: Final[tuple[Options, ...]] = (
    *({"trump_method": one} for one in ("dealer_last_card", "cut_before_deal", "high_bidder")),
    *({"trump_method": one} for one in ("dealer_names", "previous_successes", "none")),
    {"trump_method": "rotation", "trump_cycle": SUITS},
    {"trump_method": "fixed", "fixed_trump": "S"},
    {"trump_method": "list", "trump_cycle": ["H", "NT", "C"], "sequence_list": [1, 2, 4]}
    | {"sequence": "list"},
    {},
    *({"all_dealt_trump": one} for one in ("dealer_last_card", "cut_before_deal")),
    {"no_trump_upcards": ["2", "A", "K"]},
    {"largest_hand_no_trump": True},
)
BIDS: Final[tuple[Options, ...]] = (
    *({"hook": one} for one in ("not_equal", "free", "must_equal")),
    {"hook_min_cards": 2, "bid_change": "until_next_bid"},
    {"bid_mode": "simultaneous", "hook": "free"},
    {"bid_mode": "simultaneous", "hook": "free", "bid_change": "until_reveal"},
    {"no_bid_at_score": 8},
    {"max_zero_bids_in_row": 1},
)
_TOGETHER: Final = {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"}
_BID_CARDS: Final = {
    "pack": "short36",
    "bid_mode": "bid_cards",
    "hook": "free",
    "sequence": "constant",
    "deal_count": 3,
    "deal_out": "all",
    "max_cards": None,
}
WHOLE: Final[tuple[Options, ...]] = (
    {**_TOGETHER, "max_cards": 2},
    {**_TOGETHER, "sequence": "list", "sequence_list": [1, 1]},
    {**_BID_CARDS, "trump_method": "none"},
    {
        **_BID_CARDS,
        "premium_bids": True,
        "scoring": "ninety_nine",
        "trump_method": "previous_successes",
    },
)
"""Sets that make sense together only."""


@st.composite
def option_sets(draw: st.DrawFn) -> Rules:
    """Return rules with many options off their defaults and hands of a few cards.

    Options in conflict fall back to their defaults until the rules are accepted.
    """
    options = draw(_packs())
    accepted = PACKS[options["pack"]].players
    for part in (COURSES, TRUMPS, BIDS):
        options |= draw(st.sampled_from(part))
    options |= draw(_singles())
    options["scoring_params"] = draw(_params(options.get("scoring", "basic")))
    whole = draw(st.sampled_from([{}] * 8 + [*WHOLE]))
    if not whole:
        return _accepted(draw(st.sampled_from(accepted)), options)
    players = 3 if "pack" in whole else draw(st.integers(2, 4))
    return _accepted(players, {**_harmless(options), **whole})


@st.composite
def _packs(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a pack, hands of a few cards, and what goes with this pack only."""
    pack = draw(st.sampled_from(sorted(PACKS)))
    facts = PACKS[pack]
    options: dict[str, Any] = {"pack": pack, "max_cards": draw(st.integers(1, 5))}
    options["joker_rule"] = draw(st.sampled_from(facts.jokers))
    if facts.is_spanish:
        options["rank_order"] = draw(st.sampled_from(["spanish_tute", "spanish_plain"]))
    if facts.has_copies:
        options["duplicate_rule"] = draw(st.sampled_from(["first_wins", "second_wins", "annul"]))
    return options


def _harmless(options: Options) -> Options:
    """Keep what goes with every set."""
    kept = [
        "first_dealer",
        "direction",
        "first_leader",
        "first_bidder",
        "void_rule",
        "head_rule",
        "announce_total",
        "special_deals",
        "max_zero_bids_in_row",
        "trump_reveal",
    ]
    return {name: options[name] for name in kept if name in options}


def _singles() -> st.SearchStrategy[dict[str, object]]:
    """Draw options that stand for themselves, each of them or not."""
    scoring = sorted(set(SYSTEMS) - set(RARE))
    return st.fixed_dictionaries(
        {},
        optional={
            "first_dealer": st.sampled_from(["high_card", "first_jack", "seat_0"]),
            "direction": st.just("counterclockwise"),
            "rank_order": st.sampled_from(["ace_low", "jack_high_bowers"]),
            "deal_out": st.just("all"),
            "trump_reveal": st.just("after_bidding"),
            "first_bidder": st.just("dealer"),
            "first_leader": st.sampled_from(["dealer", "high_bidder"]),
            "announce_total": st.just(True),
            "forehead": st.sampled_from(["all_one_card", "final_one_card"]),
            "void_rule": st.just("must_trump"),
            "head_rule": st.just("must_head"),
            "scoring": st.sampled_from(scoring),
            "second_half_scoring": st.sampled_from(["double_points", *scoring]),
            "zero_bid": st.sampled_from(["five", "five_plus_cards", "ten", "twenty"]),
            "double_spades": st.just(True),
            "hard_score_bonus": st.just(10),
            "tie_break": st.sampled_from(["extra_max_deal", "successful_bids"]),
            "stakes": st.sampled_from(["average", "pairwise", "pool"]),
            "stake_unit": st.integers(1, 9),
            "ante": st.integers(1, 9),
            "special_deals": _special_deals(),
        },
    )


def _special_deals() -> st.SearchStrategy[list[dict[str, object]]]:
    rules = st.permutations(SPECIAL).map(lambda order: order[:3])
    return rules.map(lambda three: [{"deal": 1 + k, "rule": r} for k, r in enumerate(three)])


@st.composite
def _params(draw: st.DrawFn, scoring: System) -> dict[str, object]:
    """Draw some of the parameters of a scoring system."""
    settings = SYSTEMS[scoring].settings
    values = {name: _values(setting) for name, setting in settings.items()}
    return draw(st.fixed_dictionaries({}, optional=values))


def _values(setting: Setting) -> st.SearchStrategy[object]:
    if setting.choices:
        return st.sampled_from(setting.choices)
    return st.booleans() if isinstance(setting.default, bool) else st.integers(-5, 30)


@st.composite
def any_options(draw: st.DrawFn) -> tuple[int, dict[str, object]]:
    """Return a number of players and some options with values that each of them takes.

    What does not go together is left as it is: most of it is to be refused.
    """
    names = draw(st.lists(st.sampled_from(sorted(DOMAINS)), unique=True, max_size=7))
    options = {name: draw(DOMAINS[name]) for name in names}
    if draw(st.booleans()):
        options["scoring_params"] = draw(_params(options.get("scoring", "basic")))
    return draw(st.integers(2, 6)), options


def _domains() -> dict[str, st.SearchStrategy[Any]]:
    """Return by option what it takes, as `Rules` says; counts are small, so that games end."""
    hints = get_type_hints(Rules)
    names = [field.name for field in fields(Rules)]
    own = {
        "sequence_list": st.lists(st.integers(1, 4), min_size=1, max_size=4),
        "trump_cycle": st.lists(st.sampled_from(["S", "H", "D", "C", "NT", "JK"]), max_size=4),
        "no_trump_upcards": st.lists(st.sampled_from(["2", "J", "A"]), unique=True),
        "special_deals": _special_deals(),
        "no_bid_at_score": st.integers(-10, 40),
        "hard_score_bonus": st.integers(0, 20),
        "target_score": st.integers(1, 40),
        "deal_limit": st.integers(1, 9),
    }
    left = [name for name in names if name not in {*own, "players", "scoring_params"}]
    return own | {name: _domain(hints[name]) for name in left}


def _domain(hint: Any) -> st.SearchStrategy[Any]:
    if hint is int:
        return st.integers(1, 4)
    if hint is bool:
        return st.booleans()
    if hint is NoneType:
        return st.none()
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    return st.one_of(*map(_domain, get_args(hint)))


DOMAINS: Final = _domains()
"""By option what values it takes; `scoring_params` hang on the system and are drawn with it."""


def _accepted(players: int, options: Options) -> Rules:
    left = dict(options)
    while isinstance(made := rules_of(players, left), RulesRefused):
        named = {name for problem in made.problems for name in problem.options}
        fallen = named & (set(left) - {"pack", "joker_rule"}) or named & set(left)
        assert fallen, made.problems
        # The one that is most often in the way of others comes last.
        del left[min(fallen, key=_order)]
    return made


def _order(name: str) -> tuple[bool, str]:
    return name in {"sequence", "deal_count", "end", "hook", "trump_method", "max_cards"}, name
