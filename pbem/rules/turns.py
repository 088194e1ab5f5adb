"""Whose turn it is (catalogue, sections 4, 6 and 7)."""

from pbem.rules.moves import Wants
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal


def next_seat(rules: Rules, seat: int) -> int:
    """Return the seat after this one in the direction of play."""
    return (seat + rules.step_round) % rules.players


def seats_from(rules: Rules, first: int) -> tuple[int, ...]:
    """Return all seats in the direction of play, beginning with this one."""
    step, players = rules.step_round, rules.players
    return tuple((first + step * place) % players for place in range(players))


def first_bidder(rules: Rules, dealer: int) -> int:
    return dealer if rules.first_bidder == "dealer" else next_seat(rules, dealer)


def first_leader(rules: Rules, dealer: int) -> int:
    return dealer if rules.first_leader == "dealer" else next_seat(rules, dealer)


def bid_order(rules: Rules, dealer: int) -> tuple[int, ...]:
    """Return the seats in the order in which they bid."""
    return seats_from(rules, first_bidder(rules, dealer))


def wanted(deal: Deal) -> Wants:
    """Return what the seat on turn is asked for."""
    return "bid" if None in deal.bids else "card"


def on_turn(rules: Rules, deal: Deal) -> int | None:
    """Return the seat that is waited for; None between the last card of a trick and its books."""
    missing = deal.bids.count(None)
    if missing:
        first, place = first_bidder(rules, deal.dealer), rules.players - missing
    elif len(deal.table) == rules.players or len(deal.tricks) == deal.size:
        return None
    else:
        first, place = deal.leader, len(deal.table)
    return (first + rules.step_round * place) % rules.players


def may_change_bid(rules: Rules, deal: Deal, seat: int) -> bool:
    """Tell whether this seat's bid may still be replaced (`bid_change`).

    It may until the next player has bid. The last bid is final, since the bidding
    is over with it.
    """
    if rules.bid_change != "until_next_bid" or deal.bids[seat] is None:
        return False
    return wanted(deal) == "bid" and on_turn(rules, deal) == next_seat(rules, seat)
