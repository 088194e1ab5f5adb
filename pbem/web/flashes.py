"""What was just done, carried over a redirect in the address, signed and short-lived.

Only what the whole table may know goes into it: addresses end up in logs. Of a secret
bid it tells that there is one.
"""

from dataclasses import fields
from datetime import timedelta
from typing import Final, Literal

import msgspec
from flask import request

from pbem.app.answers import Done
from pbem.rules.moves import Bid, Lay, Move
from pbem.rules.options import Rules
from pbem.signing import signed, unsigned
from pbem.web.house import house

Sealed = Literal["sealed"]
"""A bid that the others do not know yet was made or changed."""

SEALED: Final[Sealed] = "sealed"
_PURPOSE = "done"
_LASTS = timedelta(minutes=10)
_KEPT: Final = [field.name for field in fields(Done) if field.name != "text"]


def is_secret(rules: Rules, move: Move) -> bool:
    """Tell whether a move is known to its own seat only."""
    match move:
        case Lay():
            return True
        case Bid():
            return rules.bid_mode != "in_turn"
        case _:
            return False


def packed(done: Done | Sealed, page: str) -> str:
    """Return what was done as one query value, good on this page only."""
    facts: object = done
    if isinstance(done, Done):
        known = msgspec.to_builtins(done)
        facts = {name: known[name] for name in _KEPT}
    return signed(house().keys, _PURPOSE, [page, facts])


def just_done(page: str) -> Done | Sealed | None:
    """Return what the query of this request says was done on this page."""
    sent = unsigned(house().keys, _PURPOSE, request.args.get("done", ""), _LASTS)
    match sent:
        case [of, "sealed"] if of == page:
            return SEALED
        case [of, dict() as facts] if of == page:
            return _done(facts)
        case _:
            return None


def _done(facts: object) -> Done | None:
    """Return the deed again; None if it was told by an earlier version of the program."""
    try:
        return msgspec.convert(facts, Done)
    except msgspec.ValidationError:
        return None
