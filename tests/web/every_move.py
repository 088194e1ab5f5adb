"""Tables at which something else is asked or seen than bids and cards of a plain pack."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pbem.app.records import Seat
from pbem.rules.view import View
from tests.web.visitors import Site

NINETY_NINE = {
    "pack": "short36",
    "deal_out": "all",
    "sequence": "constant",
    "deal_count": 2,
    "trump_method": "none",
    "bid_mode": "bid_cards",
    "hook": "free",
    "premium_bids": True,
    "scoring": "ninety_nine",
}
_SECRET = {"bid_mode": "simultaneous", "hook": "free", "bid_change": "until_reveal"}
_ATKINSON = {"pack": "jokers54", "joker_rule": "atkinson", "hook": "free"}


@dataclass(frozen=True, slots=True)
class Scene:
    """Rules, so many players, and what the seat on turn is to see."""

    name: str
    players: int
    options: dict[str, object]
    met: Callable[[View], object]


def _first(_view: View) -> bool:
    return True


def _has_calls(view: View) -> bool:
    return any(len(calls) > 1 for _, calls in view.calls)


def _special(rule: str) -> dict[str, object]:
    return {"sequence": "down", "max_cards": 4, "special_deals": [{"deal": 1, "rule": rule}]}


def _made_by_card(view: View) -> bool:
    return view.wants == "card" and any(not card.suit for card in view.hand)


SCENES = (
    Scene("cards to lay aside", 3, NINETY_NINE, _first),
    Scene("cards laid aside", 3, NINETY_NINE, lambda v: v.deal and v.deal.tricks),
    Scene("secret bid", 4, {"sequence": "down", "max_cards": 5, **_SECRET}, _first),
    Scene(
        "bids come in", 4, {"sequence": "down", "max_cards": 5, **_SECRET}, lambda v: v.deal.ready
    ),
    Scene(
        "trumps by the dealer",
        4,
        {"sequence": "down", "max_cards": 5, "trump_method": "dealer_names"},
        _first,
    ),
    Scene(
        "trumps by the high bidder",
        4,
        {"sequence": "down", "max_cards": 5, "trump_method": "high_bidder"},
        lambda v: v.wants == "trump",
    ),
    Scene("joker to call", 4, {"sequence": "down", **_ATKINSON}, _has_calls),
    Scene("wild two", 4, {**_special("twos_wild"), "max_cards": 12, "hook": "free"}, _has_calls),
    Scene("foreheads", 4, {"sequence": "up", "forehead": "all_one_card"}, _first),
    Scene("blind", 4, _special("blind"), _first),
    Scene("misere", 4, _special("misere"), _first),
    Scene("most tricks", 4, _special("most_tricks"), lambda v: v.deal and v.deal.tricks),
    Scene("covered trumps", 4, {"trump_reveal": "after_bidding", "sequence": "down"}, _first),
    Scene(
        "wizards",
        3,
        {"pack": "wizard60", "joker_rule": "wizard", "sequence": "down"},
        _made_by_card,
    ),
    Scene(
        "annulled trick",
        3,
        {"pack": "double104", "duplicate_rule": "annul", "sequence": "down", "hook": "free"},
        lambda v: v.deal and any(trick.winner is None for trick in v.deal.tricks),
    ),
    Scene(
        "round tried again",
        3,
        {
            "sequence": "up",
            "max_cards": 2,
            "hook": "must_equal",
            "on_miss": "repeat_round",
            "scoring": "cooperative",
        },
        lambda v: v.deal and v.deal.attempt,
    ),
    Scene(
        "the lowest wins",
        3,
        {"sequence": "down", "max_cards": 2, "scoring": "negative_square"},
        lambda v: v.sheet,
    ),
)
SETTLED = {
    "sequence": "down",
    "max_cards": 2,
    "scoring": "trick_scoring",
    "stakes": "pairwise",
}


def tables(site: Site) -> Iterator[tuple[str, str, Seat]]:
    """Yield each scene with the table's code and the seat that is on turn there."""
    for number, scene in enumerate(SCENES):
        names = [f"Guest {number} {letter}" for letter in "ABCDEFGHIJKL"[: scene.players]]
        row, seats = site.table(*names, **scene.options)
        yield scene.name, row.code, site.play_until(seats, scene.met)
