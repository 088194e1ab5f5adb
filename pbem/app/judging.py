"""What is wrong with a letter that asks for changes, found before anybody is asked for a yes.

Told is only what the letter itself shows, and what its codes let one in to: nothing of
other people, since a `From` line alone proves nothing.
"""

from pbem.app import own_addresses
from pbem.app.answers import AnyRefusal, BadName, LineOutcome, NothingOpen, UnknownCode, UnknownZone
from pbem.app.join_codes import table_with
from pbem.app.lobby import closed_at
from pbem.app.naming import name_fault, seemly
from pbem.app.ports import Uow
from pbem.app.records import Player
from pbem.app.services import Services
from pbem.app.starting import fault_in
from pbem.app.zones import near_zones, zone_named
from pbem.orders.orders import (
    AddAddress,
    AsPlayer,
    Join,
    MainAddress,
    NewGame,
    No,
    NotUnderstood,
    RemoveAddress,
    SetZone,
    WrongDesk,
    Yes,
)
from pbem.orders.reading import read_line


def judge(
    services: Services, uow: Uow, player: Player | None, lines: tuple[str, ...]
) -> tuple[LineOutcome, ...]:
    """Return the outcome of a letter that holds a line which cannot be done; empty if none does.

    None of the other lines is tried then. `player` is who writes, if that is somebody known.
    """
    for number, line in enumerate(lines):
        refused = _fault(services, uow, player, line)
        if refused is not None:
            others = map(LineOutcome, lines[:number]), map(LineOutcome, lines[number + 1 :])
            return (*others[0], LineOutcome(line, refused=refused), *others[1])
    return ()


def _fault(  # noqa: PLR0911 - a row of cases, a line each
    services: Services, uow: Uow, player: Player | None, line: str
) -> AnyRefusal | None:
    match read_line(line, "service"):
        case NotUnderstood() | WrongDesk() as refused:
            return refused
        case NewGame() as order:
            return fault_in(services, uow, player, order)
        case Join(code, name):
            return _no_place(uow, code, name)
        case AddAddress() | RemoveAddress() | MainAddress() as order:
            return own_addresses.fault_in(services, uow, player, order)
        case SetZone(name):
            return None if zone_named(name) else UnknownZone(name, near_zones(name))
        case AsPlayer(name):
            return _bad_name(name) if player is None else None
        case Yes() | No():
            return NothingOpen("nothing")
        case _:
            return None


def _no_place(uow: Uow, code: str, name: str) -> AnyRefusal | None:
    row = table_with(uow, code)
    if row is None:
        return UnknownCode(code)
    seats = uow.seats.of(row.id)
    closed = closed_at(row.status, row.rules.players - len(seats))
    return closed or (_bad_name(name, *(seat.name for seat in seats)) if name else None)


def _bad_name(name: str, *taken: str) -> BadName | None:
    return name_fault(seemly(name), taken)
