"""The state of a game between two events.

Only books are kept here. Between deals the state is small: rules, sizes, the sheet
so far and the deal that was played last. Every state is a value that never changes.
"""

from typing import Literal

from msgspec import Struct

from pbem.rules.cards import Card
from pbem.rules.events import How, Namer, Points
from pbem.rules.moves import Claim, Premium
from pbem.rules.ruleset import Rules, SpecialRule
from pbem.rules.terms import Terms
from pbem.rules.trick import PlayedCard, SeenTrick
from pbem.rules.view import DealResult


class Deal(Struct, frozen=True, dict=True):
    """A deal in play. Everything by seat is in the order of the seats.

    `size` is the number of tricks. `terms` are
    those on which its cards are played. `dealt` are the hands as they were handed out,
    `hands` what is left of them. `leader` leads the trick on the table, or the next
    one when the table is empty. `bids` are those that everybody knows, `sealed` those
    that only their seats know; `laid` and `claims` go with sealed ones. `namer` is
    who names trumps, until it is done. `no_zero` are seats that may not bid zero.
    """

    number: int
    round: int
    attempt: int
    size: int
    dealer: int
    special: SpecialRule | None
    trump: str | None
    terms: Terms
    turned: Card | None
    how: How
    covered: Card | None
    namer: Namer | None
    named_by: int | None
    upcard: Card | None
    bidders: tuple[int, ...]
    no_zero: tuple[int, ...]
    dealt: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    bids: tuple[int | None, ...]
    sealed: tuple[int | None, ...]
    laid: tuple[tuple[Card, ...], ...]
    claims: tuple[Claim, ...]
    premium: tuple[int, Premium] | None
    taken: tuple[int, ...]
    leader: int
    table: tuple[PlayedCard, ...]
    tricks: tuple[SeenTrick, ...]


class Game(Struct, frozen=True, dict=True):
    """A game after `events_seen` events.

    `dealer` deals next or deals now; None until the first dealer is chosen. `round`
    and `attempt` are of the next deal, or of the one in play. `stand_ins` are the
    seats in which a stand-in plays, upwards.
    """

    rules: Rules
    sizes: tuple[int, ...]
    phase: Literal["running", "over"]
    dealer: int | None
    round: int
    attempt: int
    upcard: Card | None
    deal: Deal | None
    last_deal: Deal | None
    sheet: tuple[DealResult, ...]
    totals: tuple[Points, ...]
    winners: tuple[int, ...]
    payments: tuple[int, ...]
    stand_ins: tuple[int, ...]
    events_seen: int
