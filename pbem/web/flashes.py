"""What was just done, carried over a redirect in the address, signed and short-lived.

Only what the whole table may know goes into it: addresses end up in logs.
"""

from datetime import timedelta
from typing import cast

from flask import request

from pbem.app.answers import Did, Done
from pbem.rules.cards import card
from pbem.signing import signed, unsigned
from pbem.web.house import house

_PURPOSE = "done"
_LASTS = timedelta(minutes=10)


def packed(done: Done, page: str) -> str:
    """Return what was done as one query value, good on this page only."""
    name = str(done.card) if done.card else None
    facts = [page, done.did, done.tricks, name, done.taker, done.trick]
    return signed(house().keys, _PURPOSE, facts)


def just_done(page: str) -> Done | None:
    """Return what the query of this request says was done on this page."""
    facts = unsigned(house().keys, _PURPOSE, request.args.get("done", ""), _LASTS)
    if not isinstance(facts, list) or facts[0] != page:
        return None
    _, did, tricks, name, taker, trick = facts
    played = card(name) if name else None
    return Done(cast("Did", did), tricks=tricks, card=played, taker=taker, trick=trick)
