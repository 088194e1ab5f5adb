"""Other words for those of a letter: the same for the same, of the same length and script."""

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from pbem.mailin import boundaries
from pbem.mailin.addresses import Identity, our_address
from pbem.mailin.redaction.vocabulary import LINE_WORDS, ORDER_WORDS
from pbem.orders.cleaning import clean_line
from pbem.orders.reading import is_order

DOMAIN: Final = "ohhell.example.org"
MAILBOX: Final = "play"

# No letter of a suit or a court card, so that no card and no order comes about.
_LETTERS: Final = "bfgmnprvwxz"
_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUITS: Final = ("SHDC", "\u2660\u2665\u2666\u2663", "\u2664\u2661\u2662\u2667")
_NAMES: Final = (
    ("spades", "hearts", "diamonds", "clubs"),
    ("jack", "queen", "king", "ace"),
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
)
_FAR: Final = {
    "CYRILLIC": "\u0436", "GREEK": "\u03bb", "HEBREW": "\u05e9", "ARABIC": "\u0628",
    "HIRAGANA": "\u306e", "KATAKANA": "\u30ab", "HANGUL": "\uac00", "CJK": "\u6c34",
    "LATIN": "\u00e9", "THAI": "\u0e01",
}  # fmt: skip
_ADDRESS = (
    r"""(?P<address>(?:"(?:[^"\\\n]|\\.){1,64}"|[^\s"<>@,;:()\[\]\\]{1,128})"""
    r"""@[^\s"<>@,;:()\[\]\\]{1,255})"""
)
_CARD = (
    r"(?P<card>(?<!\w)(?:(?:10|[2-9TJQKA])\s?[SHDC\u2660-\u2667]"
    r"|[SHDC\u2660-\u2667][\ufe0e\ufe0f]?\s?(?:10|[2-9TJQKA]))(?!\w)|\b(?:10|[2-9])(?=\s+of\s))"
)
_PIECE = re.compile(
    rf"{_ADDRESS}|(?P<status>\b[245]\.\d{{1,3}}\.\d{{1,3}}\b)|{_CARD}"
    r"|(?P<number>\d+)|(?P<word>[^\W\d_]+)|(?P<suit>[\u2660-\u2667])",
    re.IGNORECASE,
)


class Words:
    """What stands for what in one letter; cards and numbers are turned by so many places."""

    def __init__(self, identity: Identity, below: Callable[[int], int]) -> None:
        self.identity = identity
        self._known: dict[str, str] = {}
        self._counts = itertools.count(below(1000))
        self._suits = 1 + below(3)
        self._ranks = 1 + below(12)
        self._digits = 1 + below(4)

    def line(self, line: str) -> str:
        """Return a line of a body; an order becomes one of the same kind."""
        mark = re.match(r"[>|\s]*", line)
        start = mark.end() if mark else 0
        rest = line[start:]
        if is_order(clean_line(rest)):
            return line[:start] + self._order(rest)
        return line[:start] + self._talk(rest)

    def _talk(self, text: str) -> str:
        """Return other words, but keep those that a boundary is known by."""
        for piece in boundaries.PIECES:
            found = piece.search(text)
            if found is not None:
                before, after = text[: found.start()], text[found.end() :]
                return self._talk(before) + found[0] + self._talk(after)
        return self.text(text, LINE_WORDS)

    def _order(self, line: str) -> str:
        verb, blank, rest = line.partition(" ")
        strict = self.text(verb, ORDER_WORDS) + blank + self.text(rest, frozenset())
        for found in (strict, self.text(line, ORDER_WORDS)):
            if is_order(clean_line(found)):
                return found
        return "status"

    def text(self, text: str, kept: Iterable[str]) -> str:
        """Return a text in which no word but those in `kept` is what it was."""
        words = frozenset(kept)
        return _PIECE.sub(lambda piece: self._piece(piece, words), text)

    def _piece(self, piece: re.Match[str], kept: frozenset[str]) -> str:
        match piece.lastgroup:
            case "address":
                return self.address(piece[0])
            case "card" | "suit":
                return self._card(piece[0])
            case "status":
                return piece[0]
            case "number":
                return self._number(piece[0])
            case _:
                return self.word(piece[0], kept)

    def address(self, address: str) -> str:
        """Return another address; one of ours stays one, with another token."""
        local, _, domain = address.rpartition("@")
        ours = our_address(address, self.identity)
        if ours is None or ours.box == "postmaster":
            kept = frozenset({"mailer", "daemon", "postmaster", "maildaemon", "mail"})
            return f"{self._each(local, kept)}@{self.domain(domain)}"
        box = "bounce" if ours.box == "bounce" else MAILBOX
        token = f"+{self._each(ours.token, frozenset())}" if ours.token else ""
        return f"{box}{token}@{DOMAIN}"

    def domain(self, domain: str) -> str:
        """Return another domain; one below ours stays below ours."""
        own = self.identity.domain.lower()
        name = domain.lower()
        if name == own:
            return DOMAIN
        if name.endswith(f".{own}"):
            return f"{self._each(domain[: -len(own) - 1], frozenset())}.{DOMAIN}"
        return f"{self._each(domain, frozenset()).replace('.', '-')}.example"

    def _each(self, text: str, kept: frozenset[str]) -> str:
        return re.sub(r"[^\W\d_]+|\d+", lambda found: self._token(found[0], kept), text)

    def _token(self, text: str, kept: frozenset[str]) -> str:
        return self._made(text) if text.isdecimal() else self.word(text, kept)

    def word(self, word: str, kept: frozenset[str]) -> str:
        """Return another word for one, in the same case; a kept one as it is."""
        lower = word.lower()
        plain = unicodedata.normalize("NFKC", lower)
        for names in _NAMES:
            if kept is ORDER_WORDS and plain in names:
                return _cased(names[(names.index(plain) + 1) % len(names)], word)
        if plain in kept or lower in kept:
            return word
        return _cased(self._known.setdefault(lower, self._made(lower)), word)

    def _made(self, word: str) -> str:
        """Return a word that nobody has written, of this length and these scripts."""
        if word in self._known:
            return self._known[word]
        digits = _written(next(self._counts) * 7 + 1, len(word))
        made = "".join(
            new if old.isascii() else _far(old) for old, new in zip(word, digits, strict=True)
        )
        return self._known.setdefault(word, made)

    def _card(self, card: str) -> str:
        return re.sub(r"10|[2-9TJQKA]|[SHDC\u2660-\u2667]", self._turned, card, flags=re.IGNORECASE)

    def _turned(self, sign: re.Match[str]) -> str:
        upper = sign[0].upper()
        for suits in _SUITS:
            if upper in suits:
                turned = suits[(suits.index(upper) + self._suits) % 4]
                return turned if sign[0].isupper() or not sign[0].isascii() else turned.lower()
        rank = _RANKS.index("10" if upper == "T" else upper)
        turned = _RANKS[(rank + self._ranks) % len(_RANKS)]
        return turned.lower() if sign[0].islower() else turned

    def _number(self, digits: str) -> str:
        """Return another number; of a year the century stays, which attributions are known by."""
        century = digits[:2] if re.fullmatch(r"(?:19|20)\d\d", digits) else ""
        if len(digits) > 1 and not century:
            return "".join(str((int(one) + self._digits) % 9 + 1) for one in digits)
        rest = digits[len(century) :]
        return century + "".join(str((int(one) + self._digits) % 10) for one in rest)


def _written(number: int, length: int) -> str:
    signs = []
    for _ in range(length):
        number, rest = divmod(number, len(_LETTERS))
        signs.append(_LETTERS[rest])
    return "".join(signs)


def _far(sign: str) -> str:
    """Return a letter of the same script."""
    script = unicodedata.name(sign, "").split(" ")[0].partition("-")[0]
    return _FAR.get(script, "x")


def _cased(word: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
