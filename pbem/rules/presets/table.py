"""All presets, in the order in which they are offered."""

from collections.abc import Mapping
from typing import Final

from pbem.rules.presets import (
    one_way,
    other_courses,
    other_packs,
    ten_down_and_up,
    there_and_back,
)
from pbem.rules.presets.preset import Preset

_WELL_KNOWN: Final = (
    "oh_hell_standard",
    "oh_hell_pagat",
    "blackout",
    "nomination_whist",
    "up_and_down_the_river",
    "oh_pshaw",
    "british_oh_hell",
    "diminishing_bridge",
    "get_fred",
    "oh_shit",
    "about_com",
)
_ROWS: Final = (
    *there_and_back.ROWS,
    *ten_down_and_up.ROWS,
    *one_way.ROWS,
    *other_courses.ROWS,
    *other_packs.ROWS,
)
_BY_ID: Final = {preset.id: preset for preset in _ROWS}

WELL_KNOWN: Final = tuple(_BY_ID[preset_id] for preset_id in _WELL_KNOWN)
"""The presets that are shown to somebody who does not know which one is meant."""

PRESETS: Final[Mapping[str, Preset]] = {
    preset.id: preset for preset in (*WELL_KNOWN, *_BY_ID.values())
}
"""Every preset by its id; the well-known ones come first."""
