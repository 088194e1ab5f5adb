"""The public list of games that were called off, so that nobody sets up deals again unseen.

Each row hashes the one before (docs/verifiable-deals.md): whoever has kept one hash of
the list can tell that no row before it was changed, left out or put in.
"""

from dataclasses import replace
from datetime import datetime

from pbem.app.ports import Uow
from pbem.app.records import CalledOff, GameRow
from pbem.app.services import Services
from pbem.rules import verifiable

NOTHING = bytes(32).hex()
"""Stands for the row before the first one, and in hashes for a root that never was."""


def add(uow: Uow, row: GameRow, now: datetime) -> None:
    """Add a game that is being called off, in the same unit of work."""
    last = uow.called_off.last()
    entry = CalledOff(
        number=1 if last is None else last.number + 1,
        game_id=row.id,
        commitment=row.commitment,
        root=row.root,
        at=now.replace(microsecond=0),
        previous=NOTHING if last is None else last.hash,
        hash="",
    )
    uow.called_off.add(replace(entry, hash=hash_of(entry)))


def listed(services: Services) -> tuple[CalledOff, ...]:
    """Return the whole list in its order."""
    with services.uow() as uow:
        return tuple(uow.called_off.all())


def is_unbroken(rows: tuple[CalledOff, ...]) -> bool:
    """Tell whether each row, from the first on, is as its hash says and hashes the one before."""
    before = (NOTHING, *(row.hash for row in rows))
    return all(
        (row.number, row.previous, row.hash) == (number, previous, hash_of(row))
        for number, (row, previous) in enumerate(zip(rows, before, strict=False), 1)
    )


def hash_of(row: CalledOff) -> str:
    """Return what the hash of a row must be, hex."""
    previous, commitment, root = map(
        bytes.fromhex, (row.previous, row.commitment, row.root or NOTHING)
    )
    at = int(row.at.timestamp())
    return verifiable.called_off(previous, row.number, row.game_id, commitment, root, at).hex()
