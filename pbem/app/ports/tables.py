"""What is at a table: games, seats, invitations, waits and talk."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from pbem.app.records import GameRow, Invitation, Seat, Talk, WaitRow


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

    def unreachable(self, game_id: int) -> dict[int, datetime | None]:
        """Return the ids of a game's seats whose player mail does not reach, and since when."""

    def save(self, seat: Seat) -> None: ...

    def move_mails(self, player_id: int, from_id: int, to_id: int) -> None:
        """Send the mails of a player's seats to another address; their tables are held."""


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


class Waits(Protocol):
    def of(self, game_id: int) -> list[WaitRow]: ...

    def of_games(self, game_ids: Sequence[int]) -> list[WaitRow]:
        """Return what several games wait for, by game."""

    def replace(self, game_id: int, waits: Sequence[WaitRow]) -> None: ...

    def remind(self, wait: WaitRow, at: datetime) -> None:
        """Let a reminder come at another time, unless it came, or others have the row in hand."""

    def due(self, now: datetime, limit: int, after: int = 0) -> list[int]:
        """Return ids of games, from the one behind `after` on, with something that is due."""


class Talks(Protocol):
    def add(self, game_id: int, seat: int, at: datetime, text: str) -> Talk: ...

    def since(self, game_id: int, at: datetime) -> list[Talk]: ...
