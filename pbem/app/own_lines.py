"""What a player has, a line each: games and mail addresses."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class GameLine:
    """One of a player's games, for `games`. `deals` is 0 where their number is open."""

    code: str
    preset: str
    status: str
    your_turn: bool
    deadline: datetime | None
    deal: int
    deals: int


@dataclass(frozen=True, slots=True)
class AddressLine:
    """A mail address of a player. `asked`: it has not said yes yet. `failing`: mail came back."""

    email: str
    state: Literal["main", "proven", "asked"]
    failing: bool = False
