"""What mail programs and phones add to a line, taken away before it is read."""

import unicodedata

QUOTES = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
)
WRAPPERS = "\"'*_`"
"""Marks that are stripped when they stand at both ends of a line: quotes and emphasis."""

CLOSING = ".!?,; "
"""Marks at the end of an order that mean nothing."""

# Not in category Cf, but invisible all the same: the joiner of graphemes, the
# fillers of Hangul, the place of a missing object.
_UNSEEN = frozenset("\u034f\u115f\u1160\u3164\uffa0\ufffc")


def _is_unseen(sign: str) -> bool:
    if sign in _UNSEEN or "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef":
        return True
    category = unicodedata.category(sign)
    return category == "Cf" or (category == "Cc" and not sign.isspace())


class _Visible(dict[int, int | None]):
    """A table for `translate` that is filled as signs are met, up to a size."""

    def __missing__(self, code: int) -> int | None:
        kept = None if _is_unseen(chr(code)) else code
        if len(self) < _MOST_SIGNS:
            self[code] = kept
        return kept


_MOST_SIGNS = 4096
_LONGEST_GROWN = 2000
_VISIBLE = _Visible()


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_VISIBLE)


def _unwrapped(text: str) -> str:
    """Strip quotes and emphasis around the whole text, as often as they go round it."""
    first, last = 0, len(text)
    while last - first > 1 and text[first] == text[last - 1] and text[first] in WRAPPERS:
        first, last = first + 1, last - 1
        while first < last and text[first] == " ":
            first += 1
        while first < last and text[last - 1] == " ":
            last -= 1
    return text[first:last]


def clean_line(text: str) -> str:
    """Return a line without what is invisible or only decoration; again changes nothing.

    Invisible signs go; compatibility forms become plain (NFKC: full-width digits);
    every run of blanks is one blank, none at the ends; typographic quotes become
    ASCII; quotes or signs of emphasis around the whole line go. Case and closing marks stay.
    """
    if text.isascii() and text.isprintable():
        # Most lines are, and have nothing that is invisible or another form of something.
        return _unwrapped(" ".join(text.split()))
    seen = _visible(text)
    plain = unicodedata.normalize("NFKC", seen)
    if plain != seen:
        # One sign may become eighteen; what a line of so many says is no order.
        plain = _visible(plain[: max(len(seen), _LONGEST_GROWN)])
    return _unwrapped(" ".join(plain.translate(QUOTES).split()))
