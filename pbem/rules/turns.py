"""Whose turn it is, and to do what (catalogue, sections 4, 6 and 7)."""

from typing import Literal

from pbem.rules.moves import Position, Wants
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal
from pbem.rules.trumps import high_bidder

Stage = Literal["naming", "bidding", "playing"]


def next_seat(rules: Rules, seat: int) -> int:
    """Return the seat after this one in the direction of play."""
    return (seat + rules.step_round) % rules.players


def seats_from(rules: Rules, first: int) -> tuple[int, ...]:
    """Return all seats in the direction of play, beginning with this one."""
    step, players = rules.step_round, rules.players
    return tuple((first + step * place) % players for place in range(players))


def bid_order(rules: Rules, dealer: int) -> tuple[int, ...]:
    """Return the seats in the order in which they bid, if all do."""
    first = dealer if rules.first_bidder == "dealer" else next_seat(rules, dealer)
    return seats_from(rules, first)


def first_leader(rules: Rules, deal: Deal) -> int:
    """Return who leads to the first trick, once the bids are known."""
    eldest = next_seat(rules, deal.dealer)
    match rules.first_leader:
        case "dealer":
            return deal.dealer
        case "high_bidder":
            highest = high_bidder(_bidding_order(rules, deal), deal.bids)
            return eldest if highest is None else highest
        case _:
            return eldest


def trump_namer(rules: Rules, deal: Deal) -> int | None:
    """Return the seat that names trumps now; None if nobody does."""
    if deal.namer is None or deal.trump is not None:
        return None
    if deal.namer == "dealer":
        # Whoever names trumps looks at the hand first, and in a blind deal it comes later.
        return None if deal.special == "blind" and is_bidding(deal) else deal.dealer
    if not is_bidding(deal):
        highest = high_bidder(_bidding_order(rules, deal), deal.bids)
        return next_seat(rules, deal.dealer) if highest is None else highest
    return None


def is_bidding(deal: Deal) -> bool:
    """Whether a bid is still to be made, in the open or in secret."""
    # Asked several times for every card, and mostly all is known.
    if None not in deal.bids:
        return False
    return any(deal.bids[seat] is None and deal.sealed[seat] is None for seat in deal.bidders)


def stage(rules: Rules, deal: Deal) -> Stage:
    """Return what the deal is at."""
    if trump_namer(rules, deal) is not None:
        return "naming"
    return "bidding" if is_bidding(deal) else "playing"


def wanted(rules: Rules, deal: Deal) -> Wants:
    """Return what a seat on turn is asked for."""
    match stage(rules, deal):
        case "naming":
            return "trump"
        case "bidding":
            return "lay" if rules.bid_mode == "bid_cards" else "bid"
        case "playing":
            return "card"


def on_turn(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """Return the seats that are waited for: several where bids are secret."""
    namer = trump_namer(rules, deal)
    if namer is not None:
        return (namer,)
    if is_bidding(deal):
        return _bidding(rules, deal)
    if len(deal.table) == rules.players or len(deal.tricks) == deal.size:
        return ()
    return ((deal.leader + rules.step_round * len(deal.table)) % rules.players,)


def may_change_bid(rules: Rules, deal: Deal, seat: int) -> bool:
    """Tell whether this seat's bid may still be replaced (`bid_change`).

    In turn it may until the next player has bid, in secret until all are in. The
    last bid is final, since the bidding is over with it.
    """
    if stage(rules, deal) != "bidding" or seat not in deal.bidders:
        return False
    if rules.bid_change == "until_reveal":
        # Cards that were laid aside stay where they are.
        return rules.bid_mode == "simultaneous" and deal.sealed[seat] is not None
    if rules.bid_change != "until_next_bid" or deal.bids[seat] is None:
        return False
    made = [one for one in deal.bidders if deal.bids[one] is not None]
    return made[-1] == seat


def position(deal: Deal, seat: int) -> Position | None:
    """Return the seat's next decision; None when it has none left in this deal."""
    decision = int(deal.named_by == seat)
    if seat in deal.bidders:
        if deal.bids[seat] is None and deal.sealed[seat] is None:
            return Position(deal.number, decision)
        decision += 1
    played = len(deal.dealt[seat]) - len(deal.laid[seat]) - len(deal.hands[seat])
    return Position(deal.number, decision + played) if deal.hands[seat] else None


def bid_position(deal: Deal, seat: int) -> Position:
    """Return the position of a seat's bid."""
    named_first = deal.named_by == seat and deal.named_by == deal.dealer
    return Position(deal.number, int(named_first))


def _bidding(rules: Rules, deal: Deal) -> tuple[int, ...]:
    open_ = [s for s in deal.bidders if deal.bids[s] is None and deal.sealed[s] is None]
    return tuple(open_[:1]) if rules.bid_mode == "in_turn" else tuple(sorted(open_))


def _bidding_order(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """Return the order in which the first of equal bids is found."""
    if rules.bid_mode == "in_turn":
        return deal.bidders
    order = seats_from(rules, next_seat(rules, deal.dealer))
    return tuple(seat for seat in order if seat in deal.bidders)
