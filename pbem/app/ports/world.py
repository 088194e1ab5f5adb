"""The world outside: time, chance, and the bell that wakes workers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol


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

    def letters(self, ids: Sequence[int]) -> None:
        """Have a worker look for letters, of which these wait."""

    def heard(self) -> None:
        """Note that letters are looked for from now on: the next one to be stored rings again."""

    def notices(self, ids: Sequence[int]) -> None: ...

    def game(self, game_id: int) -> None:
        """Ask a worker to let the bots of a game go on."""
