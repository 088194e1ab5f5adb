"""Questions that wait for a yes: what they are about, and what a yes would change."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pbem.app import doubts, own_addresses
from pbem.app.locks import hold, reaches_all, tables_in, tables_of
from pbem.app.people import known_at
from pbem.app.ports import Uow
from pbem.app.records import Player
from pbem.app.services import Services

Pending = tuple[str, str, dict[str, object], datetime]

PURPOSES: Final = frozenset({"lines", doubts.PURPOSE, own_addresses.PURPOSE})
"""What a question may be about that is answered here."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What waits for a yes. `players`: those of whom one may be meant; empty: it is known who.

    `from_page`: it was asked for on a page, not by a letter. `table`: the code of the one
    that a letter was for. `proves`: the name of who says that the address is theirs;
    `foreign`: an address from which somebody wrote to a seat of the player's.
    """

    lines: tuple[str, ...]
    email: str
    players: tuple[Player, ...]
    from_page: bool
    table: str = ""
    proves: str = ""
    foreign: str = ""


def open_question(services: Services, uow: Uow, found: Pending) -> Asked | None:
    """Return what is asked; None if it is not answered by a yes, or its time is over."""
    purpose, email, facts, until = found
    if purpose not in PURPOSES or until <= services.clock.now():
        return None
    if purpose == doubts.PURPOSE:
        return Asked(tuple(lines_of(facts)), email, (), from_page=False, table=str(facts["code"]))
    if purpose == own_addresses.PURPOSE:
        return Asked((), email, (), from_page=False, proves=str(facts["name"]))
    is_clear = facts["player_id"] is not None or bool(facts.get("anew"))
    players = () if is_clear else known_at(uow, email)
    return Asked(
        tuple(lines_of(facts)),
        email,
        players,
        bool(facts.get("from_page")),
        foreign=str(facts.get("foreign", "")),
    )


def hold_for(uow: Uow, found: Pending) -> None:
    """Lock what a yes would change."""
    purpose, email, facts, _until = found
    match purpose:
        case doubts.PURPOSE:
            hold(uow, email, _tables_of_letter(uow, facts))
        case own_addresses.PURPOSE:
            main = own_addresses.main_address(uow, int(str(facts["player_id"])))
            hold(uow, email, (), [main.email])
        case _:
            lines = lines_of(facts)
            named = own_addresses.named_in(lines, "service")
            is_wide = bool(named) or reaches_all(lines, "service")
            own = _own_tables(uow, email, facts) if is_wide else []
            hold(uow, email, [*tables_in(uow, lines, "service"), *own], named)


def _own_tables(uow: Uow, email: str, facts: dict[str, Any]) -> list[int]:
    """Return the tables of those of whom one may have written."""
    known = {player.id for player in known_at(uow, email)}
    whose = known | {facts["player_id"]} if facts["player_id"] is not None else known
    return [table for one in whose for table in tables_of(uow, one)]


def _tables_of_letter(uow: Uow, facts: dict[str, Any]) -> list[int]:
    """Return the tables that a doubted letter to a seat may change."""
    own = doubts.table_of(uow, facts)
    if not reaches_all(lines_of(facts), "game"):
        return own
    return [*own, *tables_of(uow, int(str(facts["player_id"])))]


def lines_of(facts: Any) -> list[str]:
    return [str(line) for line in facts["lines"]]
