"""Display names: what people are called at a table."""

import unicodedata
from collections.abc import Collection
from typing import Literal

from pbem.app.answers import BadName
from pbem.orders.reading import is_order
from pbem.orders.verbs import fragments_that_read_as_orders

LONGEST = 24
"""Characters of a display name."""

_BOT_NAMES = ("Ada", "Bruno", "Clara", "Dario", "Edith", "Felix", "Greta", "Hugo")


def seemly(text: str) -> str:
    """Return a name without control characters, brackets and quotes, blanks folded.

    Brackets have a meaning in the mails, and a line break in a name would end a
    header or start a line that could be read as an order.
    """
    text = unicodedata.normalize("NFKC", text)
    kept = "".join(
        char if unicodedata.category(char)[0] in "LMN" or char in "-.'’" else " " for char in text
    )
    return " ".join(kept.split())


def name_fault(name: str, taken: Collection[str]) -> BadName | None:
    """Say why a name cannot be used at a table, if it cannot."""
    why: Literal["taken", "order", "empty", "long"]
    if not any(char.isalpha() for char in name):
        why = "empty"
    elif len(name) > LONGEST:
        why = "long"
    elif is_order(name) or fragments_that_read_as_orders(name):
        why = "order"
    elif name.casefold() in {other.casefold() for other in taken}:
        why = "taken"
    else:
        return None
    return BadName(name, why)


def name_for(wanted: str, email: str, taken: Collection[str]) -> str:
    """Return a usable name from what a mail gives: the display name, else the address."""
    candidates = [seemly(wanted), seemly(wanted).split(" ")[0], seemly(email.partition("@")[0])]
    for candidate in candidates:
        short = candidate[:LONGEST].strip()
        if name_fault(short, taken) is None:
            return short
    return _lettered("Guest", taken)


def bot_names(count: int, taken: Collection[str]) -> tuple[str, ...]:
    """Return names for bots that nobody at the table has."""
    names = [name for name in _BOT_NAMES if name_fault(name, taken) is None][:count]
    for base in _BOT_NAMES[: count - len(names)]:
        names.append(_lettered(base, [*taken, *names]))
    return tuple(names)


def _lettered(base: str, taken: Collection[str]) -> str:
    tails = ["", *(f" {letter}." for letter in "BEFGKLMNPRTVW")]
    for tail in tails:
        if name_fault(base + tail, taken) is None:
            return base + tail
    raise AssertionError("a table has fewer seats than there are letters")
