"""The strict first block: the only lines of a letter that are read as orders."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.orders.reading import is_greeting, is_order

MAX_ORDERS: Final = 20
MAX_UNREAD: Final = 20
_UNREAD_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class Block:
    """The order lines, and the typed lines that were not read."""

    lines: tuple[str, ...]
    unread: tuple[str, ...]


def first_block(lines: tuple[str, ...], known: Mapping[str, bool] | None = None) -> Block:
    """Return the first block of cleaned lines; `known` tells of some whether they are orders.

    The first line must be an order, or one greeting and then an order; blank lines may
    stand between; the first line that is no order ends the block, and nothing after it
    is read. No word of any language or mail program is needed for this, which is why
    it holds where the search for the end of the reply fails.
    """
    known = known or {}
    typed = [line for line in lines if line]
    start = 1 if typed and not known.get(typed[0]) and is_greeting(typed[0]) else 0
    end = start
    while end < len(typed) and end - start < MAX_ORDERS and _is_order(typed[end], known):
        end += 1
    rest = typed[end:] if end > start else typed
    return Block(
        tuple(typed[start:end]), tuple(line[:_UNREAD_LENGTH] for line in rest[:MAX_UNREAD])
    )


def _is_order(line: str, known: Mapping[str, bool]) -> bool:
    found = known.get(line)
    return is_order(line) if found is None else found
