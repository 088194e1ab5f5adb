"""Named sets of options that are offered."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from pbem.rules.options import Rules, RulesRefused, rules_of


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, and the numbers of players it is meant for."""

    id: str
    name: str
    players: tuple[int, ...]
    options: Mapping[str, object]


_THREE_TO_SEVEN: Final = (3, 4, 5, 6, 7)
_PAGAT: Final[Mapping[str, object]] = {
    "first_dealer": "high_card",
    "sequence": "down_up",
    "max_cards": 10,
    "bid_change": "until_next_bid",
}

_OFFERED: Final = (
    Preset(
        "oh_hell_standard",
        'Oh Hell (standard rules; "You Bid")',
        _THREE_TO_SEVEN,
        {"first_dealer": "high_card", "max_cards": 15},
    ),
    Preset(
        "oh_hell_pagat",
        "Oh Hell! (pagat / McLeod, most widespread scoring)",
        _THREE_TO_SEVEN,
        _PAGAT,
    ),
    Preset(
        "blackout",
        "Blackout, Blob; Oh Hell! (pagat / McLeod, simple scoring)",
        _THREE_TO_SEVEN,
        {**_PAGAT, "scoring": "exact"},
    ),
    Preset(
        "nomination_whist",
        "Nomination Whist, Contract Whist (Arnold)",
        _THREE_TO_SEVEN,
        {"first_dealer": "first_jack", "sequence": "down_up", "max_cards": 7},
    ),
    Preset(
        "up_and_down_the_river",
        "Up and Down the River",
        (4, 5, 6, 7, 8),
        {"sequence": "down_up", "max_cards": 10},
    ),
    Preset(
        "oh_pshaw",
        "Oh Pshaw (Bicycle)",
        _THREE_TO_SEVEN,
        {
            "sequence": "up",
            "max_cards": 15,
            "deal_out": "all",
            "hook": "free",
            "announce_total": True,
            "scoring": "exact",
        },
    ),
    Preset(
        "british_oh_hell",
        "British Oh Hell (Parlett)",
        _THREE_TO_SEVEN,
        {"sequence": "up", "deal_out": "all", "hook": "free", "scoring": "binary"},
    ),
    Preset(
        "diminishing_bridge",
        "Diminishing Bridge",
        _THREE_TO_SEVEN,
        {"first_dealer": "high_card", "max_cards": 15, "sequence": "down"},
    ),
    Preset(
        "get_fred",
        "Get Fred",
        _THREE_TO_SEVEN,
        {
            "first_dealer": "high_card",
            "sequence": "down_up",
            "max_cards": 9,
            "turn_block": 2,
            "scoring": "get_fred",
        },
    ),
    Preset(
        "oh_shit",
        "Oh Shit! (Brad Wilson)",
        _THREE_TO_SEVEN,
        {**_PAGAT, "trump_method": "fixed", "fixed_trump": "S"},
    ),
    Preset(
        "about_com",
        "Oh Hell (about.com / ThoughtCo)",
        _THREE_TO_SEVEN,
        {
            "first_dealer": "seat_0",
            "sequence": "up",
            "max_cards": 15,
            "deal_out": "all",
            "largest_hand_no_trump": True,
            "hook": "free",
            "scoring": "exact",
        },
    ),
)

PRESETS: Final[Mapping[str, Preset]] = {preset.id: preset for preset in _OFFERED}

_STANDARD: Final = (
    "oh hell",
    "standard",
    "you bid",
    "oh well",
    "up the river",
    "the vanishing whist",
    "hell yeah",
    "peanuts",
    "stinky fingers",
    "gary's game",
    "shit on your neighbour",
    "o'shay",
    "juego de daniel",
    "nah pearse",
    "elevator",
    "judgement",
)
"""Names of the family without rules of their own (presets page, head)."""

_OTHER_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(_STANDARD, "oh_hell_standard"),
    "pagat": "oh_hell_pagat",
    "mcleod": "oh_hell_pagat",
    "blob": "blackout",
    "nomination": "nomination_whist",
    "contract whist": "nomination_whist",
    "the river": "up_and_down_the_river",
    "up and down": "up_and_down_the_river",
    "bicycle": "oh_pshaw",
    "british": "british_oh_hell",
    "parlett": "british_oh_hell",
    "fred": "get_fred",
    "about": "about_com",
    "thoughtco": "about_com",
}


def find_preset(text: str) -> Preset | None:
    """Return the preset with this id, name or other name.

    Case, blanks, underscores, hyphens and other signs do not matter.
    """
    preset_id = _IDS.get(_key(text))
    return None if preset_id is None else PRESETS[preset_id]


def near_presets(text: str) -> tuple[str, ...]:
    """Return ids of presets that may have been meant, the likeliest first."""
    near = get_close_matches(_key(text), _IDS, n=6, cutoff=0.6)
    return tuple(dict.fromkeys(_IDS[key] for key in near))[:3]


def preset_rules(preset_id: str, players: int) -> Rules | RulesRefused:
    """Return the rules of a preset for a number of players.

    Raises:
        KeyError: no preset has this id.
    """
    return rules_of(players, PRESETS[preset_id].options)


def _key(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


_IDS: Final[Mapping[str, str]] = {
    **{_key(name): preset_id for name, preset_id in _OTHER_NAMES.items()},
    **{_key(preset.name): preset.id for preset in _OFFERED},
    **{_key(preset.id): preset.id for preset in _OFFERED},
}
