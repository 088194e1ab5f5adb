"""All versions on offer, in groups, with what one chooses by: length, players, how sure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pbem.app.records import RuleSet
from pbem.rules import length as lengths
from pbem.rules.options import Rules
from pbem.rules.presets import (
    PRESETS,
    WELL_KNOWN,
    Preset,
    house_id,
    near_presets,
    preset_rules,
    presets_called,
)
from pbem.rules.sizes import deal_sizes
from pbem.show.reader import Reader
from pbem.show.rules_in_words.sizes import span_words, time_words

_USUAL: Final = 4


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


_TITLES: Final = {
    "known": N_("Best known"),
    "turning": N_("Down and up, or up and down"),
    "one_way": N_("Only up, or only down"),
    "other": N_("Hands of one size, by a list or by a card"),
    "packs": N_("With other cards"),
}


@dataclass(frozen=True, slots=True)
class Version:
    """A version with the length of a game for `players`."""

    preset: Preset
    players: int
    deals: str
    tricks: str
    time: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """Versions that are alike."""

    id: str
    title: str
    versions: tuple[Version, ...]


def usual_players(preset: Preset, asked: int | None = None) -> int:
    """Return the number asked for if the version is meant for it, else the nearest to four."""
    if asked in preset.players and asked is not None:
        return asked
    return min(preset.players, key=lambda count: (abs(count - _USUAL), count))


def shelves(reader: Reader, words: str = "", players: int | None = None) -> tuple[Shelf, ...]:
    """Return the versions that these words may mean, and that so many may play, by groups."""
    wanted = [preset for preset in _meant(words) if players is None or players in preset.players]
    found: dict[str, list[Version]] = {shelf: [] for shelf in _TITLES}
    for preset in wanted:
        count = usual_players(preset, players)
        rules = preset_rules(preset.id, count)
        if isinstance(rules, Rules):
            version = Version(preset, count, **length_words(reader, rules))
            found[_shelf(preset)].append(version)
    return tuple(
        Shelf(shelf, reader._(_TITLES[shelf]), tuple(versions))
        for shelf, versions in found.items()
        if versions
    )


def _meant(words: str) -> tuple[Preset, ...]:
    """Return all versions that bear the words in a name, else those of a similar name."""
    text = words.strip().casefold()
    if not text:
        return tuple(PRESETS.values())
    called = {preset.id for preset in presets_called(words)} | {
        preset.id for preset in PRESETS.values() if any(text in name for name in _names(preset))
    }
    chosen = called or set(near_presets(words))
    return tuple(preset for preset in PRESETS.values() if preset.id in chosen)


def _names(preset: Preset) -> Iterator[str]:
    yield from (name.casefold() for name in (preset.name, *preset.also))


@lru_cache(maxsize=128)
def _shelf_of_rules(preset_id: str) -> str:
    rules = preset_rules(preset_id, usual_players(PRESETS[preset_id]))
    if not isinstance(rules, Rules) or rules.pack != "std52":
        return "packs"
    if rules.sequence in {"up", "down"}:
        return "one_way"
    return "turning" if len(set(deal_sizes(rules))) > 1 else "other"


def _shelf(preset: Preset) -> str:
    return "known" if preset in WELL_KNOWN else _shelf_of_rules(preset.id)


def base_of(kept: RuleSet) -> Preset:
    """Return the version from which kept rules were made, the standard game if it is none."""
    made_from = [one for one in PRESETS.values() if house_id(one.id) == house_id(kept.preset)]
    return next(iter(made_from), PRESETS["oh_hell_standard"])


def own_versions(kept: Iterable[RuleSet], words: str = "") -> list[tuple[RuleSet, Preset]]:
    """Return kept rules with these words in their title, each with what it was made from."""
    text = words.strip().casefold()
    return [(one, base_of(one)) for one in kept if text in one.title.casefold()]


def length_words(reader: Reader, rules: Rules) -> dict[str, str]:
    """Return how many deals and tricks a game has, and how long it takes by mail."""
    found = lengths.length(rules)
    return {
        "deals": span_words(reader, found.deals),
        "tricks": span_words(reader, found.tricks),
        "time": time_words(reader, found.days),
    }
