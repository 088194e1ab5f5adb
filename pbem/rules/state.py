"""The state of a game between two events.

Only books are kept here. Between deals the state is small: rules, sizes, the sheet
so far and the deal that was played last.
"""

from dataclasses import dataclass
from typing import Literal

from pbem.rules.cards import Card
from pbem.rules.ruleset import Rules
from pbem.rules.view import DealResult, PlayedCard, SeenTrick


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal in play. Everything by seat is in the order of the seats.

    `dealt` are the hands as they were handed out, `hands` what is left of them.
    `leader` leads the trick on the table, or the next one when the table is empty.
    """

    number: int
    size: int
    dealer: int
    trump: str
    turned: Card | None
    dealt: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    leader: int
    table: tuple[PlayedCard, ...]
    tricks: tuple[SeenTrick, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game after `events_seen` events.

    `dealer` deals next or deals now; None until the first dealer is chosen.
    `stand_ins` are the seats in which a stand-in plays, upwards.
    """

    rules: Rules
    sizes: tuple[int, ...]
    phase: Literal["running", "over"]
    dealer: int | None
    deal: Deal | None
    last_deal: Deal | None
    sheet: tuple[DealResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]
    events_seen: int
