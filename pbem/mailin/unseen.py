"""Which styles keep a text from being seen by whoever reads a mail."""

import re
from typing import Final

HIDDEN = re.compile(
    r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|mso-hide\s{0,9}:\s{0,9}all"
    r"|font-size\s{0,9}:\s{0,9}0(?![.\d]*[1-9])|opacity\s{0,9}:\s{0,9}0(?![.\d]*[1-9])"
    r"|max-height\s{0,9}:\s{0,9}0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
_LONGEST: Final = 1000
_LONGEST_SHEET: Final = 16 * 1024
_MOST_RULES: Final = 500
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_NOTHING = re.compile(r"0*(?:\.0+)?(?:[a-z]{1,4}|%)?")
_FONT_OF_NOTHING = re.compile(r"(?:[a-z]+ ){0,4}0(?:\.0+)?(?:[a-z]{2,4}|%)?(?:\s?/|\s)")
_FAR_OUT = re.compile(r"-\d{3,6}(?:\.\d+)?(?:px|pt)?|-\d{2,6}(?:\.\d+)?(?:r?em|vw|vh|in|cm)")
_SHIFTS: Final = ("left", "right", "top", "bottom", "text-indent", "margin-left", "margin-top")
_SELECTOR = re.compile(r"(?:[a-z][a-z0-9]{0,20})?[.#][\w-]{1,200}")
# Of other screens, or of paper: the braces within are its rules.
_AT_BLOCK = re.compile(
    r"@[^{};@]{0,1000}+\{(?:[^{}]{0,4000}\{[^{}]{0,4000}\}){0,500}[^{}]{0,1000}\}"
)
_COLOURS: Final = {"white": "#ffffff", "black": "#000000"}
_SHORT_COLOUR = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])")
_RGB = re.compile(r"rgb\(\s?(\d{1,3})\s?,\s?(\d{1,3})\s?,\s?(\d{1,3})\s?\)")


def is_unseen(style: str) -> bool:
    """Tell whether these declarations hide a text: by size, place, or colour on its like.

    A colour alone says nothing, since what is behind the text is not known.
    """
    if not style:
        return False
    if HIDDEN.search(style[:_LONGEST]):
        return True
    told = _declarations(style[:_LONGEST])
    return _is_small(told) or _is_far_out(told) or _is_of_one_colour(told)


def _declarations(style: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in _COMMENT.sub("", style).lower().split(";"))
    return {
        name.strip(): " ".join(value.replace("!important", "").split()) for name, _, value in pairs
    }


def _is_small(told: dict[str, str]) -> bool:
    if _FONT_OF_NOTHING.match(told.get("font", "")):
        return True
    is_cut = "hidden" in told.get("overflow", "") or told.get("overflow") == "clip"
    sizes = (told[name] for name in ("height", "width", "max-width") if told.get(name))
    return is_cut and any(_NOTHING.fullmatch(size) for size in sizes)


def _is_far_out(told: dict[str, str]) -> bool:
    return any(_FAR_OUT.fullmatch(told.get(name, "")) for name in _SHIFTS)


def _is_of_one_colour(told: dict[str, str]) -> bool:
    colour = _colour(told.get("color", ""))
    behind = _colour(told.get("background-color", told.get("background", "")))
    return colour == "transparent" or (bool(colour) and colour == behind)


def _colour(text: str) -> str:
    if found := _RGB.fullmatch(text):
        return "#" + "".join(f"{int(part):02x}" for part in found.groups())
    if found := _SHORT_COLOUR.fullmatch(text):
        return "#" + "".join(2 * part for part in found.groups())
    return _COLOURS.get(text, text)


def unseen_selectors(sheet: str) -> frozenset[str]:
    """Return the classes (`.name`, `p.name`) and ids (`#name`) that a style sheet hides.

    Of the rules for one of them the last counts. Other selectors, and rules for some screens
    alone, are left out.
    """
    plain = _AT_BLOCK.sub("", _COMMENT.sub("", sheet[:_LONGEST_SHEET]).lower())
    found: dict[str, bool] = {}
    for rule in plain.split("}", _MOST_RULES)[:_MOST_RULES]:
        selectors, _, declarations = rule.partition("{")
        is_hidden = is_unseen(declarations)
        for selector in map(str.strip, selectors.split(",")):
            if _SELECTOR.fullmatch(selector):
                found[selector] = is_hidden
    return frozenset(selector for selector, is_hidden in found.items() if is_hidden)
