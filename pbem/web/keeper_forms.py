"""What is filled in on the pages of the score keeper, read and judged."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, get_args

from pbem.keeper import (
    HookBroken,
    KeptDeal,
    KeptTable,
    NextDeal,
    broken_hook,
    reckon,
    wrong_sum,
)
from pbem.keeper.wording import tidy
from pbem.rules.moves import Premium
from pbem.rules.ruleset import TrumpSymbol
from pbem.show.reader import Reader

MOST_PLAYERS: Final = 12
LARGEST_UPCARD: Final = 13


@dataclass(frozen=True, slots=True)
class Written:
    """The table with what was filled in."""

    table: KeptTable


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something is not written down. `may_insist`: people may want it all the same."""

    words: tuple[str, ...]
    may_insist: bool = False


def begun(form: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the query of the table that the first form asks for."""
    names = [tidy(line) for line in form.get("names", "").splitlines()]
    kept = [name for name in names if name][:MOST_PLAYERS]
    changes = _changes(form)
    return [
        ("game", form.get("game", "")),
        *([("with", json.dumps(changes))] if changes else []),
        *(("n", name) for name in kept),
    ]


def _changes(form: Mapping[str, str]) -> dict[str, object]:
    changes: dict[str, object] = {}
    if scoring := form.get("scoring", ""):
        # What belonged to the other system goes with it.
        changes |= {"scoring": scoring, "scoring_params": {}, "zero_bid": "normal"}
    if hook := form.get("hook", ""):
        changes["hook"] = hook
    most = _number(form.get("max_cards", ""))
    if most is not None:
        changes["max_cards"] = most
    return changes


def written(reader: Reader, table: KeptTable, form: Mapping[str, str]) -> Written | Fault:
    """Return the table with the bids or the tricks of the deal that is due.

    Raises:
        ValueError: no deal is due.
    """
    due = reckon(table).next
    if due is None:
        raise ValueError("the game is over")
    if table.open_deal is None:
        return _bids(reader, table, due, form)
    return _tricks(reader, table, table.open_deal, due, form)


def _bids(
    reader: Reader, table: KeptTable, due: NextDeal, form: Mapping[str, str]
) -> Written | Fault:
    size = due.size or _number(form.get("size", "")) or 0
    if not 0 < size <= max(due.size or 0, LARGEST_UPCARD):
        return Fault((reader._("Say how many tricks this deal has."),))
    bids = tuple(
        _number(form.get(f"b{seat}", "")) if seat in due.bidders else None
        for seat in range(table.rules.players)
    )
    missing = [table.names[seat] for seat in due.bidders if bids[seat] is None]
    if missing:
        return Fault((reader._("Still to bid: {names}.", names=reader.all_of(missing)),))
    if max((bid or 0 for bid in bids), default=0) > size:
        return Fault((reader._("Nobody can take more than {size} tricks.", size=size),))
    broken = broken_hook(table.rules, due, bids, size)
    if broken is not None and not form.get("anyway"):
        return Fault((_hook_words(reader, table, broken),), may_insist=True)
    deal = KeptDeal(
        _trump(due, form), bids, size=None if due.size else size, premium=_premium(table, form)
    )
    return Written(replace(table, deals=(*table.deals, deal)))


def _hook_words(reader: Reader, table: KeptTable, broken: HookBroken) -> str:
    name = table.names[broken.seat]
    if broken.bid is None:
        return reader._(
            "The bids have to add up to {size}. {name} bids last.", size=broken.size, name=name
        )
    return reader._(
        "The bids add up to {size}, which is barred: {name} bids last and may not bid {bid}.",
        size=broken.size,
        name=name,
        bid=broken.bid,
    )


def _trump(due: NextDeal, form: Mapping[str, str]) -> str:
    told = form.get("trump", "")
    return due.trump or (told if told in get_args(TrumpSymbol) else "")


def _premium(table: KeptTable, form: Mapping[str, str]) -> tuple[int, Premium] | None:
    told, _, seat = form.get("premium", "").partition(" ")
    kind = next((one for one in get_args(Premium) if one == told), None)
    number = _number(seat)
    if kind is None or number not in range(table.rules.players) or number is None:
        return None
    return number, kind


def _tricks(
    reader: Reader, table: KeptTable, deal: KeptDeal, due: NextDeal, form: Mapping[str, str]
) -> Written | Fault:
    size = due.size or deal.size or 0
    told = [_number(form.get(f"t{seat}", "")) for seat in range(table.rules.players)]
    missing = [table.names[seat] for seat, taken in enumerate(told) if taken is None]
    if missing:
        return Fault((reader._("Tricks are missing of {names}.", names=reader.all_of(missing)),))
    tricks = tuple(taken or 0 for taken in told)
    wrong = wrong_sum(table.rules, tricks, size)
    if wrong is not None:
        return Fault(
            (
                reader._(
                    "Together these are {told} tricks, but the deal has {size}.",
                    told=wrong.told,
                    size=wrong.size,
                ),
            )
        )
    deals = (*table.deals[:-1], replace(deal, tricks=tricks))
    return Written(replace(table, deals=deals))


def _number(text: str) -> int | None:
    """Return a small number as filled in; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else None
