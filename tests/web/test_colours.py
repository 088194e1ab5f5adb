"""Words stand out from what is behind them, in the light and in the dark."""

import re
from pathlib import Path

import pytest

import pbem.demo
import pbem.web

PAGES = Path(pbem.web.__file__).parent / "static" / "table.css"
MAILBOX = Path(pbem.demo.__file__).parent / "static" / "mailbox.css"
SHEETS = {"pages": PAGES, "mailbox": MAILBOX}

# What is written on what. A plate lies on the felt; the chosen column is a tinted panel.
PAIRS = {
    "pages": [
        *(
            (ink, ground)
            for ink in ("ink", "soft", "link", "gold")
            for ground in ("paper", "panel")
        ),
        ("note-red", "panel"),
        ("strong-ink", "strong"),
        ("good-ink", "good"),
        ("bad-ink", "bad"),
        *((ink, "felt") for ink in ("felt-ink", "felt-soft")),
        *((ink, "plate") for ink in ("felt-ink", "felt-soft", "felt-over", "felt-even", "glow")),
        ("glow-ink", "glow"),
        ("red", "face"),
        ("black", "face"),
        ("shut-black", "shut"),
        ("shut-red", "shut"),
    ],
    "mailbox": [
        *((ink, ground) for ink in ("ink", "soft") for ground in ("paper", "field")),
        ("mark", "paper"),
        ("paper", "mark"),
    ],
}
# Borders, rims and the shade of a button: nothing is written in them or on them.
_NO_WORDS = {
    "pages": {"line", "strong-deep", "felt-deep", "rim", "rim-light", "face-line"},
    "mailbox": {"line"},
}

Colour = tuple[float, float, float]


def _roots(sheet: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the custom properties of the light and of the dark scheme."""
    light, dark = re.findall(r":root \{(.*?)\}", SHEETS[sheet].read_text(), re.DOTALL)[:2]
    declared = r"--([\w-]+): ([^;]+);"
    found = dict(re.findall(declared, light))
    return found, found | dict(re.findall(declared, dark))


def _is_colour(value: str) -> bool:
    return bool(re.fullmatch(r"#\w{3,6}|rgb\([\d ]+/ \d+%\)", value))


def _hex(value: str) -> Colour:
    digits = value[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


def _colour(values: dict[str, str], name: str) -> Colour:
    """Return a colour; one that lets light through as it is seen upon the felt."""
    seen = re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)", values[name])
    if seen is None:
        return _hex(values[name])
    *parts, percent = (int(part) for part in seen.groups())
    ground = _hex(values["felt"])
    red, green, blue = (
        part / 255 * percent / 100 + under * (1 - percent / 100)
        for part, under in zip(parts, ground, strict=True)
    )
    return red, green, blue


def _light(colour: Colour) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: Colour, other: Colour) -> float:
    bright, dim = sorted((_light(one), _light(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_words_stand_out_from_what_is_behind_them(sheet: str, scheme: str) -> None:
    values = _roots(sheet)[scheme == "dark"]
    weak = {
        pair: round(ratio, 2)
        for pair in PAIRS[sheet]
        if (ratio := _contrast(*(_colour(values, name) for name in pair))) < 4.5
    }

    assert weak == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_the_ring_round_what_has_the_focus_is_seen(sheet: str, scheme: str) -> None:
    values = _roots(sheet)[scheme == "dark"]
    ring = "gold" if sheet == "pages" else "mark"

    assert f":focus-visible {{ outline: 3px solid var(--{ring})" in SHEETS[sheet].read_text()
    for ground in PAIRS[sheet][0][1], PAIRS[sheet][1][1]:
        assert _contrast(_colour(values, ring), _colour(values, ground)) >= 3


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_colour_has_a_name_and_is_judged(sheet: str) -> None:
    named = {name for name, value in _roots(sheet)[1].items() if _is_colour(value)}
    judged = {name for pair in PAIRS[sheet] for name in pair}

    assert named == judged | _NO_WORDS[sheet]


def test_the_pages_use_no_colour_without_a_name() -> None:
    rules = re.sub(r":root \{.*?\}", "", PAGES.read_text(), flags=re.DOTALL)

    assert (
        re.findall(r"(?<![-\w])color: (?!var|transparent|inherit|currentcolor)[^;}]+", rules) == []
    )
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*\})", rules) == []


def test_a_mail_of_72_columns_fits_in_the_mailbox_without_a_wrap() -> None:
    sheet = MAILBOX.read_text()
    width = re.search(r"\bpre \{[^}]*?width: calc\((\d+)ch \+ 2rem \+ 4px\)", sheet)

    assert width is not None
    assert int(width[1]) == 72
    assert "max-width: 100%" in sheet
