"""From bytes to text: any label of a charset, or none, and never an error."""

import codecs
import re
from typing import Final

_CODECS: Final = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "big5-hkscs": "big5hkscs",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "windows-31j": "cp932",
    "cp932": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-2022-kr": "iso2022_kr",
    "euc-kr": "cp949",
    "ks-c-5601-1987": "cp949",
    "cp949": "cp949",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "tis-620": "cp874",
    "windows-874": "cp874",
    "macintosh": "mac_roman",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
}
_CODECS_BY_NUMBER: Final = {
    **{f"windows-{page}": f"cp{page}" for page in range(1250, 1259) if page != 1252},
    **{f"cp{page}": f"cp{page}" for page in range(1250, 1259) if page != 1252},
    **{f"iso-8859-{part}": f"iso8859_{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}
# What Western programs call their text, rightly or not: it may be UTF-8 as well, and
# text that decodes as UTF-8 is UTF-8.
_VAGUE: Final = frozenset({
    "", "us-ascii", "ascii", "iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252"
})  # fmt: skip
# By label, the codecs of signs of two bytes or four, in either order of them.
_WIDE: Final = {
    "utf-16": ("utf-16-le", "utf-16-be", 2),
    "utf-32": ("utf-32-le", "utf-32-be", 4),
}
_WORD = re.compile(r"=\?([^?\s]{1,40})\?([BbQq])\?([^?]{0,2000})\?=(?:\s+(?==\?))?")
_HEX = re.compile(rb"=([0-9A-Fa-f]{2})")


def decoded(data: bytes, label: str | None) -> str:
    """Return the text of bytes that are labelled as of this charset.

    Only known codecs are used, the larger one where two are mixed up in the wild
    (gb18030 for gb2312). A label that is unknown, missing or wrong means UTF-8, and
    if it is not that, windows-1252.
    """
    return decoded_by(data, label)[0]


def decoded_by(data: bytes, label: str | None) -> tuple[str, str]:
    """Return the text of bytes, and the codec by which it was found."""
    name = (label or "").strip().strip("'\"").lower().replace("_", "-")
    # Without NUL bytes it is something else: no text with blanks or digits has none.
    if name[:6] in _WIDE and b"\0" in data:
        return _wide(data, name)
    codec = None if name in _VAGUE else _CODECS.get(name) or _CODECS_BY_NUMBER.get(name)
    for strict in (codec, "utf-8"):
        if strict is not None:
            try:
                return codecs.decode(data, strict), strict
            except UnicodeError:
                continue
    return codecs.decode(data, "cp1252", "replace"), "cp1252"


def _wide(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of UTF-16 or UTF-32: what begins it tells the order, else where NULs are."""
    little, big, width = _WIDE[name[:6]]
    told = {f"{name[:6]}-le": little, f"{name[:6]}-be": big}.get(name)
    codec = told or (big if data.startswith((b"\xfe\xff", b"\0")) else little)
    text = codecs.decode(data[: len(data) - len(data) % width], codec, "replace")
    return text.removeprefix("\ufeff"), codec


def undo_surrogates(text: str) -> str:
    """Return header text whose raw bytes the parser kept as surrogates."""
    if text.isascii():
        return text
    return decoded(text.encode("utf-8", "surrogateescape"), None)


def header_words(text: str) -> str:
    """Return header text with its encoded words (RFC 2047) decoded; broken ones stay."""
    return _WORD.sub(lambda word: _word(word[1], word[2], word[3]), text)


def _word(charset: str, encoding: str, text: str) -> str:
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        data = _HEX.sub(lambda pair: bytes.fromhex(pair[1].decode()), data.replace(b"_", b" "))
    else:
        data = _base64(data)
    return decoded(data, charset.partition("*")[0])


def _base64(data: bytes) -> bytes:
    try:
        return codecs.decode(data + b"=" * (-len(data) % 4), "base64")
    except ValueError:
        return data
