"""The grid of a score sheet on paper: one for sheets that are filled, and for blank ones."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pbem.show.printable import printable

MM: Final = 72 / 25.4
FONT: Final = "Sheet"
INK, SOFT, LINE = 0.1, 0.4, 0.75
"""Greys: letters, lesser letters, lines."""

PARTS: Final = (0.19, 0.37, 0.66)
"""Where bid, tricks and points of a cell end, in parts of its width; the total takes the rest."""

_MARGIN: Final = 11 * MM
_FIRST: Final = 27 * MM
_HEAD, _LOW_ROW, _FOOT, _NOTES = 11 * MM, 6.4 * MM, 9 * MM, 10 * MM
ROW: Final = 9 * MM
TALL_ROW: Final = 13 * MM
"""Heights of a row at most: in print, and for a pen."""

_MOST_UPRIGHT: Final = 5
_SMALLEST: Final = 5.0


@dataclass(frozen=True, slots=True)
class Words:
    """What is written round the grid. `parts` are the four heads of each player's cell."""

    title: str
    lang: str
    names: tuple[str, ...]
    first: str
    parts: tuple[str, str, str, str]
    total: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A cell: left edge, lower edge, width and height, in points."""

    x: float
    y: float
    width: float
    height: float

    def part(self, place: int) -> "Box":
        """Return the part of a cell for bid, tricks, points or total."""
        edges = (0.0, *PARTS, 1.0)
        left, right = edges[place] * self.width, edges[place + 1] * self.width
        return Box(self.x + left, self.y, right - left, self.height)


Fill = Callable[["Pen", int, int, Box], None]
"""Draws what stands in a row (from 0) and a player's column (-1: the first column)."""

Foot = Callable[[int], str]
"""Returns what stands in a column at the foot."""


@cache
def _font() -> str:
    path = Path(__file__).parent / "fonts" / "DejaVuSansCondensed.ttf"
    pdfmetrics.registerFont(TTFont(FONT, str(path)))
    return FONT


def has_letter(letter: str) -> bool:
    """Tell whether the font of the sheets has a letter."""
    return ord(letter) in pdfmetrics.getFont(_font()).face.charToGlyph


class Pen:
    """Draws letters and lines on the current page."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas

    def write(self, text: str, box: Box, size: float, *, grey: float = INK, at: str = "c") -> None:
        """Write a line into a box, smaller or cut off where it would not fit."""
        text, size = _fitting(text, box.width - 2, size)
        self.canvas.setFillGray(grey)
        self.canvas.setFont(FONT, size)
        y = box.y + (box.height - 0.72 * size) / 2
        if at == "l":
            self.canvas.drawString(box.x + 1, y, text)
        else:
            self.canvas.drawCentredString(box.x + box.width / 2, y, text)

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float = 0.4) -> None:
        self.canvas.setStrokeGray(LINE if width < 1 else SOFT)
        self.canvas.setLineWidth(width)
        self.canvas.line(x, y, to_x, to_y)

    def blob(self, box: Box, text: str, size: float) -> None:
        """Blot a number out as one does with a pen, so that it can still be read."""
        middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
        half = min(0.62 * size, box.width / 2 - 0.6)
        self.canvas.setFillGray(INK)
        self.canvas.ellipse(
            middle_x - half, middle_y - half, middle_x + half, middle_y + half, stroke=0, fill=1
        )
        self.write(text, box, size * 0.85, grey=1)
        self.canvas.setStrokeGray(1)
        self.canvas.setLineWidth(0.7)
        self.canvas.line(middle_x - half, middle_y - half / 2, middle_x + half, middle_y + half / 2)


def draw(words: Words, rows: int, fill: Fill, foot: Foot, *, tallest: float = ROW) -> bytes:
    """Return the pages of a sheet as PDF: A4, upright for few players.

    `rows` is the number of deals, `tallest` the height of a row at most, in points.
    """
    _font()
    out = io.BytesIO()
    is_upright = len(words.names) <= _MOST_UPRIGHT
    page = A4 if is_upright else landscape(A4)
    canvas = Canvas(out, pagesize=page, invariant=1, lang=words.lang)
    canvas.setTitle(words.title)
    canvas.setCreator("pbem")
    for first, last, height in _pages(rows, page[1], tallest):
        _page(Pen(canvas), words, page, range(first, last), height, fill)
        if last == rows:
            _foot(Pen(canvas), words, page, (last - first, height), foot)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _pages(rows: int, page_height: float, tallest: float) -> Sequence[tuple[int, int, float]]:
    """Return first row, end and height of a row for each page, as few pages as can be read."""
    room = page_height - 2 * _MARGIN - 2 * _HEAD - _FOOT - _NOTES
    fit = max(1, int(room // _LOW_ROW))
    pages = max(1, -(-rows // fit))
    each = -(-rows // pages)
    height = min(tallest, room / max(1, each))
    return [(at, min(at + each, rows), height) for at in range(0, max(rows, 1), max(each, 1))]


def _columns(words: Words, page: tuple[float, float]) -> tuple[float, ...]:
    """Return the left edges of the players' columns, and the right edge of the last one."""
    width = (page[0] - 2 * _MARGIN - _FIRST) / len(words.names)
    return tuple(_MARGIN + _FIRST + width * place for place in range(len(words.names) + 1))


def _page(
    pen: Pen, words: Words, page: tuple[float, float], rows: range, height: float, fill: Fill
) -> None:
    edges = _columns(words, page)
    top = page[1] - _MARGIN - _HEAD
    pen.write(words.title, Box(_MARGIN, top, page[0] - 2 * _MARGIN, _HEAD), 14, at="l")
    _heads(pen, words, edges, top - _HEAD)
    for place, row in enumerate(rows):
        y = top - _HEAD - (place + 1) * height
        fill(pen, row, -1, Box(_MARGIN, y, _FIRST, height))
        for column, left in enumerate(edges[:-1]):
            fill(pen, row, column, Box(left, y, edges[column + 1] - left, height))
        pen.line(_MARGIN, y, edges[-1], y)
    _rulings(pen, edges, top - _HEAD, top - _HEAD - len(rows) * height)
    for place, note in enumerate(words.notes):
        y = _MARGIN - 2 * MM + (len(words.notes) - 1 - place) * 4 * MM
        pen.write(note, Box(_MARGIN, y, page[0] - 2 * _MARGIN, 4 * MM), 7.5, grey=SOFT, at="l")


def _heads(pen: Pen, words: Words, edges: tuple[float, ...], y: float) -> None:
    pen.write(words.first, Box(_MARGIN, y, _FIRST, 4.5 * MM), 7, grey=SOFT, at="l")
    for column, name in enumerate(words.names):
        box = Box(edges[column], y, edges[column + 1] - edges[column], 4.5 * MM)
        pen.write(name, Box(box.x, y + 4 * MM, box.width, 6.5 * MM), 10.5)
        for place, part in enumerate(words.parts):
            pen.write(part, box.part(place), 6, grey=SOFT)
    pen.line(_MARGIN, y, edges[-1], y, 1)


def _rulings(pen: Pen, edges: tuple[float, ...], top: float, bottom: float) -> None:
    for column, left in enumerate(edges):
        pen.line(left, top + _HEAD * 0.9, left, bottom, 1)
        if column < len(edges) - 1:
            width = edges[column + 1] - left
            for part in PARTS:
                pen.line(left + part * width, top, left + part * width, bottom)


def _foot(
    pen: Pen, words: Words, page: tuple[float, float], rows: tuple[int, float], foot: Foot
) -> None:
    edges = _columns(words, page)
    count, height = rows
    y = page[1] - _MARGIN - 2 * _HEAD - count * height - _FOOT
    pen.line(_MARGIN, y + _FOOT, edges[-1], y + _FOOT, 1)
    pen.write(words.total, Box(_MARGIN, y, _FIRST, _FOOT), 9, at="l")
    for column, left in enumerate(edges[:-1]):
        pen.write(foot(column), Box(left, y, edges[column + 1] - left, _FOOT), 12)


def _fitting(text: str, width: float, size: float) -> tuple[str, float]:
    """Return the text and the size at which it fits, cut off where even the smallest does not."""
    text = printable(text, has_letter)
    while size > _SMALLEST and pdfmetrics.stringWidth(text, FONT, size) > width:
        size -= 0.5
    while len(text) > 1 and pdfmetrics.stringWidth(text, FONT, size) > width:
        text = text[:-2] + "…"
    return text, size
