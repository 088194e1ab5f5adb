"""HTML without a text part: the quote is cut in the tree, what is left becomes lines.

Everything from the first node on that a mail program uses to mark quotes, headers of
quotes or signatures is dropped; so is what nobody sees.
"""

import contextlib
import re
from typing import Final

from lxml import etree

from pbem.mailin.charset import decoded

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
TOP_BORDER = re.compile(
    r"border-top\s{0,9}:\s{0,9}[#\w. ]{0,30}solid|border-style\s{0,9}:\s{0,9}solid none none",
    re.IGNORECASE,
)
HIDDEN = re.compile(
    r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|mso-hide\s{0,9}:\s{0,9}all"
    r"|font-size\s{0,9}:\s{0,9}0(?![.\d]*[1-9])|opacity\s{0,9}:\s{0,9}0(?![.\d]*[1-9])"
    r"|max-height\s{0,9}:\s{0,9}0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
_META = re.compile(rb"<meta[^>]{0,200}charset\s{0,9}=\s{0,9}[\"']?([\w-]{1,40})", re.IGNORECASE)
_INSTRUCTION = re.compile(r"<\?[^>]{0,200}>")


class _Cut(Exception):
    """The first node of a quote was met."""


def text_of_html(data: bytes, label: str | None) -> str:
    """Return what a person sees of HTML above its first quote, a line per block."""
    if label is None and (meta := _META.search(data[:4096])):
        label = meta[1].decode("ascii")
    text = decoded(data[:MAX_BYTES], label).replace("\0", "")
    text = _capped(_INSTRUCTION.sub("", text))
    if not text.strip():
        return ""
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    return "" if root is None else _Walk().lines(root)


def _capped(text: str) -> str:
    """Return the text up to its 5000th tag."""
    pieces = text.split("<", MAX_TAGS + 1)
    return "<".join(pieces[: MAX_TAGS + 1])


class _Walk:
    """Goes through a tree without recursion and collects lines."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._words: list[str] = []

    def lines(self, root: etree._Element) -> str:
        with contextlib.suppress(_Cut):
            self._walk(root)
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
            raise _Cut
        if name in _UNSEEN or _is_hidden(node):
            return False
        if name == "br" or name in _BLOCKS:
            self._end_line()
        self._add(node.text, is_kept=name == "pre")
        return True

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


def _is_quote(node: etree._Element) -> bool:
    names = [node.get("id", ""), *node.get("class", "").split()]
    if any(CUT_NAME.search(name[:200]) for name in names):
        return True
    return _name(node) == "div" and TOP_BORDER.search(node.get("style", "")[:1000]) is not None


def _is_hidden(node: etree._Element) -> bool:
    return "hidden" in node.attrib or HIDDEN.search(node.get("style", "")[:1000]) is not None
