"""Cases of dealing, bidding and play (catalogue, section 15, second table)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from pbem.rules.cards import card
from pbem.rules.conformance.setups import (
    accepted,
    accepts,
    bidding,
    cards_of,
    deal_of,
    dealt,
    mid_trick,
    new_game,
    past_tricks,
    played,
    trump_deal,
)
from pbem.rules.conformance.verdicts import (
    Case,
    Failed,
    NotKnown,
    Passed,
    Verdict,
    compared,
    faults,
    unplayable,
)
from pbem.rules.dealers import by_first_jack, highest
from pbem.rules.dealing import Chance
from pbem.rules.engine import Game, waits
from pbem.rules.legal import legal_bids, legal_cards
from pbem.rules.moves import Bid, Lay
from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.packs import pack_of, pool
from pbem.rules.playable import joker_calls
from pbem.rules.sizes import deal_sizes
from pbem.rules.terms import terms_of
from pbem.rules.tricks import winning_place
from pbem.rules.trumps import special_rule, trump_choices, trump_of_card
from pbem.rules.turns import bid_order, next_seat
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
        return NotKnown((case["kind"],))
    found = check(rules, {**case["situation"], "counts": case["expect"].get("counts", {})})
    return compared(case["expect"], {name: found.get(name) for name in case["expect"]})


def _rules(case: Case) -> Rules | RulesRefused:
    """Return the rules of a play case, for its number of players or any that will do."""
    situation, options = case["situation"], case.get("rules", {})
    if "players" in situation:
        return rules_of(situation["players"], options)
    one_each = {"winner": "trick", "announce": "bids", "trump_chooser": "bids"}.get(case["kind"])
    if one_each is not None:
        return rules_of(len(situation[one_each]), options)
    tries = [rules_of(players, options) for players in (4, *range(2, 13))]
    return next((rules for rules in tries if not faults(rules)), tries[0])


def _check_refusal(rules: Rules | RulesRefused, code: str) -> Verdict:
    codes = faults(rules)
    return Passed() if code in codes else Failed(code, codes)


def _deal_sizes(rules: Rules, _: Case) -> Found:
    return {"deal_sizes": list(deal_sizes(rules))}


def _pack(rules: Rules, situation: Case) -> Found:
    counts = Counter(map(str, pack_of(rules)))
    return {
        "size": pool(rules),
        "counts": {name: counts[name] for name in situation["counts"]},
        "set_aside": len(pack_of(rules)) - pool(rules),
    }


def _first_dealer(rules: Rules, situation: Case) -> Found:
    if rules.first_dealer == "first_jack":
        dealer, _ = by_first_jack(rules, cards_of(situation["dealt"]))
        return {"dealer": dealer}
    seats = highest(rules, cards_of(situation["draws"]))
    return {"dealer": seats[0]} if len(seats) == 1 else {"redraw": list(seats)}


def _order(rules: Rules, situation: Case) -> Found:
    dealer = situation["dealer"]
    order = list(bid_order(rules, dealer))
    return {"bid_order": order, "next_dealer": next_seat(rules, dealer)}


def _trump(rules: Rules, situation: Case) -> Found:
    deal = trump_deal(rules, situation)
    found: Found = {"hand_size": deal.size}
    if deal.namer == "dealer":
        return found | {"chooser": "dealer", "choices": list(trump_choices("dealer"))}
    if deal.covered is not None:
        return found | {"trump": trump_of_card(rules, deal.covered, deal.how)}
    return found | {"trump": deal.trump}


def _trump_chooser(rules: Rules, situation: Case) -> Found:
    dealer = rules.players - 1
    game = bidding(rules, situation, max(situation["bids"]) + 3, situation["bids"], dealer)
    seat = waits(game)[0].seat
    return {
        "chooser": bid_order(rules, dealer).index(seat),
        "choices": list(view(game, seat).legal_trumps),
    }


def _bids(rules: Rules, situation: Case) -> Found:
    game = _bidding(rules, situation)
    seat = waits(game)[0].seat
    tries = range(situation["hand_size"] + 1)
    legal = legal_bids(rules, deal_of(game), seat)
    return {
        "illegal": [bid for bid in tries if bid not in legal or not accepts(game, seat, bid)],
        "next_bidder": bid_order(rules, deal_of(game).dealer).index(seat),
    }


def _bidding(rules: Rules, situation: Case) -> Game:
    bids = situation["bids_so_far"]
    return bidding(rules, situation, situation["hand_size"], bids, rules.players - 1)


def _bid_change(rules: Rules, situation: Case) -> Found:
    game, change = _bidding(rules, situation), situation["change"]
    seat = bid_order(rules, rules.players - 1)[change["position"]]
    return {"accepted": accepts(game, seat, change["to"])}


def _bid_value(rules: Rules, situation: Case) -> Found:
    laid = tuple(cards_of(situation["bid_cards"]))
    rest = [one for one in pack_of(rules) if one not in laid]
    deck = [*laid, *rest]
    order = [deck.pop(0) if place % 3 == 0 and place < 9 else rest.pop() for place in range(36)]
    game = dealt(new_game(rules, 2), Chance(order, order[0], order[0]))
    seen = view(accepted(game, 0, Lay(laid)), 0).deal
    return {"bid": seen and seen.own_bid}


def _announce(rules: Rules, situation: Case) -> Found:
    size = situation["hand_size"]
    deal = view(bidding(rules, {}, size, situation["bids"], rules.players - 1), None).deal
    return {"announce": deal and deal.announced}


def _sees(rules: Rules, situation: Case) -> Found:
    number, seat = situation["deal_number"], situation["seat"]
    game = replace(new_game(rules, rules.players - 1), round=number)
    pack = pack_of(rules)
    game = dealt(game, Chance(pack, pack[0], pack[0]))
    hands = tuple(tuple(cards_of(situation["hands"][one])) for one in range(rules.players))
    seen = view(replace(game, deal=replace(deal_of(game), hands=hands, dealt=hands)), seat).deal
    shown = enumerate(seen.hands if seen else ())
    return {"sees": {one: [str(card) for card in hand] for one, hand in shown if hand is not None}}


def _leader(rules: Rules, situation: Case) -> Found:
    dealer, bids = situation["dealer"], situation["bids"]
    in_order = [bids[seat] for seat in bid_order(rules, dealer)]
    return {"leader": waits(bidding(rules, {}, 5, in_order, dealer))[0].seat}


def _legal(rules: Rules, situation: Case) -> Found:
    deal = mid_trick(rules, situation)
    legal = legal_cards(rules, deal, len(situation["trick"]))
    return {"legal": [name for name in dict.fromkeys(situation["hand"]) if card(name) in legal]}


def _winner(rules: Rules, situation: Case) -> Found:
    terms = terms_of(
        rules, situation["trump"], special_rule(rules, situation.get("deal_number", 1))
    )
    table = [played(name, seat) for seat, name in enumerate(situation["trick"])]
    place = winning_place(terms, table)
    return {"winner": "none" if place is None else place, "next_leader": place or 0}


def _joker_call(_: Rules, situation: Case) -> Found:
    return {"calls": list(joker_calls(situation["calls_so_far"]))}


def _next_round(rules: Rules, situation: Case) -> Found:
    """Play a round to its end with these bids and tricks, and see what comes next."""
    number = situation["deal_number"]
    game = replace(new_game(rules, situation["dealer"]), round=number)
    pack = pack_of(rules)
    game = dealt(game, Chance(pack, pack[0], pack[0]))
    order = bid_order(rules, situation["dealer"])
    for seat in order[:-1]:
        game = accepted(game, seat, Bid(situation["bids"][seat]))
    game = _played_out(game, order[-1], situation)
    if game.phase == "over":
        return {"over": True}
    return {
        "deal_number": game.round,
        "hand_size": game.sizes[game.round - 1],
        "dealer": game.dealer,
    }


def _played_out(game: Game, last: int, situation: Case) -> Game:
    """Let the last seat bid when all tricks are taken as the case says: the deal ends with it."""
    deal = deal_of(game)
    taken, past = tuple(situation["tricks"]), past_tricks(deal.size)
    deal = replace(deal, taken=taken, tricks=past)
    return accepted(replace(game, deal=deal), last, Bid(situation["bids"][last]))


def _who_bids(rules: Rules, situation: Case) -> Found:
    totals = tuple(situation["totals"])
    game = replace(new_game(rules, rules.players - 1), totals=totals)
    pack = pack_of(rules)
    game = dealt(game, Chance(pack, pack[0], pack[0]))
    return {"bidding": sorted(deal_of(game).bidders)}


def _accept(_rules: Rules, _situation: Case) -> Found:
    return {"accepted": True}


_CHECKS: Final[Mapping[str, Callable[[Rules, Case], Found]]] = {
    "deal_sizes": _deal_sizes,
    "pack": _pack,
    "first_dealer": _first_dealer,
    "order": _order,
    "trump": _trump,
    "trump_chooser": _trump_chooser,
    "bids": _bids,
    "bid_change": _bid_change,
    "bid_value": _bid_value,
    "announce": _announce,
    "sees": _sees,
    "leader": _leader,
    "legal": _legal,
    "winner": _winner,
    "joker_call": _joker_call,
    "next_round": _next_round,
    "who_bids": _who_bids,
    "accept": _accept,
}
