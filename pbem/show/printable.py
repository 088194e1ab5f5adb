"""Text in the letters that a font has: others plainly, spelt out, or as a square.

Chinese characters have no spelling without a dictionary, and a font with all of them is
many times the size of this program: they become squares.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

SQUARE: Final = "\N{WHITE SQUARE}"

_SPELT: Final = re.compile(r"(?:HANGUL SYLLABLE|(?:HIRAGANA|KATAKANA) LETTER(?: SMALL)?) (\w+)")
# Joiners, what chooses between forms of a sign, and the shades of skins.
_UNSEEN: Final = re.compile("[\u200b-\u200f\u2060\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")

Has = Callable[[str], bool]


def printable(text: str, has: Has) -> str:
    """Return the text in letters that the font has; `has` tells whether it does.

    Full width and ornamental letters become plain ones, letters with marks go without
    them, Korean and Japanese syllables are spelt in Latin letters. For the rest stands
    a square each.
    """
    seen = _UNSEEN.sub("", unicodedata.normalize("NFC", text))
    pieces = [one if has(one) else _instead(one, has) for one in seen]
    return _capitals("".join(pieces))


def _instead(one: str, has: Has) -> str:
    plain = unicodedata.normalize("NFKC", one)
    if plain != one and all(map(has, plain)):
        return plain
    bare = [part for part in unicodedata.normalize("NFKD", one) if not unicodedata.combining(part)]
    spelt = _SPELT.fullmatch(unicodedata.name(one, ""))
    if spelt is not None:
        return _MARK + spelt[1].lower()
    if bare and all(map(has, bare)):
        return "".join(bare)
    return "" if unicodedata.combining(one) else SQUARE


_MARK: Final = "\0"
_RUN: Final = re.compile(f"{_MARK}[a-z]+(?:{_MARK}[a-z]+)*")


def _capitals(text: str) -> str:
    """Begin what was spelt out with a capital, as a name is."""
    return _RUN.sub(lambda run: run[0].replace(_MARK, "").capitalize(), text)
