"""What happened, as one seat may read it: public events, without the hands."""

from dataclasses import dataclass

from pbem.rules.cards import Card
from pbem.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsShown,
    CardPlayed,
    CardsLaid,
    ClockRanOut,
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    How,
    PremiumGranted,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
    TrumpMade,
)


@dataclass(frozen=True, slots=True)
class DealBegun:
    """A deal was handed out, as everybody saw it. `size` counts the cards of a hand."""

    deal: int
    dealer: int
    size: int
    turned: Card | None
    trump: str | None
    round: int
    attempt: int
    how: How
    upcard: Card | None


@dataclass(frozen=True, slots=True)
class SeatReady:
    """A seat has made its secret bid, or replaced it."""

    deal: int
    seat: int


Happening = (
    GameStarted
    | FirstDealerChosen
    | DealBegun
    | TrumpMade
    | BidMade
    | BidChanged
    | SeatReady
    | PremiumGranted
    | BidsShown
    | CardPlayed
    | TrickTaken
    | DealScored
    | DealRevealed
    | GameEnded
    | SecretRevealed
    | ClockRanOut
    | SeatHandedOver
)


def happening(event: Event) -> Happening:
    """Return the event as any seat may see it. By whom it was done is not shown."""
    match event:
        case Dealt():
            return _begun(event)
        case BidSealed(deal, seat) | CardsLaid(deal, seat):
            return SeatReady(deal, seat)
        case _:
            return event


def _begun(event: Dealt) -> DealBegun:
    return DealBegun(
        deal=event.deal,
        dealer=event.dealer,
        size=len(event.hands[0]),
        turned=event.turned,
        trump=event.trump,
        round=event.round,
        attempt=event.attempt,
        how=event.how,
        upcard=event.upcard,
    )
