"""The rule-based player: bids what its cards are worth, and plays to its bid.

Every choice is the one after which exactly the bid is likeliest. This comes to the
rules of thumb of good players: with tricks to take, the cheapest card that is likely
to win; with the bid made, the highest card that loses; the last to play takes with
the lowest winner, or gets rid of the most dangerous card.
"""

from collections.abc import Sequence

from pbem.bots.odds import TEMPER, Temper, chance_now, later_chance, tricks_ahead
from pbem.bots.outlook import Outlook, outlook
from pbem.rules.cards import Card
from pbem.rules.moves import Bid, Move, Play
from pbem.rules.tricks import height
from pbem.rules.view import SeenDeal, View


def choose(view: View) -> Move:
    """Return the bid or card of the seat on turn; the same view gives the same answer.

    Raises:
        ValueError: the view is not that of a seat on turn.
    """
    return choose_with(view, TEMPER)


def choose_with(view: View, temper: Temper) -> Move:
    """Choose with other numbers than the ones found best."""
    if view.deal is None or view.wants is None:
        raise ValueError("nothing is wanted of this seat")
    if view.wants == "bid":
        return Bid(_bid(view, view.deal, temper))
    return Play(_card(view, view.deal, temper))


def _bid(view: View, deal: SeenDeal, temper: Temper) -> int:
    """Return the legal bid that is likeliest to be made; of equals the lowest."""
    known = outlook(view, deal)
    chances = [later_chance(card, known, temper) for card in view.hand]
    spread = tricks_ahead(chances)
    return max(view.legal_bids, key=lambda bid: (_worth(bid, spread, temper), -bid))


def _card(view: View, deal: SeenDeal, temper: Temper) -> Card:
    """Return the legal card after which the bid is likeliest."""
    known = outlook(view, deal)
    table = [played.card for played in deal.table.cards] if deal.table else []
    later = {card: later_chance(card, known, temper) for card in view.hand}
    need = _need(view, deal)

    def worth(card: Card) -> tuple[float, int, str]:
        now = chance_now(card, table, known, temper)
        spread = tricks_ahead([chance for other, chance in later.items() if other != card])
        value = now * _worth(need - 1, spread, temper) + (1 - now) * _worth(need, spread, temper)
        return _rank(value), _spare(card, need, known), card.suit

    return max(view.legal_cards, key=worth)


def _need(view: View, deal: SeenDeal) -> int:
    """Return how many tricks the bid still lacks; below 0 when there are too many."""
    seat = view.seat
    bid = None if seat is None else deal.bids[seat]
    if seat is None or bid is None:
        raise ValueError("a card is wanted of a seat that has not bid")
    return bid - deal.taken[seat]


def _rank(value: float) -> float:
    """Round, so that equal cards stay equal whatever the order of the sums."""
    return round(value, 9)


def _spare(card: Card, need: int, known: Outlook) -> int:
    """Prefer, of equals, low cards and plain suits while tricks are wanted, else high ones."""
    cost = height(card) + (20 if card.suit == known.trump else 0)
    return -cost if need > 0 else cost


def _worth(need: int, spread: Sequence[float], temper: Temper) -> float:
    """Return the chance of exactly so many tricks, less a little for the miss to expect."""
    exactly = spread[need] if 0 <= need < len(spread) else 0.0
    miss = sum(chance * abs(tricks - need) for tricks, chance in enumerate(spread))
    return exactly - temper.miss_cost * miss
