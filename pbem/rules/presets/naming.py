"""Finding a preset by what people call it.

Case, accents, blanks and other signs do not matter, nor do articles, `&` for `and`,
and an `s` at the end of a word.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from pbem.rules.presets.preset import Preset
from pbem.rules.presets.table import PRESETS

_ARTICLES: Final = frozenset({"the", "a", "an", "la", "le", "l", "el", "der", "die", "das"})
_SHORTEST_PLURAL: Final = 4
_MOST_NEAR: Final = 3
_HOUSE: Final = "+"


def presets_called(text: str, players: int | None = None) -> tuple[Preset, ...]:
    """Return every preset that may be meant by this id, name or other name.

    An id or a full name means its preset alone. Of several presets with one name
    those for this number of players are meant, if there are any.
    """
    found = next((_INDEX[key] for key in _keys(text) if key in _INDEX), ())
    fitting = tuple(one for one in found if players is None or players in PRESETS[one].players)
    return tuple(PRESETS[preset_id] for preset_id in _own(text, fitting or found))


def find_preset(text: str, players: int | None = None) -> Preset | None:
    """Return the only preset that may be meant by this name; None if there are several."""
    found = presets_called(text, players)
    return found[0] if len(found) == 1 else None


def near_presets(text: str) -> tuple[str, ...]:
    """Return ids of presets that may have been meant, the likeliest first."""
    called = presets_called(text)
    if called:
        return tuple(preset.id for preset in called)
    near = get_close_matches(_tight(text), _INDEX, n=8, cutoff=0.7)
    return tuple(dict.fromkeys(one for key in near for one in _INDEX[key]))[:_MOST_NEAR]


def title_of(preset_id: str) -> str:
    """Return what a preset is called for short: its name without remarks and other names.

    Of several presets that would be called alike the first on offer is, and the
    others keep their remarks. An unknown id is told as words.
    """
    if preset_id.endswith(_HOUSE):
        return f"{title_of(preset_id.removesuffix(_HOUSE))} (house rules)"
    return _TITLES.get(preset_id) or preset_id.replace("_", " ").capitalize()


def house_id(preset_id: str) -> str:
    """Return what a game is kept under whose rules are a preset with changes."""
    return preset_id.removesuffix(_HOUSE) + _HOUSE


def name_key(name: str) -> str:
    """Return what of a name tells it from others; empty if there is nothing."""
    return _loose(name) or _tight(name)


def _own(text: str, found: tuple[str, ...]) -> tuple[str, ...]:
    """Keep the preset whose own name this is; `oh shit` is one and another's other name too."""
    mine = [one for one in found if _tight(text) in {_tight(one), _tight(PRESETS[one].name)}]
    return tuple(mine) or found


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize(
        "NFKD", text.casefold().replace("&", " and ").replace("+", " and ")
    )
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.findall(r"[^\W_]+", re.sub(r"['\u2019]s\b", "s", letters))


def _tight(text: str) -> str:
    return "".join(_words(text))


def _loose(text: str) -> str:
    kept = [word for word in _words(text) if word not in _ARTICLES]
    return "".join(_singular(word) for word in kept)


def _singular(word: str) -> str:
    is_plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


def _keys(text: str) -> Iterator[str]:
    yield from (key for key in (_tight(text), _loose(text)) if key)


def _index() -> Mapping[str, tuple[str, ...]]:
    index: dict[str, dict[str, None]] = {}
    for preset in PRESETS.values():
        for name in (preset.id, preset.name, *preset.also):
            for key in _keys(name):
                index.setdefault(key, {})[preset.id] = None
    return {key: tuple(ids) for key, ids in index.items()}


def _titles() -> Mapping[str, str]:
    titles: dict[str, str] = {}
    for preset in PRESETS.values():
        short = re.split(r" \(|[,;]", preset.name, maxsplit=1)[0]
        titles[preset.id] = preset.name if short in titles.values() else short
    return titles


_INDEX: Final = _index()
_TITLES: Final = _titles()
