"""Which options matter given the others, and what comes with a choice."""

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from typing import Final

from pbem.rules.choices import NoSuchValue, read_value
from pbem.rules.packs import PACKS, largest_fit
from pbem.rules.ruleset import Rules
from pbem.rules.scoring import SYSTEMS
from pbem.rules.sizes import deal_sizes

Options = Mapping[str, object]
When = Callable[[Rules], bool]

_STEPS: Final = frozenset({"up_down", "down_up", "up", "down"})
_COUNTED: Final = frozenset({"constant", "upcard"})
_SHOWN_CARD: Final = frozenset(
    {"turn_up", "dealer_last_card", "cut_before_deal", "second_pack_upcard"}
)
_USUAL_COUNT: Final = 10
_USUAL_LIST: Final = 7
_SUITS: Final = ("S", "D", "C", "H")


def _in_steps(rules: Rules) -> bool:
    return rules.sequence in _STEPS


def _turns_up(rules: Rules) -> bool:
    return rules.trump_method == "turn_up"


def _to_target(rules: Rules) -> bool:
    return rules.end != "fixed_deals"


_ONLY: Final[Mapping[str, When]] = {
    "joker_rule": lambda r: PACKS[r.pack].jokers != ("none",),
    "duplicate_rule": lambda r: PACKS[r.pack].has_copies,
    "min_cards": _in_steps,
    "max_cards": lambda r: r.sequence != "list",
    "step": _in_steps,
    "first_block": _in_steps,
    "turn_block": lambda r: r.sequence in {"up_down", "down_up"},
    "last_block": _in_steps,
    "sequence_list": lambda r: r.sequence == "list",
    "deal_count": lambda r: r.sequence in _COUNTED and r.end == "fixed_deals",
    "trump_cycle": lambda r: r.trump_method in {"rotation", "list"},
    "fixed_trump": lambda r: r.trump_method == "fixed",
    "all_dealt_trump": _turns_up,
    "no_trump_upcards": _turns_up,
    "trump_reveal": lambda r: r.trump_method in _SHOWN_CARD,
    "first_bidder": lambda r: r.bid_mode == "in_turn",
    "hook_min_cards": lambda r: r.hook == "not_equal" and r.bid_mode == "in_turn",
    "premium_bids": lambda r: r.bid_mode == "bid_cards",
    "zero_bid": lambda r: "zero_bid" in SYSTEMS[r.scoring].modifiers,
    "target_score": _to_target,
    "deal_limit": _to_target,
    "stake_unit": lambda r: r.stakes in {"average", "pairwise"},
    "ante": lambda r: r.stakes == "pool",
}
"""Options that are asked for only where another one has certain values."""


def is_asked(option: str, rules: Rules) -> bool:
    """Tell whether an option means anything with these rules."""
    return option not in _ONLY or _ONLY[option](rules)


def loose_rules(players: int, options: Options) -> Rules:
    """Return rules that nobody has judged; a value that an option cannot have is left out."""
    values: dict[str, object] = {}
    for name, value in {"players": players, **options}.items():
        try:
            values[name] = read_value(name, value)
        except NoSuchValue:
            continue
    return Rules(**{"players": players, **values})  # type: ignore[arg-type]


def settled(players: int, options: Options) -> dict[str, object]:
    """Return the options without those that mean nothing, and with what a choice needs.

    A list of hands gets hands, fixed trumps a suit, a pack with jokers a rule for them;
    what was given stands wherever it can.
    """
    chosen = dict(options)
    for complete in _COMPLETE:
        chosen |= dict(complete(loose_rules(players, chosen)))
    rules = loose_rules(players, chosen)
    return {name: value for name, value in chosen.items() if is_asked(name, rules)}


Found = Iterator[tuple[str, object]]


def _of_pack(rules: Rules) -> Found:
    facts = PACKS[rules.pack]
    if rules.joker_rule not in facts.jokers:
        yield "joker_rule", facts.jokers[0]
    if facts.is_spanish != rules.rank_order.startswith("spanish"):
        yield "rank_order", "spanish_tute" if facts.is_spanish else "ace_high"


def _of_bids(rules: Rules) -> Found:
    """Bids that are not made in turn know no last bidder and no next one."""
    if rules.bid_mode != "in_turn" and rules.hook != "free":
        yield "hook", "free"
    unfit = "until_reveal" if rules.bid_mode == "in_turn" else "until_next_bid"
    if rules.bid_change == unfit:
        yield "bid_change", "never"


def _of_together(rules: Rules) -> Found:
    """All play together if rounds are repeated, and only then."""
    if rules.on_miss == "repeat_round":
        yield from (("hook", "must_equal"), ("scoring", "cooperative"))
    elif rules.scoring == "cooperative":
        yield "scoring", "basic"


def _of_sequence(rules: Rules) -> Found:
    if rules.sequence == "list" and not rules.sequence_list:
        most = max(1, min(_USUAL_LIST, largest_fit(rules)))
        yield "sequence_list", list(range(most, 0, -1))
    if rules.sequence == "constant" and rules.deal_count is None and not _to_target(rules):
        yield "deal_count", _USUAL_COUNT


def _of_trumps(rules: Rules) -> Found:
    if rules.trump_method == "fixed" and rules.fixed_trump is None:
        yield "fixed_trump", "S"
    if rules.trump_method == "rotation" and not rules.trump_cycle:
        yield "trump_cycle", list(_SUITS)
    if rules.trump_method == "list" and not rules.trump_cycle:
        yield "trump_cycle", list(islice(cycle(_SUITS), len(deal_sizes(rules))))


def _of_scoring(rules: Rules) -> Found:
    """Leave out what another scoring was told."""
    known = SYSTEMS[rules.scoring].settings
    kept = {name: value for name, value in rules.scoring_params if name in known}
    if len(kept) != len(rules.scoring_params):
        yield "scoring_params", kept


_COMPLETE: Final = (_of_pack, _of_bids, _of_sequence, _of_trumps, _of_together, _of_scoring)
