"""HTML without a text part: the quote is cut in the tree, what is left becomes lines.

Everything from the first node on that a mail program uses to mark quotes, headers of
quotes or signatures is dropped; so is what nobody sees.
"""

import contextlib
import re
from typing import Final

from lxml import etree

from pbem.mailin.charset import decoded
from pbem.mailin.unseen import is_unseen, unseen_selectors

MAX_BYTES: Final = 256 * 1024
MAX_TAGS: Final = 5000

_UNSEEN: Final = frozenset({
    "head", "style", "script", "title", "template", "noscript", "object", "svg", "math",
    "select", "textarea", "button", "audio", "video", "iframe",
})  # fmt: skip
_BLOCKS: Final = frozenset({
    "address", "article", "aside", "body", "center", "dd", "div", "dl", "dt", "fieldset",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "ol", "p",
    "pre", "section", "table", "tbody", "td", "th", "tr", "ul",
})  # fmt: skip
_CUT_TAGS: Final = frozenset({"blockquote", "hr"})
CUT_NAME = re.compile(
    r"gmail_quote|gmail_attr|gmail_extra|gmail_signature|appendonsend|divrplyfwdmsg|yahoo_quoted"
    r"|protonmail_quote|protonmail_signature|moz-cite-prefix|moz-signature|moz-forward|applemailsignature"
    r"|^signature$|ms-outlook-mobile-signature|mobile-signature|zmail_extra|zmail_signature"
    r"|tutanota_quote|tutanota_signature|k9mail-signature|replyforward|reply-intro|mail-quote"
    r"|^mail-editor-reference-message|^olk_src|^isforwardcontent|^isreplycontent|quoted-content"
    r"|wordsection2|^x_?divrply|front_blockquote|hmmessage_quote|freebirdquote",
    re.IGNORECASE,
)
# Those of them that stand around what they mark.
_CLOSED_NAME = re.compile(
    r"gmail_quote|gmail_attr|gmail_signature|moz-cite-prefix|moz-signature|yahoo_quoted"
    r"|protonmail_quote|protonmail_signature|applemailsignature|zmail_extra|tutanota_quote",
    re.IGNORECASE,
)
_BESIDE_NAME = re.compile(r"signature|gmail_attr|moz-cite-prefix", re.IGNORECASE)
TOP_BORDER = re.compile(
    r"border-top\s{0,9}:\s{0,9}[#\w. ]{0,30}solid|border-style\s{0,9}:\s{0,9}solid none none",
    re.IGNORECASE,
)
_META = re.compile(rb"<meta[^>]{0,200}charset\s{0,9}=\s{0,9}[\"']?([\w-]{1,40})", re.IGNORECASE)
_INSTRUCTION = re.compile(r"<\?[^>]{0,200}>")


class _Cut(Exception):
    """The first node of a quote was met."""


def text_of_html(data: bytes, label: str | None) -> str:
    """Return what a person sees of HTML above its first quote, a line per block."""
    root = _parsed(data, label)
    return "" if root is None else _Walk(root).lines()


def outline_of_html(data: bytes, label: str | None) -> str:
    """Return all of HTML that stands around its quotes, with a quoted line for each of them.

    Where a quote has no end, it is the end.
    """
    root = _parsed(data, label)
    return "" if root is None else _Walk(root, goes_on=True).lines()


def _parsed(data: bytes, label: str | None) -> etree._Element | None:
    if label is None and (meta := _META.search(data[:4096])):
        label = meta[1].decode("ascii")
    text = decoded(data[:MAX_BYTES], label).replace("\0", "")
    text = _capped(_INSTRUCTION.sub("", text))
    if not text.strip():
        return None
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True
    )
    return etree.fromstring(text.encode("utf-8", "replace"), parser)


def _capped(text: str) -> str:
    """Return the text up to its 5000th tag."""
    pieces = text.split("<", MAX_TAGS + 1)
    return "<".join(pieces[: MAX_TAGS + 1])


class _Walk:
    """Goes through a tree without recursion and collects lines.

    At the first quote it stops; if it `goes_on`, at the first one that has no end.
    """

    def __init__(self, root: etree._Element, *, goes_on: bool = False) -> None:
        self._root = root
        self._goes_on = goes_on
        sheets = (sheet.text or "" for sheet in root.iter("style"))
        self._unseen = unseen_selectors("\n".join(sheets))
        self._lines: list[str] = []
        self._words: list[str] = []

    def lines(self) -> str:
        with contextlib.suppress(_Cut):
            self._walk(self._root)
        self._end_line()
        return "\n".join(self._lines)

    def _walk(self, root: etree._Element) -> None:
        # A node is met twice: None marks the way back, when its tail follows.
        waiting: list[tuple[etree._Element, bool]] = [(root, True)]
        while waiting:
            node, comes_in = waiting.pop()
            if comes_in:
                waiting.append((node, False))
                if self._enter(node):
                    waiting.extend((child, True) for child in reversed(node))
            else:
                self._leave(node)

    def _enter(self, node: etree._Element) -> bool:
        """Take a node's own text; False if its children are not to be seen."""
        name = _name(node)
        if name in _CUT_TAGS or _is_quote(node):
            self._cut(node)
            return _holds_quotes(node)
        if name in _UNSEEN or self._is_hidden(node):
            return False
        if name == "br" or name in _BLOCKS:
            self._end_line()
        self._add(node.text, is_kept=name == "pre")
        return True

    def _cut(self, node: etree._Element) -> None:
        if not self._goes_on or not _has_end(node):
            raise _Cut
        self._end_line()
        if not _holds_quotes(node) and not _is_beside(node):
            self._add_quote()

    def _add_quote(self) -> None:
        """Add a quoted line, but one alone for quotes with nothing between them."""
        while self._lines and not self._lines[-1].strip():
            self._lines.pop()
        if self._lines[-1:] != ["> "]:
            self._lines.append("> ")

    def _is_hidden(self, node: etree._Element) -> bool:
        if "hidden" in node.attrib or is_unseen(node.get("style", "")):
            return True
        return bool(self._unseen) and not self._unseen.isdisjoint(_selectors(node))

    def _leave(self, node: etree._Element) -> None:
        if _name(node) in _BLOCKS:
            self._end_line()
        parent = node.getparent()
        self._add(node.tail, is_kept=parent is not None and _name(parent) == "pre")

    def _add(self, text: str | None, *, is_kept: bool) -> None:
        if not text:
            return
        first, *others = text.split("\n") if is_kept else [text.replace("\n", " ")]
        self._words.append(first)
        for line in others:
            self._end_line()
            self._words.append(line)

    def _end_line(self) -> None:
        self._lines.append("".join(self._words))
        self._words = []


def _name(node: etree._Element) -> str:
    return str(node.tag).lower()


def _names(node: etree._Element) -> list[str]:
    return [node.get("id", ""), *node.get("class", "").split()]


def _is_quote(node: etree._Element) -> bool:
    if any(CUT_NAME.search(name[:200]) for name in _names(node)):
        return True
    return _name(node) == "div" and TOP_BORDER.search(node.get("style", "")[:1000]) is not None


def _has_end(node: etree._Element) -> bool:
    """Whether a quote stands inside of this, and not below."""
    if _name(node) == "blockquote":
        return True
    return any(_CLOSED_NAME.search(name[:200]) for name in _names(node))


def _is_beside(node: etree._Element) -> bool:
    """Whether this is a signature or the head of a quote, and itself none."""
    return any(_BESIDE_NAME.search(name[:200]) for name in _names(node))


def _holds_quotes(node: etree._Element) -> bool:
    """Whether answers between quotes would stand inside of this too."""
    return _name(node) != "blockquote" and node.find("blockquote") is not None


def _selectors(node: etree._Element) -> list[str]:
    """Return how a style sheet may name this, by its first classes and its id."""
    names = [f".{one}" for one in node.get("class", "")[:1000].lower().split()[:20]]
    names += [f"#{one}" for one in [node.get("id", "")[:200].lower()] if one]
    return names + [f"{_name(node)}{one}" for one in names]
