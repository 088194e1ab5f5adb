"""What happened in a game: facts, in the past tense.

A game is the list of its events. They hold seat numbers, never names, addresses
or talk, and outcomes, never requests: a later correction of a rule cannot change
a deal that was played.
"""

from typing import Literal

from msgspec import Struct

from pbem.rules.cards import Card
from pbem.rules.moves import Claim, Premium
from pbem.rules.options import Rules

Points = int | float
"""Whole numbers; halves, which are exact, with `trick_scoring` only."""

How = Literal["", "turned", "dealers", "cut", "upcard"]
"""Which card decides trumps: the one turned after the deal, the dealer's last, one cut before."""

Namer = Literal["dealer", "high_bidder"]
Handover = Literal["resigned", "stopped", "came_back"]


class GameStarted(Struct, frozen=True):
    """The first event: the rules are fixed in it for the whole game."""

    rules: Rules


class FirstDealerChosen(Struct, frozen=True):
    """Who deals first, and the cards that decided it, in the order they were shown.

    Seat k was shown card k; when seats tied they drew again, in seat order
    (`high_card`). For `first_jack` the cards were dealt face up from seat 0 on.
    `drawn` is empty for `random` and `seat_0` (catalogue, section 4).
    """

    dealer: int
    drawn: tuple[Card, ...]


class Dealt(Struct, frozen=True):
    """A deal was handed out. The hands and a covered card are secret, everything else is public.

    `deal` counts all deals, `round` those of the sequence, which may be repeated
    (`attempt` from 0). `turned` is the card that decides trumps, shown in the way
    `how`; `covered` is that card while it is to be shown after the bidding only.
    `trump` is None until it is known; `namer` names it then, if no card does.
    `bidders` are the seats that bid, in their order. `upcard` gave the size.
    """

    deal: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None
    trump: str | None
    round: int
    bidders: tuple[int, ...]
    attempt: int = 0
    how: How = ""
    covered: Card | None = None
    namer: Namer | None = None
    upcard: Card | None = None


class TrumpMade(Struct, frozen=True, gc=False):
    """Trumps became known: a covered card was shown, or a seat has named them.

    `trump` is None when the card lets the dealer name them.
    """

    deal: int
    trump: str | None
    card: Card | None
    seat: int | None


class BidMade(Struct, frozen=True, gc=False):
    deal: int
    seat: int
    tricks: int


class BidChanged(Struct, frozen=True, gc=False):
    """A bid was replaced before the next player had bid (`bid_change`)."""

    deal: int
    seat: int
    tricks: int


class BidSealed(Struct, frozen=True, gc=False):
    """A bid that the others see when all are in, or its replacement. How many is secret."""

    deal: int
    seat: int
    tricks: int


class CardsLaid(Struct, frozen=True):
    """Cards were laid aside for a bid. Which, and what is claimed for it, is secret."""

    deal: int
    seat: int
    cards: tuple[Card, ...]
    claim: Claim


class PremiumGranted(Struct, frozen=True):
    """One seat declares (`laid` is shown) or reveals (its `hand` too)."""

    deal: int
    seat: int
    claim: Premium
    laid: tuple[Card, ...]
    hand: tuple[Card, ...]


class BidsShown(Struct, frozen=True):
    """All bids that were sealed are known; by seat, None for those that do not bid."""

    deal: int
    bids: tuple[int | None, ...]


class CardPlayed(Struct, frozen=True, gc=False):
    """`call` is what was said with the card (see `Play`)."""

    deal: int
    seat: int
    card: Card
    call: str = ""


class TrickTaken(Struct, frozen=True, gc=False):
    """A trick was completed; `trick` counts from 1 within the deal.

    `seat` is None when nobody takes it: its cards annulled each other.
    """

    deal: int
    seat: int | None
    trick: int


class DealScored(Struct, frozen=True):
    """Points of the deal by seat, and all totals after it.

    From here on all hands of the deal are public. `again`: the same round follows.
    """

    deal: int
    points: tuple[Points, ...]
    totals: tuple[Points, ...]
    again: bool = False


class DealRevealed(Struct, frozen=True):
    """The secret (32 bytes, hex) from which a scored deal was shuffled."""

    deal: int
    secret: str


class GameEnded(Struct, frozen=True):
    """Final totals, who has won, and what each seat receives (empty: no stakes)."""

    totals: tuple[Points, ...]
    winners: tuple[int, ...]
    payments: tuple[int, ...] = ()


class SecretRevealed(Struct, frozen=True):
    """The secret of the whole game (32 bytes, hex), shown when it is over."""

    secret: str


class ClockRanOut(Struct, frozen=True, gc=False):
    """A seat did not answer in time; the stand-in acts once for it."""

    deal: int
    seat: int


class SeatHandedOver(Struct, frozen=True, gc=False):
    """A stand-in took the seat (`resigned`, `stopped`) or its owner is back."""

    seat: int
    why: Handover


Event = (
    GameStarted
    | FirstDealerChosen
    | Dealt
    | TrumpMade
    | BidMade
    | BidChanged
    | BidSealed
    | CardsLaid
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
