"""What a seat bids, which trumps it names, and which cards it lays aside for a bid."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.bots.aims import rounded, worth
from pbem.bots.odds import Temper, later_chance, tricks_ahead
from pbem.bots.outlook import minus, outlook, unseen
from pbem.rules.cards import Card
from pbem.rules.events import Namer
from pbem.rules.fresh import bid_of_cards
from pbem.rules.moves import Claim
from pbem.rules.terms import terms_of
from pbem.rules.trick import Laid
from pbem.rules.tricks import winning_place
from pbem.rules.trumps import trump_choices
from pbem.rules.turns import seats_from
from pbem.rules.view import SeenDeal, View

_DECLARE, _REVEAL = 0.75, 0.95
"""How sure a bid must be for a premium: others learn of it, and gain if it fails."""


def best_bid(view: View, deal: SeenDeal, temper: Temper) -> int:
    """Return the legal bid that is likeliest to be made; of equals the lowest."""
    spread = tricks_ahead(_chances(view, deal, temper))
    return max(view.legal_bids, key=lambda bid: (rounded(worth(bid, spread, temper)), -bid))


def best_trump(view: View, deal: SeenDeal, temper: Temper) -> str:
    """Return the trumps that make the bid likeliest, or the hand strongest before any bid."""
    bid = deal.own_bid

    def value(trump: str) -> float:
        spread = tricks_ahead(_with_trump(view, deal, trump, temper))
        return rounded(worth(bid, spread, temper))

    return max(view.legal_trumps, key=value)


def best_lay(view: View, deal: SeenDeal, temper: Temper) -> tuple[tuple[Card, ...], Claim]:
    """Return the cards whose suits bid what the others are likeliest to take, and a claim."""
    chances = list(zip(view.hand, _chances(view, deal, temper), strict=True))

    def value(laid: Sequence[tuple[Card, float]]) -> float:
        return rounded(worth(_bid_of(laid), _spread_without(chances, laid), temper))

    best = max(combinations(chances, view.lay), key=value)
    sure = _spread_without(chances, best)[_bid_of(best)]
    return tuple(card for card, _ in best), _claim(view, sure)


def _bid_of(laid: Sequence[tuple[Card, float]]) -> int:
    return bid_of_cards([card for card, _ in laid])


def _spread_without(
    chances: Sequence[tuple[Card, float]], laid: Sequence[tuple[Card, float]]
) -> list[float]:
    return tricks_ahead([chance for card, chance in chances if (card, chance) not in laid])


def _claim(view: View, sure: float) -> Claim:
    if not view.may_claim or sure < _DECLARE:
        return ""
    return "reveal" if sure >= _REVEAL else "declare"


def _chances(view: View, deal: SeenDeal, temper: Temper) -> list[float]:
    """Return for each trick or card what it may come to; an average where trumps are not known."""
    if deal.no_cards_yet:
        return [1.0 / view.rules.players] * deal.size
    if deal.trump is not None:
        return _with_trump(view, deal, deal.trump, temper)
    namer: Namer = "high_bidder" if view.rules.trump_method == "high_bidder" else "dealer"
    rows = [_with_trump(view, deal, trump, temper) for trump in trump_choices(namer)]
    means = _means(rows)
    # Whoever bids high names trumps: half the hope is that it will be this seat.
    return _means([means, max(rows, key=sum)]) if namer == "high_bidder" else means


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _with_trump(view: View, deal: SeenDeal, trump: str, temper: Temper) -> list[float]:
    if deal.is_forehead:
        return [_unseen_card_wins(view, deal, trump)]
    known = outlook(view, deal, trump)
    return [later_chance(card, known, temper) for card in view.hand]


def _unseen_card_wins(view: View, deal: SeenDeal, trump: str) -> float:
    """Return the chance that a card, which all others see, beats theirs, which it sees."""
    terms = terms_of(view.rules, trump, deal.special)
    possible = minus(unseen(view, deal), Counter(card for _, card in _open_cards(deal)))
    order = seats_from(view.rules, (deal.dealer + view.rules.step_round) % view.rules.players)
    shown = dict(_open_cards(deal))
    wins = sum(
        winning_place(terms, [Laid(shown.get(seat, card)) for seat in order])
        == order.index(view.seat or 0)
        for card in possible
    )
    return wins / max(1, len(possible))


def _open_cards(deal: SeenDeal) -> Iterator[tuple[int, Card]]:
    for seat, hand in enumerate(deal.hands):
        if hand:
            yield seat, hand[0]
