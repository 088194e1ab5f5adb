"""What a reader may see of a table: a seat's view with names, clocks and circumstances."""

from dataclasses import dataclass
from datetime import datetime

from pbem.app.records import GameStatus
from pbem.rules.feed import Happening
from pbem.rules.moves import Premium
from pbem.rules.options import Rules
from pbem.rules.view import View


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as everybody sees it; before the start also one that is still open.

    `state`: seated, invited (asked, no answer yet) or open. `stand_in`: a bot plays
    for its owner. `unreachable`: mail to this player does not arrive, and has not since
    `unreachable_since`, where that is known. `seed`: the own words in the shuffle, for
    all to see once play begins.
    """

    name: str
    state: str
    bot: bool = False
    stand_in: bool = False
    unreachable: bool = False
    unreachable_since: datetime | None = None
    seed: str = ""


@dataclass(frozen=True, slots=True)
class ClaimLost:
    """The reader's own claim for a bid, before which went that of another seat."""

    deal: int
    claim: Premium
    granted_to: int


What = Happening | ClaimLost


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of the feed of a seat: `number` counts public events from 1.

    What only this seat may know of a public event has the same number and follows it.
    """

    number: int
    at: datetime
    what: What


@dataclass(frozen=True, slots=True)
class Said:
    name: str
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as seen from one seat (`seat` None: a spectator).

    `view` is None before the start. `deadlines` maps the seats that are waited for
    to the end of their time. `places` are by seat number once the game runs.
    `join_code` is there for those who sit at the table, until it begins.
    `begun_by` is the starter's name; `is_starter` whether the reader is that person.
    `secret` is that of the game (32 bytes, hex) once it was revealed.
    """

    code: str
    status: GameStatus
    preset: str
    rules: Rules
    commitment: str
    root: str | None
    places: tuple[Place, ...]
    seat: int | None
    view: View | None
    deadlines: tuple[tuple[int, datetime], ...]
    watch_code: str
    join_code: str | None
    begun_by: str
    is_starter: bool
    rated: bool
    created_at: datetime
    secret: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(place.name for place in self.places)

    def deadline(self, seat: int) -> datetime | None:
        return dict(self.deadlines).get(seat)
