"""From a game to what one seat may see of it: the only door to anything shown."""

from collections.abc import Sequence
from typing import Literal

from pbem.rules.bidding import barred_bids
from pbem.rules.cards import Card
from pbem.rules.forehead import is_forehead
from pbem.rules.fresh import CARDS_LAID
from pbem.rules.legal import legal_bids, legal_calls, legal_cards, legal_trumps
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal, Game
from pbem.rules.terms import sorted_hand
from pbem.rules.trick import SeenTrick
from pbem.rules.turns import is_bidding, may_change_bid, on_turn, position, trump_namer, wanted
from pbem.rules.view import SeenDeal, View

Hands = tuple[tuple[Card, ...] | None, ...]


def view(game: Game, seat: int | None) -> View:
    """Return what this seat may see; None is the spectator and the organiser."""
    deal, rules = game.deal, game.rules
    turn = () if deal is None else on_turn(rules, deal)
    mine = deal if seat is not None else None
    wants = wanted(rules, mine) if mine is not None and seat in turn else None
    cards = () if mine is None or seat is None else _legal_cards(rules, mine, seat)
    return View(
        rules=rules,
        seat=seat,
        phase=game.phase,
        deals=len(game.sizes),
        sizes=game.sizes,
        deal=None if deal is None else _running(game, deal, seat),
        last_deal=None if game.last_deal is None else _scored(game, game.last_deal),
        position=None if seat is None or deal is None else position(deal, seat),
        wants=wants,
        on_turn=turn,
        legal_bids=() if mine is None or seat is None else legal_bids(rules, mine, seat),
        legal_cards=cards,
        calls=() if mine is None or seat is None else _calls(rules, mine, seat, cards),
        legal_trumps=() if mine is None or seat is None else legal_trumps(rules, mine, seat),
        lay=CARDS_LAID if wants == "lay" else 0,
        may_claim=wants == "lay" and rules.premium_bids,
        barred_bid=None if mine is None or seat is None else _barred(rules, mine, seat),
        changeable_bid=mine is not None and seat is not None and may_change_bid(rules, mine, seat),
        sheet=game.sheet,
        totals=game.totals,
        winners=game.winners,
        payments=game.payments,
        stand_ins=game.stand_ins,
    )


def announcement(size: int, bids: Sequence[int]) -> Literal["over", "under", "even"]:
    """Return how the total of all bids compares with the number of tricks."""
    total = sum(bids)
    if total == size:
        return "even"
    return "over" if total > size else "under"


def _legal_cards(rules: Rules, deal: Deal, seat: int) -> tuple[Card, ...]:
    return sorted_hand(legal_cards(rules, deal, seat), deal.terms)


def _calls(
    rules: Rules, deal: Deal, seat: int, cards: Sequence[Card]
) -> tuple[tuple[Card, tuple[str, ...]], ...]:
    found = [(card, legal_calls(rules, deal, seat, card)) for card in cards]
    return tuple((card, calls) for card, calls in found if calls)


def _barred(rules: Rules, deal: Deal, seat: int) -> int | None:
    """Return the one bid that the hook takes from the last to bid."""
    if wanted(rules, deal) != "bid" or seat not in on_turn(rules, deal):
        return None
    barred = barred_bids(rules, deal, seat)
    return next((bid for bid, why in barred.items() if why == "hook"), None)


def _running(game: Game, deal: Deal, seat: int | None) -> SeenDeal:
    hands = tuple(
        sorted_hand(hand, deal.terms) if _sees(game, deal, seat, holder) else None
        for holder, hand in enumerate(deal.hands)
    )
    return _seen(game, deal, hands, seat)


def _sees(game: Game, deal: Deal, seat: int | None, holder: int) -> bool:
    """Whether this seat sees the hand of a holder in the running deal."""
    if deal.premium == (holder, "reveal"):
        return True
    if seat is None or _is_blind(deal):
        return False
    return (seat == holder) != _is_forehead(game, deal)


def _is_blind(deal: Deal) -> bool:
    """Whether bids are made before the cards are dealt, and still are being made."""
    return deal.special == "blind" and is_bidding(deal)


def _is_forehead(game: Game, deal: Deal) -> bool:
    return is_forehead(game.rules, deal.round, deal.size, game.sizes)


def _scored(game: Game, deal: Deal) -> SeenDeal:
    hands = tuple(sorted_hand(hand, deal.terms) for hand in deal.dealt)
    return _seen(game, deal, hands, None)


def _seen(game: Game, deal: Deal, hands: Hands, seat: int | None) -> SeenDeal:
    rules = game.rules
    return SeenDeal(
        number=deal.number,
        round=deal.round,
        attempt=deal.attempt,
        size=deal.size,
        dealer=deal.dealer,
        special=deal.special,
        trump=deal.trump,
        turned=deal.turned,
        how=deal.how,
        namer=trump_namer(rules, deal),
        named_by=deal.named_by,
        upcard=deal.upcard,
        bid_order=deal.bidders,
        bids=deal.bids,
        own_bid=None if seat is None else _own_bid(deal, seat),
        own_laid=() if seat is None else deal.laid[seat],
        ready=tuple(one for one in deal.bidders if deal.sealed[one] is not None),
        premium=deal.premium,
        shown_laid=() if deal.premium is None else deal.laid[deal.premium[0]],
        no_cards_yet=_is_blind(deal),
        is_forehead=_is_forehead(game, deal),
        taken=deal.taken,
        tricks=deal.tricks,
        table=SeenTrick(len(deal.tricks) + 1, deal.table, None) if deal.table else None,
        hands=hands,
        announced=_announced(rules, deal),
    )


def _own_bid(deal: Deal, seat: int) -> int | None:
    return deal.bids[seat] if deal.sealed[seat] is None else deal.sealed[seat]


def _announced(rules: Rules, deal: Deal) -> Literal["over", "under", "even"] | None:
    if not rules.announce_total or is_bidding(deal) or not deal.bidders:
        return None
    bids = [bid for bid in deal.bids if bid is not None]
    return announcement(deal.size, bids) if bids else None
