"""What one seat may see of a game: the only way from a game to anything shown."""

from dataclasses import dataclass
from typing import Literal

from pbem.rules.cards import Card
from pbem.rules.moves import Position, Wants
from pbem.rules.options import Rules


@dataclass(frozen=True, slots=True)
class PlayedCard:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A trick in order of play; `winner` is None while it lies on the table."""

    number: int
    cards: tuple[PlayedCard, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class DealResult:
    """One line of the score sheet, by seat."""

    deal: int
    size: int
    dealer: int
    trump: str
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """A deal as one seat sees it.

    `hands` holds, by seat, the cards the viewer may see now (None: hidden). A
    spectator sees none until the deal is scored. Hands are sorted trumps first,
    then by suit, each downwards. `bid_order` and the play go round from eldest.
    """

    number: int
    size: int
    dealer: int
    trump: str
    turned: Card | None
    bid_order: tuple[int, ...]
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    tricks: tuple[SeenTrick, ...]
    table: SeenTrick | None
    hands: tuple[tuple[Card, ...] | None, ...]
    announced: Literal["over", "under", "even"] | None


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it; `seat` None is the spectator and the organiser.

    `legal_bids` and `legal_cards` are the answers open to this seat now (empty
    when it is not on turn); `barred_bid` is the one bid the hook forbids it.
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
    barred_bid: int | None
    changeable_bid: bool
    sheet: tuple[DealResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards in the running deal."""
        if self.deal is None or self.seat is None:
            return ()
        return self.deal.hands[self.seat] or ()
