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
    RuleSet,
    Seat,
    StoredLetter,
    Talk,
    WaitRow,
    WebSession,
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

    def claim(self, email: str) -> None:
        """Keep others from adding anybody at this address until the unit of work ends."""

    def bar_invitations(self, email: str) -> None:
        """Never invite this address again; only a hash of it is kept."""

    def is_barred(self, email: str) -> bool: ...


class Games(Protocol):
    def add(self, row: GameRow, secret: bytes) -> GameRow:
        """Store a new game (its `id` is given by the caller as 0 and set here)."""

    def get(self, game_id: int) -> GameRow: ...

    def locked(self, game_id: int) -> GameRow:
        """Return the row, locked until the unit of work ends."""

    def locked_by_seat(self, seat_id: int) -> GameRow | None:
        """Return the row of a seat's game, locked likewise; None if there is no such seat."""

    def save(self, row: GameRow) -> None: ...

    def secret(self, game_id: int) -> bytes: ...

    def by_code(self, code: str) -> GameRow | None: ...

    def by_join_code(self, join_code: str) -> GameRow | None: ...

    def by_watch_code(self, watch_code: str) -> GameRow | None: ...

    def of_player(self, player_id: int) -> list[GameRow]:
        """Return the games of a player, newest first."""

    def kept(self) -> list[int]:
        """Return the ids of all games that have a log: those that run and those that are over."""

    def paused(self, limit: int) -> list[int]:
        """Return running games that wait for nobody: their bots paused amid their moves."""


class Seats(Protocol):
    def add(self, seat: Seat) -> Seat: ...

    def get(self, seat_id: int) -> Seat | None: ...

    def of(self, game_id: int) -> tuple[Seat, ...]:
        """Return the seats of a game by number, or before the start by id."""

    def of_player(self, player_id: int) -> tuple[Seat, ...]:
        """Return the seats of a player at all tables, by game."""

    def unreachable(self, game_id: int) -> frozenset[int]:
        """Return the ids of the seats of a game at whose address mail does not arrive."""

    def save(self, seat: Seat) -> None: ...


class Invitations(Protocol):
    def add(self, invitation: Invitation) -> Invitation: ...

    def get(self, invitation_id: int) -> Invitation | None: ...

    def save(self, invitation: Invitation) -> None: ...

    def of(self, game_id: int) -> list[Invitation]: ...

    def unanswered(self, inviter_id: int, since: datetime) -> int:
        """Count a player's invitations since then that nobody has answered; lock the player."""

    def expired(
        self, now: datetime, limit: int, after: Invitation | None = None
    ) -> list[Invitation]:
        """Return open invitations whose time is over, the oldest first, or those behind `after`."""


class KeptState(Protocol):
    """A state kept beside the log: that after event `seq`, before `deal` was handed out."""

    @property
    def deal(self) -> int: ...

    @property
    def seq(self) -> int: ...

    @property
    def game(self) -> Game: ...


class Log(Protocol):
    def append(self, game_id: int, records: Sequence[Recorded]) -> None: ...

    def game(self, row: GameRow) -> Game:
        """Return the state after event `row.seq`; costs one deal's events at most."""

    def keep(self, row: GameRow, game: Game) -> None:
        """Remember the state after `row.seq`, in the process and, between deals, beside the log."""

    def since(self, game_id: int, seq: int, limit: int | None = None) -> list[Recorded]:
        """Return the events with a greater number than `seq`, oldest first."""

    def kept(self, game_id: int) -> Sequence[KeptState]:
        """Return the states kept beside the log, oldest first (for `pbem replay`)."""


class Waits(Protocol):
    def of(self, game_id: int) -> list[WaitRow]: ...

    def of_games(self, game_ids: Sequence[int]) -> list[WaitRow]:
        """Return what several games wait for, by game."""

    def replace(self, game_id: int, waits: Sequence[WaitRow]) -> None: ...

    def due(self, now: datetime, limit: int, after: int = 0) -> list[int]:
        """Return ids of games, from the one behind `after` on, with something that is due."""


class Outbox(Protocol):
    def add(self, notice: NewNotice) -> int | None:
        """Queue a notice; None if one with this key is there already."""

    def post(self, notice: NewNotice, then: Callable[[int], None]) -> None:
        """Queue a notice at the commit at the latest; hand on its id, unless it was there."""

    def claimed(self, notice_id: int) -> Notice | None:
        """Return a waiting notice, locked; None if it is done or in other hands."""

    def get(self, notice_id: int) -> Notice | None: ...

    def save(self, notice: Notice) -> None: ...

    def due(self, now: datetime, limit: int) -> list[int]: ...

    def waiting(self, game_id: int, seat_id: int) -> list[Notice]: ...

    def next_number(self, seat_id: int) -> int:
        """Return the number of the next mail to this seat, from 1."""

    def last_shown(self, seat_id: int) -> tuple[int, int]:
        """Return (mail number, event number) up to which this seat has been told by mail."""

    def last_number(self, game_id: int, seat_id: int) -> int:
        """Return the highest number that a mail to this seat bears, 0 for none (for `replay`)."""

    def last_written(self, game_id: int, seat_id: int) -> datetime | None:
        """Return when the newest notice came up that has become a mail to this seat."""

    def told(self, seat_id: int, seq: int) -> None:
        """Note that a mail tells this seat everything up to this event number."""

    def oldest_waiting(self) -> datetime | None:
        """Return since when the longest waiting notice could have been sent."""


class ActedBefore(Exception):
    """A mail with the same key has acted already: nothing of this one may hold."""


class Letters(Protocol):
    def add(  # noqa: PLR0913 - a letter arrives with all of it at once
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
        """Claim the oldest unread letter of this letter's lane; None if taken or done."""

    def is_unread(self, letter_id: int) -> bool: ...

    def finish(
        self, letter_id: int, verdict: str, reason: str, *, game_id: int | None = None
    ) -> None:
        """Note what became of a letter, and which game it was for (it is kept as long)."""

    def shunt(self, letter_id: int, trace: str) -> None: ...

    def reopen(self, letter_id: int) -> bool: ...

    def unread(self, limit: int) -> list[int]: ...

    def came_in_time(self, lane: str, at: datetime) -> bool:
        """Tell whether a letter of this lane came in by then and is still unread."""

    def get(self, letter_id: int) -> StoredLetter | None: ...

    def newest(self, limit: int) -> list[StoredLetter]:
        """Return the newest letters, newest first, without their raw bytes."""

    def oldest_unread(self) -> datetime | None:
        """Return when the oldest unread letter came in."""

    def first_time(self, key: str, at: datetime) -> bool:
        """Note that a mail with this key acts; False if one has acted already."""

    def acts_once(self, key: str, at: datetime) -> None:
        """Note likewise, at the commit, which raises `ActedBefore` if one has acted already."""


class Talks(Protocol):
    def add(self, game_id: int, seat: int, at: datetime, text: str) -> Talk: ...

    def since(self, game_id: int, at: datetime) -> list[Talk]: ...


class Links(Protocol):
    def add(self, token: str, link: Link) -> None:
        """Store a link under a hash of its token; again is no fault."""

    def get(self, token: str) -> Link | None: ...


class Pending(Protocol):
    """Things that wait for a mailed yes: a new address, a sign-in, a new game."""

    def add(
        self, purpose: str, email: str, facts: dict[str, object], expires_at: datetime
    ) -> int: ...

    def get(self, pending_id: int) -> tuple[str, str, dict[str, object], datetime] | None: ...

    def take(self, pending_id: int) -> tuple[str, str, dict[str, object], datetime] | None:
        """Return and remove it; None if it is not there."""


class Sessions(Protocol):
    """Sign-ins on the web, found by a hash of what the browser keeps."""

    def add(self, token_hash: str, player_id: int, expires_at: datetime) -> None: ...

    def get(self, token_hash: str) -> WebSession | None:
        """Return a sign-in, be it over or not."""

    def revoke(self, token_hash: str, at: datetime) -> None: ...


class RuleSets(Protocol):
    def keep(self, player_id: int, kept: RuleSet) -> None:
        """Keep rules under their name, in place of what this player had under it."""

    def find(self, player_id: int, name: str) -> RuleSet | None: ...

    def of(self, player_id: int) -> tuple[RuleSet, ...]:
        """Return all that a player keeps, by title."""


class Beats(Protocol):
    """When things that happen again and again (the tick, the sweep) happened last."""

    def beat(self, name: str, at: datetime) -> None: ...

    def last(self, name: str) -> datetime | None: ...


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


class Recovery(Protocol):
    """What is to be done to the rows of a restored backup."""

    def withdraw(self, before: datetime) -> int:
        """Supersede every notice that came up before this and waits; return how many."""

    def running(self) -> list[int]:
        """Return the ids of all running games."""

    def skip_ids(self, count: int) -> None:
        """Leave out so many ids of each table: they stand in addresses of mails that went out."""


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
    rule_sets: RuleSets
    retention: Retention
    recovery: Recovery

    def commit(self) -> None: ...

    def after_commit(self, call: Callable[[], None]) -> None: ...


class UowFactory(Protocol):
    def __call__(self) -> Uow: ...
