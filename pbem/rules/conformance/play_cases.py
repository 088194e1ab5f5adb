"""Cases of dealing, bidding and play (catalogue, section 15, second table)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbem.rules.cards import STANDARD_PACK, Card, card
from pbem.rules.conformance.verdicts import (
    Case,
    Failed,
    NotOffered,
    Passed,
    Verdict,
    compared,
    faults,
    unplayable,
)
from pbem.rules.dealers import by_first_jack, highest
from pbem.rules.engine import Accepted, Game, decide, evolve, waits
from pbem.rules.events import BidMade, Dealt, Event, FirstDealerChosen, GameStarted
from pbem.rules.legal import legal_cards
from pbem.rules.moves import Bid, Position
from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.sizes import deal_sizes
from pbem.rules.state import Deal
from pbem.rules.tricks import winning_place
from pbem.rules.trumps import trump_of
from pbem.rules.turns import bid_order, next_seat
from pbem.rules.view import PlayedCard
from pbem.rules.views import view

Found = dict[str, object]


def check_play_case(case: Case) -> Verdict:
    """Compare what one play case expects with what these rules do."""
    rules = _rules(case)
    if case["kind"] == "refuse":
        return _check_refusal(rules, case["expect"]["error"])
    if isinstance(rules, RulesRefused):
        return unplayable(rules)
    check = _CHECKS.get(case["kind"])
    if check is None:
        return NotOffered((case["kind"],))
    return compared(case["expect"], check(rules, case["situation"]))


def _rules(case: Case) -> Rules | RulesRefused:
    """Return the rules of a play case, for its number of players or any that will do."""
    situation, options = case["situation"], case["rules"]
    if "players" in situation:
        return rules_of(situation["players"], options)
    one_each = {"winner": "trick", "announce": "bids"}.get(case["kind"])
    if one_each is not None:
        return rules_of(len(situation[one_each]), options)
    tries = [rules_of(players, options) for players in (4, *range(2, 13))]
    return next((rules for rules in tries if not faults(rules)), tries[0])


def _check_refusal(rules: Rules | RulesRefused, code: str) -> Verdict:
    codes = faults(rules)
    return Passed() if code in codes else Failed(code, codes)


def _deal_sizes(rules: Rules, _: Case) -> Found:
    return {"deal_sizes": list(deal_sizes(rules))}


def _first_dealer(rules: Rules, situation: Case) -> Found:
    if rules.first_dealer == "first_jack":
        dealer, _ = by_first_jack(rules, _cards(situation["dealt"]))
        return {"dealer": dealer}
    seats = highest(_cards(situation["draws"]))
    return {"dealer": seats[0]} if len(seats) == 1 else {"redraw": list(seats)}


def _order(rules: Rules, situation: Case) -> Found:
    dealer = situation["dealer"]
    order = list(bid_order(rules, dealer))
    return {"bid_order": order, "next_dealer": next_seat(rules, dealer)}


def _trump(rules: Rules, situation: Case) -> Found:
    sizes = tuple(situation.get("deal_sizes", deal_sizes(rules)))
    upcard = situation.get("upcard")
    turned = None if upcard is None else card(upcard)
    return {"trump": trump_of(rules, sizes, situation.get("deal_number", 1), turned)}


def _bids(rules: Rules, situation: Case) -> Found:
    game = _bidding(rules, situation["hand_size"], situation["bids_so_far"])
    seat = waits(game)[0].seat
    tries = range(situation["hand_size"] + 1)
    return {"illegal": [bid for bid in tries if not _accepts(game, seat, bid)]}


def _bid_change(rules: Rules, situation: Case) -> Found:
    game = _bidding(rules, situation["hand_size"], situation["bids_so_far"])
    change = situation["change"]
    seat = bid_order(rules, rules.players - 1)[change["position"]]
    return {"accepted": _accepts(game, seat, change["to"])}


def _announce(rules: Rules, situation: Case) -> Found:
    deal = view(_bidding(rules, situation["hand_size"], situation["bids"]), None).deal
    return {"announce": deal and deal.announced}


def _leader(rules: Rules, situation: Case) -> Found:
    dealer, bids = situation["dealer"], situation["bids"]
    in_order = [bids[seat] for seat in bid_order(rules, dealer)]
    return {"leader": waits(_bidding(rules, 3, in_order, dealer))[0].seat}


def _legal(rules: Rules, situation: Case) -> Found:
    trick, hand = _cards(situation["trick"]), _cards(situation["hand"])
    deal = _mid_trick(rules, trick, hand, situation["trump"])
    legal = set(legal_cards(rules, deal, len(trick)))
    return {"legal": [str(one) for one in hand if one in legal]}


def _winner(_: Rules, situation: Case) -> Found:
    place = winning_place(_cards(situation["trick"]), situation["trump"])
    return {"winner": place, "next_leader": place}


def _accept(_rules: Rules, _situation: Case) -> Found:
    return {"accepted": True}


def _cards(names: list[str]) -> list[Card]:
    return [card(name) for name in names]


def _bidding(rules: Rules, size: int, bids: list[int], dealer: int | None = None) -> Game:
    """Return a game in which these bids were made, in the order of bidding."""
    first = rules.players - 1 if dealer is None else dealer
    hands = tuple(STANDARD_PACK[size * seat : size * (seat + 1)] for seat in range(rules.players))
    order = bid_order(rules, first)
    events: list[Event] = [
        FirstDealerChosen(first, ()),
        Dealt(1, first, hands, None, "NT"),
        *(BidMade(1, seat, bid) for seat, bid in zip(order, bids, strict=False)),
    ]
    game = evolve(None, GameStarted(rules))
    for event in events:
        game = evolve(game, event)
    return game


def _accepts(game: Game, seat: int, bid: int) -> bool:
    return isinstance(decide(game, seat, Bid(bid), Position(1, 0)), Accepted)


def _mid_trick(rules: Rules, trick: list[Card], hand: list[Card], trump: str) -> Deal:
    """Return a deal in which seat 0 led this trick and the next seat holds this hand."""
    hands = tuple(tuple(hand) if seat == len(trick) else () for seat in range(rules.players))
    return Deal(
        number=1,
        size=len(hand),
        dealer=rules.players - 1,
        trump=trump,
        turned=None,
        dealt=hands,
        hands=hands,
        bids=(0,) * rules.players,
        taken=(0,) * rules.players,
        leader=0,
        table=tuple(PlayedCard(seat, played) for seat, played in enumerate(trick)),
        tricks=(),
    )


_CHECKS: Final[Mapping[str, Callable[[Rules, Case], Found]]] = {
    "deal_sizes": _deal_sizes,
    "first_dealer": _first_dealer,
    "order": _order,
    "trump": _trump,
    "bids": _bids,
    "bid_change": _bid_change,
    "announce": _announce,
    "leader": _leader,
    "legal": _legal,
    "winner": _winner,
    "accept": _accept,
}
