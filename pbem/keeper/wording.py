"""A kept table as the query of an address, and back: short, plain, and nothing to be trusted.

`game` is a preset, `with` holds changed options as JSON, `n` (once for each player) a
name, `dealer` a seat, `deals` the deals joined by dots. A deal is a letter for trumps,
a figure per seat for the bids and, once it is over, one for the tricks: figures go on
after 9 with a, b, c; `-` is no bid. Then may follow `~s5` (five tricks) and `~d2` or
`~r2` (seat 2 declared or revealed).
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

from pbem.keeper.table import UNKNOWN, KeptDeal, KeptTable
from pbem.rules.moves import Premium
from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.presets import PRESETS
from pbem.rules.sizes import UPCARD_LARGEST

MOST_DEALS: Final = 120
LONGEST_NAME: Final = 20
LONGEST_CHANGES: Final = 2000

_TRUMPS: Final = {"S": "S", "H": "H", "D": "D", "C": "C", "N": "NT", "J": "JK", "_": UNKNOWN}
_LETTERS: Final = {trump: letter for letter, trump in _TRUMPS.items()}
_PREMIUMS: Final[Mapping[str, Premium]] = {"d": "declare", "r": "reveal"}
_FIGURES: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_DEAL: Final = re.compile(r"([SHDCNJ_])([0-9a-z-]+)(?:~s([0-9a-z]))?(?:~([dr])([0-9a-z]))?")

Query = Sequence[tuple[str, str]]


def query_of(table: KeptTable) -> list[tuple[str, str]]:
    """Return names and values of the query, in a settled order."""
    changes = [("with", json.dumps(dict(table.changes), separators=(",", ":")))]
    return [
        ("game", table.game),
        *(changes if table.changes else []),
        *(("n", name) for name in table.names),
        ("dealer", str(table.dealer)),
        *([("deals", ".".join(_text(deal) for deal in table.deals))] if table.deals else []),
    ]


def table_of(query: Query) -> KeptTable | RulesRefused | None:
    """Return the table that a query tells of; None for one that tells of none."""
    told = dict(query)
    names = tuple(tidy(name) for key, name in query if key == "n")
    changes = changes_of(told.get("with", "{}"))
    game = PRESETS.get(told.get("game", ""))
    dealer = _figure(told.get("dealer", "0"))
    if game is None or changes is None or dealer not in range(len(names)) or not all(names):
        return None
    rules = rules_of(len(names), {**game.options, **dict(changes)})
    if not isinstance(rules, Rules):
        return rules
    deals = _deals(told.get("deals", ""), len(names))
    if deals is None or not all(_has_size(rules, deal) for deal in deals):
        return None
    return KeptTable(game.id, changes, rules, names, dealer, deals)


def tidy(name: str) -> str:
    """Return a name on one line, and no longer than there is room for."""
    visible = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(visible.split())[:LONGEST_NAME].strip()


def changes_of(text: str) -> tuple[tuple[str, object], ...] | None:
    """Return options as JSON tells them; None if it does not."""
    if len(text) > LONGEST_CHANGES:
        return None
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return tuple(sorted(told.items())) if isinstance(told, dict) else None


def _has_size(rules: Rules, deal: KeptDeal) -> bool:
    """Tell whether it is known how many tricks a deal has: by the rules, or it is written."""
    return rules.sequence != "upcard" or deal.size in range(1, UPCARD_LARGEST + 1)


def _text(deal: KeptDeal) -> str:
    bids = "".join("-" if bid is None else _FIGURES[bid] for bid in deal.bids)
    tricks = "".join(_FIGURES[taken] for taken in deal.tricks or ())
    size = "" if deal.size is None else f"~s{_FIGURES[deal.size]}"
    premium = ""
    if deal.premium is not None:
        seat, kind = deal.premium
        premium = f"~{kind[0]}{_FIGURES[seat]}"
    return _LETTERS[deal.trump] + bids + tricks + size + premium


def _deals(text: str, players: int) -> tuple[KeptDeal, ...] | None:
    """Return the deals; None if one cannot be read, or an open one is not the last."""
    if not text:
        return ()
    words = text.split(".")
    deals = [deal for word in words if (deal := _deal(word, players)) is not None]
    is_whole = len(deals) == len(words) <= MOST_DEALS
    is_open_inside = any(deal.tricks is None for deal in deals[:-1])
    return tuple(deals) if is_whole and not is_open_inside else None


def _deal(word: str, players: int) -> KeptDeal | None:
    found = _DEAL.fullmatch(word)
    if found is None:
        return None
    trump, figures, size, kind, seat = found.groups()
    values = tuple(None if figure == "-" else _FIGURES.index(figure) for figure in figures)
    bids, tricks = values[:players], values[players:]
    taken = tuple(value for value in tricks if value is not None)
    is_whole = len(bids) == players and len(taken) == len(tricks) and len(tricks) in {0, players}
    premium = None if kind is None else (_FIGURES.index(seat), _PREMIUMS[kind])
    if not is_whole or (premium is not None and premium[0] >= players):
        return None
    told_size = None if size is None else _FIGURES.index(size)
    return KeptDeal(_TRUMPS[trump], bids, taken or None, told_size, premium)


def _figure(text: str) -> int:
    return _FIGURES.index(text) if len(text) == 1 and text in _FIGURES else -1
