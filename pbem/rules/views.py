"""From a game to what one seat may see of it: the only door to anything shown."""

from collections.abc import Sequence
from typing import Final, Literal

from pbem.rules.cards import NO_TRUMP, RANKS, SUITS, Card
from pbem.rules.legal import barred_bid, legal_bids, legal_cards
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal, Game
from pbem.rules.turns import bid_order, may_change_bid, on_turn, wanted
from pbem.rules.view import SeenDeal, SeenTrick, View
from pbem.rules.where import position


def _places(trump: str) -> dict[Card, int]:
    suits = sorted("SHDC", key=lambda suit: suit != trump)
    order = [Card(rank, suit) for suit in suits for rank in reversed(RANKS)]
    return {card: place for place, card in enumerate(order)}


_PLACES: Final = {trump: _places(trump) for trump in (*SUITS, NO_TRUMP)}
"""For each trumps, the place of every card in a hand that is shown."""


def view(game: Game, seat: int | None) -> View:
    """Return what this seat may see; None is the spectator and the organiser."""
    deal, rules = game.deal, game.rules
    turn = None if deal is None else on_turn(rules, deal)
    mine = deal if seat is not None else None
    return View(
        rules=rules,
        seat=seat,
        phase=game.phase,
        deals=len(game.sizes),
        sizes=game.sizes,
        deal=None if deal is None else _running(rules, deal, seat),
        last_deal=None if game.last_deal is None else _scored(rules, game.last_deal),
        position=None if seat is None else position(game, seat),
        wants=wanted(mine) if mine is not None and turn == seat else None,
        on_turn=() if turn is None else (turn,),
        legal_bids=() if mine is None or seat is None else legal_bids(rules, mine, seat),
        legal_cards=() if mine is None or seat is None else _legal_cards(rules, mine, seat),
        barred_bid=None if mine is None or seat is None else barred_bid(rules, mine, seat),
        changeable_bid=mine is not None and seat is not None and may_change_bid(rules, mine, seat),
        sheet=game.sheet,
        totals=game.totals,
        winners=game.winners,
        stand_ins=game.stand_ins,
    )


def sorted_hand(hand: Sequence[Card], trump: str) -> tuple[Card, ...]:
    """Return a hand as it is shown: trumps first, then S H D C, each suit downwards."""
    return tuple(sorted(hand, key=_PLACES[trump].__getitem__))


def announcement(size: int, bids: Sequence[int]) -> Literal["over", "under", "even"]:
    """Return how the total of all bids compares with the number of tricks."""
    total = sum(bids)
    if total == size:
        return "even"
    return "over" if total > size else "under"


def _legal_cards(rules: Rules, deal: Deal, seat: int) -> tuple[Card, ...]:
    return sorted_hand(legal_cards(rules, deal, seat), deal.trump)


def _running(rules: Rules, deal: Deal, seat: int | None) -> SeenDeal:
    hands = tuple(
        sorted_hand(hand, deal.trump) if holder == seat else None
        for holder, hand in enumerate(deal.hands)
    )
    return _seen(rules, deal, hands)


def _scored(rules: Rules, deal: Deal) -> SeenDeal:
    return _seen(rules, deal, tuple(sorted_hand(hand, deal.trump) for hand in deal.dealt))


def _seen(rules: Rules, deal: Deal, hands: tuple[tuple[Card, ...] | None, ...]) -> SeenDeal:
    number = len(deal.tricks) + 1
    return SeenDeal(
        number=deal.number,
        size=deal.size,
        dealer=deal.dealer,
        trump=deal.trump,
        turned=deal.turned,
        bid_order=bid_order(rules, deal.dealer),
        bids=deal.bids,
        taken=deal.taken,
        tricks=deal.tricks,
        table=SeenTrick(number, deal.table, None) if deal.table else None,
        hands=hands,
        announced=_announced(rules, deal),
    )


def _announced(rules: Rules, deal: Deal) -> Literal["over", "under", "even"] | None:
    if not rules.announce_total or None in deal.bids:
        return None
    return announcement(deal.size, [bid for bid in deal.bids if bid is not None])
