"""How well every word of a page or mail stands out: read from its HTML and CSS, not from a list.

The cascade is worked out by the library that writes styles into mails; for the dark, its
rules are taken out of their media query first. What is judged is each piece of text upon
whatever may be behind it, through translucent colours and along gradients, and each button
against what surrounds it (WCAG 2.2: 4.5, or 3 for large text and for the edge of a button).
Inverted is what programs make of the light colours that have a dark mode of their own: the
lightness of each is turned round, its hue stays.
"""

import colorsys
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

import css_inline
from lxml import html as lxml_html

Scheme = Literal["light", "dark", "inverted"]
Colour = tuple[float, float, float, float]

_NAMED = {"white": "#ffffff", "black": "#000000", "transparent": "rgb(0 0 0 / 0%)"}
_COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|rgba?\([^()]*\)|color-mix\(in srgb, [^,]+ [\d.]+%, transparent\)"
    r"|\b(?:white|black|transparent)\b"
)
_BOLD = {"bold": 700, "normal": 400}
_UNSEEN = frozenset({"head", "script", "style", "template", "title", "svg"})
_STRONG = frozenset({"b", "strong", "th", "h1", "h2", "h3", "h4"})
_INLINER = css_inline.CSSInliner(load_remote_stylesheets=False)


@dataclass(frozen=True, slots=True)
class Ink:
    """What text is drawn with here. `grounds` are the colours that may lie behind it."""

    colour: Colour = (0, 0, 0, 1)
    grounds: tuple[Colour, ...] = ((1, 1, 1, 1),)
    size: float = 16
    weight: int = 400
    names: tuple[tuple[str, str], ...] = ()
    inverted: bool = False


@dataclass(frozen=True, slots=True)
class Weak:
    """What does not stand out enough."""

    what: str
    ratio: float
    needed: float


def weak_spots(source: str, scheme: Scheme, css: str = "") -> list[Weak]:
    """Return what stands out too little in a scheme. `css` is a sheet the HTML only links to."""
    styled = _INLINER.inline(_with_styles(source, scheme, css))
    tree = lxml_html.document_fromstring(styled)
    ink = Ink((1, 1, 1, 1), ((0, 0, 0, 1),), inverted=True) if scheme == "inverted" else Ink()
    return [spot for spot in _judged(tree, ink) if spot.ratio < spot.needed]


def count_of_judged(source: str, css: str = "") -> int:
    """Return how many pieces of text and buttons are judged: a check of nothing passes too."""
    styled = _INLINER.inline(_with_styles(source, "light", css))
    return sum(1 for _ in _judged(lxml_html.document_fromstring(styled), Ink()))


def contrast(one: Colour, other: Colour) -> float:
    """Return the ratio of two opaque colours (WCAG 2.2)."""
    bright, dim = sorted((_light(one), _light(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _with_styles(source: str, scheme: Scheme, css: str) -> str:
    bare = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    kept = re.findall(r"<style[^>]*>(.*?)</style>", bare, re.DOTALL)
    bare = re.sub(r"<style[^>]*>.*?</style>|<link[^>]*stylesheet[^>]*>", "", bare, flags=re.DOTALL)
    rules = _without_media("\n".join([*kept, css]), scheme)
    return bare.replace("</head>", f"<style>{_with_plates(rules)}</style></head>", 1)


def _with_plates(css: str) -> str:
    """Note at an element what its `::before` lays between it and its words."""
    told = css
    for selector, body in re.findall(r"([^{}]+)::before \{([^}]*)\}", css):
        name = "--under" if "z-index: -1" in body or "display: none" in body else "--under-colour"
        ground = re.search(r"background: ([^;]+)", body)
        told += f"{selector} {{ {name}: {ground[1] if ground else 'none'} }}"
    return told


def _without_media(css: str, scheme: Scheme) -> str:
    """Return the rules that hold in a scheme on a wide screen."""
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    told, place = [], 0
    for found in re.finditer(r"@media([^{]*)\{", bare):
        if found.start() < place:
            continue
        end = _closing(bare, found.end())
        told.append(bare[place : found.start()])
        if f"prefers-color-scheme: {scheme}" in found[1] or found[1].strip() == "all":
            told.append(bare[found.end() : end - 1])
        place = end
    return "".join([*told, bare[place:]])


def _closing(css: str, place: int) -> int:
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(css[place], 0)
        place += 1
    return place


def _judged(node: lxml_html.HtmlElement, above: Ink) -> Iterator[Weak]:
    if not isinstance(node.tag, str) or node.tag in _UNSEEN or "hidden" in node.attrib:
        return
    style = _declared(node)
    if style.get("display") == "none" or "clip-path" in style:
        return
    ink = _drawn(node.tag, style, above)
    if _is_button(node, style):
        yield _edge(node, style, ink, above)
    for text in [node.text, *(child.tail for child in node)]:
        if text is not None and text.strip():
            yield _text(text, ink)
    for child in node:
        yield from _judged(child, ink)


def _declared(node: lxml_html.HtmlElement) -> dict[str, str]:
    pairs = (part.partition(":") for part in re.split(r";(?![^(]*\))", node.get("style", "")))
    found = {name.strip(): value.strip() for name, _, value in pairs if value}
    return {
        name if name.startswith("--") else name.lower(): value.replace("!important", "").strip()
        for name, value in found.items()
    }


def _drawn(tag: str, style: dict[str, str], above: Ink) -> Ink:
    named = {name: value for name, value in style.items() if name.startswith("--")}
    ink = replace(above, names=tuple((dict(above.names) | named).items()))
    colour = _first(style.get("color"), ink)
    ink = replace(ink, colour=colour or ink.colour)
    weight = style.get("font-weight", "700" if tag in _STRONG else str(ink.weight))
    size = _size(style.get("font-size"), ink.size)
    ink = replace(ink, size=size, weight=int(_BOLD.get(weight, weight) or 400))
    behind = _colours(_ground(style), ink)
    if not behind:
        return ink
    grounds = {_over(one, ground) for one, ground in product(behind, above.grounds)}
    return replace(ink, grounds=tuple(sorted(grounds)))


def _ground(style: dict[str, str]) -> str | None:
    if style.get("--under", "none") != "none":
        return style.get("--under-colour", style["--under"])
    return style.get("background-color") or style.get("background")


def _size(given: str | None, above: float) -> float:
    found = re.fullmatch(r"([\d.]+)(px|rem|em|%)", given or "")
    if found is None:
        return above
    unit = {"px": 1, "rem": 16, "em": above, "%": above / 100}[found[2]]
    return float(found[1]) * unit


def _text(text: str, ink: Ink) -> Weak:
    is_large = ink.size >= 24 or (ink.size >= 18.66 and ink.weight >= 700)
    ratio = min(contrast(_over(ink.colour, ground), ground) for ground in ink.grounds)
    return Weak(" ".join(text.split()), round(ratio, 2), 3 if is_large else 4.5)


def _is_button(node: lxml_html.HtmlElement, style: dict[str, str]) -> bool:
    """A button has an edge; in a mail it is a cell with nothing but a link in it."""
    holds = node.tag == "td" and len(node) == 1 and node[0].tag == "a"
    return "border" in style and (holds or node.tag == "button")


def _edge(node: lxml_html.HtmlElement, style: dict[str, str], ink: Ink, above: Ink) -> Weak:
    """Judge whether a button is seen: its edge or its ground against what surrounds it."""
    edge = _first(style.get("border-color") or style.get("border"), ink) or ink.colour
    ratio = max(
        min(contrast(_over(drawn, ground), ground) for ground in above.grounds)
        for drawn in (edge, *ink.grounds)
    )
    return Weak(f"button {' '.join(node.text_content().split())}", round(ratio, 2), 3)


def _first(value: str | None, ink: Ink) -> Colour | None:
    if value is not None and value.lower() == "currentcolor":
        return ink.colour
    return next(iter(_colours(value, ink)), None)


def _colours(value: str | None, ink: Ink) -> list[Colour]:
    """Return every colour that is named in a value, such as the stops of a gradient."""
    names = dict(ink.names)
    told = value or ""
    while (found := re.search(r"var\((--[\w-]+)\)", told)) is not None:
        told = told.replace(found[0], names.get(found[1], "transparent"))
    found = [_colour(one) for one in _COLOUR.findall(told.lower())]
    return [_inverted(one) for one in found] if ink.inverted else found


def _colour(told: str) -> Colour:
    told = _NAMED.get(told, told)
    if told.startswith("color-mix"):
        part, percent = re.fullmatch(r"color-mix\(in srgb, (.+) ([\d.]+)%, .*", told).groups()
        red, green, blue, alpha = _colour(part)
        return red, green, blue, alpha * float(percent) / 100
    if told.startswith("rgb"):
        red, green, blue, *more = re.findall(r"[\d.]+%?", told)
        alpha = _share(more[0]) if more else 1.0
        return float(red) / 255, float(green) / 255, float(blue) / 255, alpha
    digits = told[1:]
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, alpha = (int(f"{digits}ff"[at : at + 2], 16) / 255 for at in (0, 2, 4, 6))
    return red, green, blue, alpha


def _inverted(colour: Colour) -> Colour:
    hue, light, strength = colorsys.rgb_to_hls(*colour[:3])
    red, green, blue = colorsys.hls_to_rgb(hue, 1 - light, strength)
    return red, green, blue, colour[3]


def _share(told: str) -> float:
    return float(told[:-1]) / 100 if told.endswith("%") else float(told)


def _over(colour: Colour, ground: Colour) -> Colour:
    """Return an opaque colour: this one laid upon an opaque ground."""
    alpha = colour[3]
    red, green, blue = (
        upper * alpha + under * (1 - alpha)
        for upper, under in zip(colour[:3], ground[:3], strict=True)
    )
    return red, green, blue, 1.0


def _light(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
