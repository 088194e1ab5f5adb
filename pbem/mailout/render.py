"""Laying a mail out: Jinja2 templates, wrapping of the text, inlined style of the HTML."""

from functools import lru_cache

import css_inline
from babel import Locale
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from pbem.mailout.mail import Mail
from pbem.orders.reading import is_order
from pbem.show.places import templates_dir
from pbem.show.reader import Reader

WIDTH = 72

# Only the rules for dark mode and phones stay, which cannot be written into the elements.
_INLINER = css_inline.CSSInliner(load_remote_stylesheets=False)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the environment of the mail templates: HTML escaped, nothing undefined."""
    return Environment(
        loader=FileSystemLoader(templates_dir()),
        autoescape=select_autoescape(enabled_extensions=("html",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def subject(reader: Reader, kind: str, **values: object) -> str:
    """Return the subject of a mail of this kind, on one line."""
    template = environment().get_template(f"mail/{kind}/subject.txt")
    return " ".join(template.render(_=reader._, **values).split())


def text_part(reader: Reader, mail: Mail) -> str:
    """Return the text part, wrapped; complete in itself."""
    template = environment().get_template(f"mail/{mail.kind}/body.txt")
    return wrapped(template.render(_=reader._, mail=mail))


def html_part(reader: Reader, mail: Mail) -> str:
    """Return the HTML part, which says the same."""
    template = environment().get_template(f"mail/{mail.kind}/body.html")
    direction = Locale.parse(reader.locale).text_direction
    return _INLINER.inline(template.render(_=reader._, mail=mail, direction=direction))


def wrapped(text: str, width: int = WIDTH) -> str:
    """Return the text with long lines wrapped at blanks and single blank lines between."""
    lines: list[str] = []
    for line in text.splitlines():
        short = " ".join(line.split())
        if short:
            lines += _lines(short, width)
        elif lines and lines[-1]:
            lines.append("")
    return "\n".join(lines).strip("\n") + "\n"


def _lines(line: str, width: int) -> list[str]:
    """Wrap one line. Words are never broken, and no line ends with what reads as an order."""
    lines: list[str] = []
    words = line.split()
    while words:
        count = _fitting(words, width)
        lines.append(" ".join(words[:count]))
        words = words[count:]
    return lines


def _fitting(words: list[str], width: int) -> int:
    """Return how many words make the next line, one at least."""
    count, length = 1, len(words[0])
    while count < len(words) and length + 1 + len(words[count]) <= width:
        length += 1 + len(words[count])
        count += 1
    if count == len(words):
        return count
    return next((kept for kept in range(count, 1, -1) if _ends_well(words[:kept])), count)


def _ends_well(words: list[str]) -> bool:
    # What is to be typed is best copied from one line.
    line = " ".join(words)
    if line.count("<") > line.count(">"):
        return False
    # The day of "Wed 4 March" is a bid if the line breaks behind it.
    return not any(is_order(" ".join(words[-run:])) for run in (1, 2, 3))
