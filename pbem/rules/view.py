"""What one seat may see of a game: the only way from a game to anything shown."""

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from pbem.rules.cards import Card
from pbem.rules.events import How, Points
from pbem.rules.moves import Position, Premium, Wants
from pbem.rules.options import Rules
from pbem.rules.ruleset import SpecialRule
from pbem.rules.trick import SeenTrick


class DealResult(Struct, frozen=True):
    """One line of the score sheet, by seat.

    `size` is the number of tricks; `round` that of the sequence, which may be played
    more than once. A seat that did not bid has None. `totals` are those after it.
    """

    deal: int
    round: int
    size: int
    dealer: int
    trump: str
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    points: tuple[Points, ...]
    totals: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """A deal as one seat sees it.

    `size` is the number of tricks. `hands` holds, by seat, the cards the viewer may
    see now (None: hidden). A spectator sees none until the deal is scored, but for one
    that is revealed to all. Hands are sorted trumps first, then by suit, each
    downwards. `bid_order` are the seats that bid, in their order; the play goes round
    from eldest. `trump` is None until it is known; `turned` is the card that decided
    it, in the way `how`. `bids` are those that everybody knows, `own_bid` is the
    viewer's, be it known to others or not; `ready` are the seats that have bid in
    secret. `own_laid` are the viewer's cards laid aside. `premium` is who declares or
    reveals, `shown_laid` the cards which that seat laid aside. `no_cards_yet`: bids are
    made before the cards are dealt.
    """

    number: int
    round: int
    attempt: int
    size: int
    dealer: int
    special: SpecialRule | None
    trump: str | None
    turned: Card | None
    how: How
    namer: int | None
    named_by: int | None
    upcard: Card | None
    bid_order: tuple[int, ...]
    bids: tuple[int | None, ...]
    own_bid: int | None
    own_laid: tuple[Card, ...]
    ready: tuple[int, ...]
    premium: tuple[int, Premium] | None
    shown_laid: tuple[Card, ...]
    no_cards_yet: bool
    is_forehead: bool
    taken: tuple[int, ...]
    tricks: tuple[SeenTrick, ...]
    table: SeenTrick | None
    hands: tuple[tuple[Card, ...] | None, ...]
    announced: Literal["over", "under", "even"] | None


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it; `seat` None is the spectator and the organiser.

    `legal_bids`, `legal_cards` and `legal_trumps` are the answers open to this seat
    now (empty when it is not on turn); `barred_bid` is the one bid the hook forbids
    it. `calls` lists what may be said with each card that needs a word: `high` or
    `low` with a joker, the card it stands for with a wild two. `lay` is how many
    cards are to be laid aside now, and `may_claim` whether a premium may be claimed.
    `changeable_bid`: this seat's own bid may still be replaced by one of
    `legal_bids`. `deals` is the number of deals of the whole game.
    """

    rules: Rules
    seat: int | None
    phase: Literal["running", "over"]
    deals: int
    sizes: tuple[int, ...]
    deal: SeenDeal | None
    last_deal: SeenDeal | None
    position: Position | None
    wants: Wants | None
    on_turn: tuple[int, ...]
    legal_bids: tuple[int, ...]
    legal_cards: tuple[Card, ...]
    calls: tuple[tuple[Card, tuple[str, ...]], ...]
    legal_trumps: tuple[str, ...]
    lay: int
    may_claim: bool
    barred_bid: int | None
    changeable_bid: bool
    sheet: tuple[DealResult, ...]
    totals: tuple[Points, ...]
    winners: tuple[int, ...]
    payments: tuple[int, ...]
    stand_ins: tuple[int, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards in the running deal."""
        if self.deal is None or self.seat is None:
            return ()
        return self.deal.hands[self.seat] or ()
