"""HTML with other words: its tags stay, and of their attributes what quotes are known by."""

import re
from collections.abc import Iterator
from typing import Final

from pbem.mailin.html import CUT_NAME, TOP_BORDER
from pbem.mailin.redaction.words import Words
from pbem.mailin.unseen import HIDDEN, is_unseen

_PIECE = re.compile(
    r"<!--.*?-->|<(?:style|script)\b.*?</(?:style|script)\s*>|<[^<>]*>|&#?\w{1,12};", re.DOTALL
)
_BLANK = re.compile(r"&(?:nbsp|#160|#xa0);", re.IGNORECASE)
_TAG = re.compile(r"</?([a-z][a-z0-9]*)", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""\b(class|id|style|type|hidden|charset|content)\s*(?:=\s*("[^"]*"|'[^']*'|[^\s>]+))?""",
    re.IGNORECASE,
)
_KEPT: Final = {"class": CUT_NAME, "id": CUT_NAME}
_META: Final = re.compile(
    r"<meta[^>]{0,200}charset\s{0,9}=\s{0,9}[\"']?([\w-]{1,40})", re.IGNORECASE
)


def other_page(text: str, words: Words) -> str:
    """Return HTML of the same tags with other words."""
    pieces, end = [], 0
    text = _BLANK.sub("\u00a0", text)
    for found in _PIECE.finditer(text):
        pieces += [_lines(text[end : found.start()], words), _tag(found[0])]
        end = found.end()
    return "".join((*pieces, _lines(text[end:], words))).replace("\u00a0", "&nbsp;")


def _lines(text: str, words: Words) -> str:
    return "\n".join(map(words.line, text.split("\n")))


def _tag(piece: str) -> str:
    if piece.startswith("&"):
        return piece
    found = _TAG.match(piece)
    if found is None:
        return ""
    if found[1].lower() in {"style", "script"}:
        return f"<{found[1]}></{found[1]}>"
    meta = _META.match(piece)
    if meta is not None:
        return f'<meta charset="{meta[1]}">'
    end = "/>" if piece.endswith("/>") else ">"
    return found[0] + "".join(_attributes(piece[found.end() :])) + end


def _attributes(text: str) -> list[str]:
    kept = []
    for found in _ATTRIBUTE.finditer(text):
        name, value = found[1].lower(), (found[2] or "").strip("\"'")
        if name == "hidden":
            kept.append(" hidden")
        elif name == "style":
            style = "; ".join(_styles(value))
            kept += [f' style="{style}"'] if style else []
        elif name in _KEPT:
            names = [one[0] for one in map(CUT_NAME.search, value.split()) if one]
            kept += [f' {name}="{" ".join(names)}"'] if names else []
    return kept


def _styles(value: str) -> Iterator[str]:
    """Yield what of a style makes a difference to how a letter is read."""
    if border := TOP_BORDER.search(value):
        yield border[0]
    if hidden := HIDDEN.search(value):
        yield hidden[0]
    elif is_unseen(value):
        yield "display:none"
