"""The books of a deal that has just been handed out."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from pbem.rules.cards import Card
from pbem.rules.events import Dealt
from pbem.rules.moves import Claim
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal
from pbem.rules.terms import terms_of
from pbem.rules.trumps import special_rule
from pbem.rules.turns import first_leader
from pbem.rules.view import DealResult

_NO_CLAIM: tuple[Claim, ...] = ("",)

CARDS_LAID = 3
"""How many cards make a bid of `bid_mode: bid_cards`."""


_WORTH: Final = {"C": 3, "H": 2, "S": 1, "D": 0}
"""What the suits of cards laid aside bid (catalogue, section 6)."""


def fresh_deal(rules: Rules, sheet: Sequence[DealResult], event: Dealt) -> Deal:
    """Return a deal as it lies before anybody has acted."""
    players, special = rules.players, special_rule(rules, event.round)
    deal = Deal(
        number=event.deal,
        round=event.round,
        attempt=event.attempt,
        size=tricks_of(rules, len(event.hands[0])),
        dealer=event.dealer,
        special=special,
        trump=event.trump,
        terms=terms_of(rules, event.trump, special),
        turned=event.turned,
        how=event.how,
        covered=event.covered,
        namer=event.namer,
        named_by=None,
        upcard=event.upcard,
        bidders=event.bidders,
        no_zero=_without_zero(rules, sheet),
        dealt=event.hands,
        hands=event.hands,
        # In a misere everybody counts as having bid zero.
        bids=(0 if special == "misere" else None,) * players,
        sealed=(None,) * players,
        laid=((),) * players,
        claims=_NO_CLAIM * players,
        premium=None,
        taken=(0,) * players,
        leader=0,
        table=(),
        tricks=(),
    )
    return replace(deal, leader=first_leader(rules, deal))


def tricks_of(rules: Rules, cards: int) -> int:
    """Return how many tricks are played with hands of so many cards."""
    return cards - CARDS_LAID if rules.bid_mode == "bid_cards" else cards


def bid_of_cards(cards: Iterable[Card]) -> int:
    """Return the bid that these cards make when they are laid aside (`bid_cards`)."""
    return sum(_WORTH[card.suit] for card in cards)


def _without_zero(rules: Rules, sheet: Sequence[DealResult]) -> tuple[int, ...]:
    """Return the seats that have bid zero as often in a row as they may."""
    most = rules.max_zero_bids_in_row
    if most is None:
        return ()
    return tuple(seat for seat in range(rules.players) if _zeros(sheet, seat) >= most)


def _zeros(sheet: Sequence[DealResult], seat: int) -> int:
    """Count the zero bids in the last deals, up to another bid; deals without a bid are passed."""
    bids = [row.bids[seat] for row in reversed(sheet) if row.bids[seat] is not None]
    return sum(1 for _ in takewhile(lambda bid: bid == 0, bids))
