"""The unit of work: one transaction over all that is kept."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from pbem.app.ports.log import Log
from pbem.app.ports.people import Players, RuleSets, Sessions
from pbem.app.ports.post import Letters, Links, Outbox, Pending
from pbem.app.ports.tables import Games, Invitations, Seats, Talks, Waits
from pbem.app.ports.upkeep import Beats, CalledOffGames, Mailboxes, Queue, Recovery, Retention


class Uow(AbstractContextManager["Uow"], Protocol):
    """One transaction. Leaving it without `commit` undoes everything.

    `after_commit` calls run once the commit is done (rings), and never otherwise.
    """

    players: Players
    games: Games
    seats: Seats
    invitations: Invitations
    log: Log
    waits: Waits
    outbox: Outbox
    letters: Letters
    talks: Talks
    links: Links
    pending: Pending
    sessions: Sessions
    beats: Beats
    mailboxes: Mailboxes
    queue: Queue
    called_off: CalledOffGames
    rule_sets: RuleSets
    retention: Retention
    recovery: Recovery

    def commit(self) -> None: ...

    def after_commit(self, call: Callable[[], None]) -> None: ...


class UowFactory(Protocol):
    def __call__(self) -> Uow: ...
