"""Named sets of options that are offered. To add one is to add a row to one of the tables."""

from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.presets.naming import (
    find_preset,
    house_id,
    name_key,
    near_presets,
    presets_called,
    title_of,
)
from pbem.rules.presets.preset import Outside, Preset, Sure
from pbem.rules.presets.table import PRESETS, WELL_KNOWN

__all__ = [
    "PRESETS",
    "WELL_KNOWN",
    "Outside",
    "Preset",
    "Sure",
    "find_preset",
    "house_id",
    "name_key",
    "near_presets",
    "preset_rules",
    "presets_called",
    "title_of",
]


def preset_rules(preset_id: str, players: int) -> Rules | RulesRefused:
    """Return the rules of a preset for a number of players.

    Raises:
        KeyError: no preset has this id.
    """
    return rules_of(players, PRESETS[preset_id].options)
