"""What the use cases need from the world, as small protocols that `wiring` fills."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from pbem.app.records import (
    Address,
    GameRow,
    Invitation,
    Link,
    NewNotice,
    Notice,
    Player,
    Recorded,
    Seat,
    StoredLetter,
    Talk,
    WaitRow,
)
from pbem.rules.engine import Game


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the present moment in UTC."""


class Chance(Protocol):
    """Where secrets and codes come from."""

    def secret(self) -> bytes:
        """Return 32 fresh bytes."""

    def table_code(self) -> str:
        """Return a short public table code that is no order (`K7Q2`)."""

    def join_code(self) -> str:
        """Return a code of at least 60 bits that is no order."""


class Bell(Protocol):
    """Rings workers; losing a ring loses nothing, the sweep rings again."""

    def letters(self, ids: Sequence[int]) -> None: ...

    def notices(self, ids: Sequence[int]) -> None: ...

    def game(self, game_id: int) -> None:
        """Ask a worker to let the bots of a game go on."""


class Players(Protocol):
    def add(self, name: str, *, zone: str | None = None, locale: str = "en") -> Player: ...

    def get(self, player_id: int) -> Player: ...

    def save(self, player: Player) -> None: ...

    def add_address(self, player_id: int, email: str, *, proven: bool) -> Address: ...

    def address(self, address_id: int) -> Address: ...

    def save_address(self, address: Address) -> None: ...

    def addresses(self, player_id: int) -> list[Address]: ...

    def at(self, email: str) -> list[tuple[Player, Address]]:
        """Return everybody who has this address (compared by `address_key`)."""

    def bar_invitations(self, email: str) -> None:
        """Never invite this address again; only a hash of it is kept."""

    def is_barred(self, email: str) -> bool: ...


class Games(Protocol):
    def add(self, row: GameRow, secret: bytes) -> GameRow:
        """Store a new game (its `id` is given by the caller as 0 and set here)."""

    def get(self, game_id: int) -> GameRow: ...

    def locked(self, game_id: int) -> GameRow:
        """Return the row, locked until the unit of work ends."""

    def save(self, row: GameRow) -> None: ...

    def secret(self, game_id: int) -> bytes: ...

    def by_code(self, code: str) -> GameRow | None: ...

    def by_join_code(self, join_code: str) -> GameRow | None: ...

    def by_watch_code(self, watch_code: str) -> GameRow | None: ...

    def of_player(self, player_id: int) -> list[GameRow]:
        """Return the games of a player, newest first."""

    def running(self) -> list[int]: ...


class Seats(Protocol):
    def add(self, seat: Seat) -> Seat: ...

    def get(self, seat_id: int) -> Seat | None: ...

    def of(self, game_id: int) -> tuple[Seat, ...]:
        """Return the seats of a game by number, or before the start by id."""

    def save(self, seat: Seat) -> None: ...

    def remove(self, seat_id: int) -> None: ...


class Invitations(Protocol):
    def add(self, invitation: Invitation) -> Invitation: ...

    def get(self, invitation_id: int) -> Invitation | None: ...

    def save(self, invitation: Invitation) -> None: ...

    def of(self, game_id: int) -> list[Invitation]: ...

    def since(self, inviter_id: int, at: datetime) -> int:
        """Count the invitations sent by a player since then."""

    def expired(self, now: datetime, limit: int) -> list[Invitation]: ...


class Log(Protocol):
    def append(self, game_id: int, records: Sequence[Recorded]) -> None: ...

    def game(self, row: GameRow) -> Game:
        """Return the state after event `row.seq`, at the cost of one deal's events at most."""

    def keep(self, row: GameRow, game: Game) -> None:
        """Remember the state after `row.seq`: in the process, and beside the log when a deal begins."""

    def since(self, game_id: int, seq: int, limit: int | None = None) -> list[Recorded]:
        """Return the events with a greater number than `seq`, oldest first."""

    def last(self, game_id: int, limit: int) -> list[Recorded]:
        """Return the newest events, oldest first."""


class Waits(Protocol):
    def of(self, game_id: int) -> list[WaitRow]: ...

    def replace(self, game_id: int, waits: Sequence[WaitRow]) -> None: ...

    def due(self, now: datetime, limit: int) -> list[int]:
        """Return ids of games with a wait whose deadline or reminder is due, claimed if possible."""


class Outbox(Protocol):
    def add(self, notice: NewNotice) -> int | None:
        """Queue a notice; None if one with this key is there already."""

    def claimed(self, notice_id: int) -> Notice | None:
        """Return a waiting notice, locked; None if it is done or in other hands."""

    def get(self, notice_id: int) -> Notice | None: ...

    def save(self, notice: Notice) -> None: ...

    def due(self, now: datetime, limit: int) -> list[int]: ...

    def waiting(self, game_id: int, seat_id: int) -> list[Notice]: ...

    def supersede(self, game_id: int, seat_id: int, kinds: Sequence[str]) -> None:
        """Mark waiting notices of these kinds for this seat as overtaken."""

    def next_number(self, seat_id: int) -> int:
        """Return the number of the next mail to this seat, from 1."""

    def last_shown(self, seat_id: int) -> tuple[int, int]:
        """Return (mail number, event number) up to which this seat has been told by mail."""

    def told(self, seat_id: int, seq: int) -> None:
        """Note that a mail tells this seat everything up to this event number."""


class Letters(Protocol):
    def add(
        self,
        *,
        raw: bytes,
        recipient: str,
        recipients: Sequence[str],
        lane: str | None,
        transport: str,
        key: str,
        at: datetime,
    ) -> int:
        """Store a raw letter once per `key`; return its id, or that of the first."""

    def next_in_lane(self, letter_id: int) -> StoredLetter | None:
        """Claim the oldest unread letter of this letter's lane (or itself); None if taken or done."""

    def finish(self, letter_id: int, verdict: str, reason: str) -> None: ...

    def shunt(self, letter_id: int, trace: str) -> None: ...

    def reopen(self, letter_id: int) -> bool: ...

    def unread(self, limit: int) -> list[int]: ...

    def get(self, letter_id: int) -> StoredLetter | None: ...

    def newest(self, limit: int) -> list[StoredLetter]: ...

    def first_time(self, key: str, at: datetime) -> bool:
        """Note that a mail with this key acts; False if one has acted already."""


class Talks(Protocol):
    def add(self, game_id: int, seat: int, at: datetime, text: str) -> Talk: ...

    def since(self, game_id: int, at: datetime) -> list[Talk]: ...


class Links(Protocol):
    def add(self, token: str, link: Link) -> None:
        """Store a link under a hash of its token; again is no fault."""

    def get(self, token: str) -> Link | None: ...


class Pending(Protocol):
    """Things that wait for a mailed yes: a new address, a sign-in, a new game."""

    def add(self, purpose: str, email: str, facts: dict[str, object], expires_at: datetime) -> int: ...

    def get(self, pending_id: int) -> tuple[str, str, dict[str, object], datetime] | None: ...

    def take(self, pending_id: int) -> tuple[str, str, dict[str, object], datetime] | None:
        """Return and remove it; None if it is not there."""


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

    def commit(self) -> None: ...

    def after_commit(self, call: Callable[[], None]) -> None: ...


class UowFactory(Protocol):
    def __call__(self) -> Uow: ...
