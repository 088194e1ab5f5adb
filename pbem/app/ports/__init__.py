"""What the use cases need from the world, as small protocols that `wiring` fills."""

from pbem.app.ports.log import KeptState, Log
from pbem.app.ports.people import Players, RuleSets, Sessions
from pbem.app.ports.post import ActedBefore, Letters, LetterStaysSealed, Links, Outbox, Pending
from pbem.app.ports.tables import Games, Invitations, Seats, Talks, Waits
from pbem.app.ports.unit import Uow, UowFactory
from pbem.app.ports.upkeep import (
    Beats,
    CalledOffGames,
    Mailboxes,
    Queue,
    ReadUpTo,
    Recovery,
    Retention,
)
from pbem.app.ports.world import Bell, Chance, Clock

__all__ = [
    "ActedBefore",
    "Beats",
    "Bell",
    "CalledOffGames",
    "Chance",
    "Clock",
    "Games",
    "Invitations",
    "KeptState",
    "LetterStaysSealed",
    "Letters",
    "Links",
    "Log",
    "Mailboxes",
    "Outbox",
    "Pending",
    "Players",
    "Queue",
    "ReadUpTo",
    "Recovery",
    "Retention",
    "RuleSets",
    "Seats",
    "Sessions",
    "Talks",
    "Uow",
    "UowFactory",
    "Waits",
]
