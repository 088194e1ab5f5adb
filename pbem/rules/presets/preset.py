"""What a preset is, and the sets of options that many of them begin with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Sure = Literal["high", "medium", "low"]
"""How sure a whole set of options is: stated by its source, partly read, or mostly a guess."""

Outside = Literal["nothing", "part", "most"]
"""How much of it stems from another source than the pages on which the family stands."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, and the numbers of players it is meant for.

    `also` are its other names. Two presets may share one.
    """

    id: str
    name: str
    players: tuple[int, ...]
    options: Mapping[str, object]
    sure: Sure
    outside: Outside = "nothing"
    also: tuple[str, ...] = ()


THREE_TO_SEVEN: Final = (3, 4, 5, 6, 7)

DRAWN_UP_TO_FIFTEEN: Final[Mapping[str, object]] = {
    "first_dealer": "high_card",
    "max_cards": 15,
}
"""The standard game: 15 cards are the limit with three players (catalogue, section 4)."""

PAGAT: Final[Mapping[str, object]] = {
    "first_dealer": "high_card",
    "sequence": "down_up",
    "max_cards": 10,
    "bid_change": "until_next_bid",
}
"""What all versions on pagat's page share."""

BUST: Final[Mapping[str, object]] = {
    "sequence": "down_up",
    "deal_out": "all",
    "turn_block": 2,
    "bid_mode": "simultaneous",
    "hook": "free",
    "scoring": "exact",
}
"""Bust, which takes another pack for each number of players."""

OH_PSHAW: Final[Mapping[str, object]] = {
    "sequence": "up",
    "max_cards": 15,
    "deal_out": "all",
    "hook": "free",
    "announce_total": True,
    "scoring": "exact",
}
"""Oh Pshaw, with or without hard score."""

POCHA: Final[Mapping[str, object]] = {
    "rank_order": "spanish_tute",
    "direction": "counterclockwise",
    "sequence": "up_down",
    "deal_out": "all",
    "first_block": "players",
    "turn_block": "players",
    "last_block": "players",
    "all_dealt_trump": "dealer_last_card",
    "void_rule": "must_trump",
    "head_rule": "must_head",
    "scoring": "pocha",
}
"""La Pocha, with either Spanish pack."""
