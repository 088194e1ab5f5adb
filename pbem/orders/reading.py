"""From a line of a mail to an order."""

from pbem.orders.cleaning import CLOSING, clean_line
from pbem.orders.lexicon import GREETINGS
from pbem.orders.near import near_lines
from pbem.orders.orders import Desk, NotUnderstood, Order, WrongDesk
from pbem.orders.verbs import find, fragments_that_read_as_orders

__all__ = [
    "clean_line",
    "fragments_that_read_as_orders",
    "is_greeting",
    "is_order",
    "read_line",
]

_GREETING_LENGTH = 40
_GREETING_WORDS = 5


def read_line(line: str, desk: Desk = "game") -> Order | NotUnderstood | WrongDesk:
    """Read a line as an order for a desk. The line is cleaned first; no text makes it raise.

    A near miss is never taken for an order: `NotUnderstood.near` lists what may
    have been meant.
    """
    text = clean_line(line)
    found = find(text)
    if found is None:
        return NotUnderstood(text, near_lines(text, desk))
    verb, order = found
    return order if desk in verb.desks else WrongDesk(text, order, verb.desks[0])


def is_order(line: str) -> bool:
    """Tell whether a line, once cleaned, is an order at any desk."""
    return find(clean_line(line)) is not None


def is_greeting(line: str) -> bool:
    """Tell whether a line only greets: short, no digit, and no order at its end."""
    text = clean_line(line)
    words = text.split()
    if len(text) > _GREETING_LENGTH or not 0 < len(words) <= _GREETING_WORDS:
        return False
    if any(sign.isnumeric() for sign in text) or not _opens_with_greeting(words):
        return False
    return not any(is_order(" ".join(words[first:])) for first in range(len(words)))


def _opens_with_greeting(words: list[str]) -> bool:
    plain = [word.lower().strip(CLOSING + ":-") for word in words]
    return plain[0] in GREETINGS or " ".join(plain[:2]) in GREETINGS
