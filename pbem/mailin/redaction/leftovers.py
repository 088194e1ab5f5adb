"""What of a letter is still there after it was redacted: the net below the other rules."""

import re
from typing import Final

from pbem.mailin import boundaries, limits
from pbem.mailin.charset import decoded, header_words, undo_surrogates
from pbem.mailin.headers import parameters, parse, parts
from pbem.mailin.redaction.headers import AS_IT_IS, PARAMETER, PLAIN_PARAMETERS
from pbem.mailin.redaction.vocabulary import HEADER_WORDS, LINE_WORDS, ORDER_WORDS, WORD

# Below that, words of any letters are too likely to be somewhere by chance.
_SHORTEST: Final = 4
_OURS: Final = frozenset({"ohhell", "example", "bounce", "rfc822"})
_CODE = re.compile(r"(?=\w*\d)(?=\w*[^\W\d])\w{4,}|\d{5,}")
_MARKUP = re.compile(r"<[^<>]*>|&#?\w{1,12};")


def leftovers(raw: bytes, redacted: bytes) -> frozenset[str]:
    """Return words and codes of a letter that are also in its redacted form."""
    return _told(raw) & _told(redacted)


def _told(raw: bytes) -> frozenset[str]:
    words: set[str] = set()
    for text in _texts(limits.plain(raw)):
        shown = _MARKUP.sub(" ", text.lower())
        for piece in boundaries.PIECES:
            shown = piece.sub(" ", shown)
        words.update(word for word in WORD.findall(shown) if len(word) >= _SHORTEST)
        words.update(_CODE.findall(shown))
    return frozenset(words - LINE_WORDS - ORDER_WORDS - HEADER_WORDS - _OURS)


def _told_by(name: str, value: str) -> str:
    """Return what of a header is a person's."""
    if name in AS_IT_IS:
        return ""
    if name in {"content-type", "content-disposition"}:
        given = [one["value"] for one in PARAMETER.finditer(value) if not _is_plain(one["key"])]
        return " ".join(given)
    return header_words(undo_surrogates(value))


def _is_plain(parameter: str) -> bool:
    return parameter.lower().partition("*")[0] in PLAIN_PARAMETERS


def _texts(letter: bytes) -> list[str]:
    """Return what is written in the headers and bodies of a letter."""
    if limits.over_limit(letter):
        return []
    try:
        message = parse(letter)
    except (RecursionError, ValueError):
        return []
    found: list[str] = []
    for part in parts(message):
        found += [_told_by(name.lower(), str(value)) for name, value in part.raw_items()]
        data = part.get_payload(decode=True)
        if isinstance(data, bytes) and part.get_content_maintype() in {"text", "message"}:
            found.append(decoded(data, parameters(part).get("charset")))
    return found
