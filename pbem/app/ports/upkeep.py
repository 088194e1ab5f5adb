"""What keeps a house going: beats, what is forgotten, and a restored backup."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbem.app.notice_records import QueueCount, Queued
from pbem.app.records import CalledOff


class Beats(Protocol):
    """When things that happen again and again (the tick, the sweep) happened last."""

    def beat(self, name: str, at: datetime) -> None: ...

    def last(self, name: str) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class ReadUpTo:
    """How far a mailbox has been read: up to `uid`, of what came in `since`.

    UIDs count only together with the `validity` that the server gives them; it is None
    before the first look.
    """

    validity: int | None
    uid: int
    since: datetime


class Mailboxes(Protocol):
    """Mailboxes that letters are fetched from. One reader at a time holds each."""

    def hold(self, name: str, reader: str, now: datetime, until: datetime) -> ReadUpTo | None:
        """Take a mailbox, or keep it; None if another reader has it now."""

    def note(self, name: str, reader: str, validity: int, uid: int) -> bool:
        """Note that it has been read up to this UID; False if it is not this reader's any more."""

    def leave(self, name: str, reader: str) -> None:
        """Let others have it."""


class CalledOffGames(Protocol):
    """The public list of games that were called off. It only grows."""

    def last(self) -> CalledOff | None:
        """Return the last row; nobody else gets to add one until this unit of work ends."""

    def add(self, row: CalledOff) -> None: ...

    def all(self) -> list[CalledOff]:
        """Return all rows in their order."""


class Retention(Protocol):
    """What is deleted, and when. Each call returns how many rows it touched."""

    def forget_letters(self, ended_before: datetime) -> int:
        """Delete what letters said whose game ended, or that came in for no game, before this."""

    def forget_mails(self, ended_before: datetime) -> int:
        """Delete what sent mails said whose game ended, or that were of no game, before this."""

    def forget_acted(self, before: datetime) -> int:
        """Delete the marks of letters that acted before this."""

    def forget_expired(self, before: datetime) -> int:
        """Delete links, open questions and sign-ins that expired before this."""


class Queue(Protocol):
    """What waits to be sent, and what became of the rest, as an operator sees it."""

    def newest(self, limit: int, state: str | None = None) -> list[Queued]:
        """Return the newest notices, newest first; only those of one state, if it is given."""

    def counts(self, since: datetime) -> list[QueueCount]:
        """Count notices by provider and state: all that wait, and others that came up since."""


class Recovery(Protocol):
    """What is to be done to the rows of a restored backup."""

    def withdraw(self, before: datetime) -> int:
        """Supersede every notice that came up before this and waits; return how many."""

    def running(self) -> list[int]:
        """Return the ids of all running games."""

    def skip_ids(self, count: int) -> None:
        """Leave out so many ids of each table: they stand in addresses of mails that went out."""
