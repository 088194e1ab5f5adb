"""The log of each game, and the states kept beside it."""

from collections.abc import Sequence
from typing import Protocol

from pbem.app.records import GameRow, Recorded
from pbem.rules.engine import Game


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
