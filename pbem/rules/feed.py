"""What happened, as one seat may read it: public events, without the hands."""

from dataclasses import dataclass

from pbem.rules.cards import Card
from pbem.rules.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    ClockRanOut,
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
)


@dataclass(frozen=True, slots=True)
class DealBegun:
    """A deal was handed out, as everybody saw it."""

    deal: int
    dealer: int
    size: int
    turned: Card | None
    trump: str


Happening = (
    GameStarted
    | FirstDealerChosen
    | DealBegun
    | BidMade
    | BidChanged
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
    if isinstance(event, Dealt):
        return DealBegun(event.deal, event.dealer, len(event.hands[0]), event.turned, event.trump)
    return event
