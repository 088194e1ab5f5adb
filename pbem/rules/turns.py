"""Whose turn it is, and to do what (catalogue, sections 4, 6 and 7)."""

from msgspec import Struct

from pbem.rules.bidding import open_bids
from pbem.rules.cards import Card
from pbem.rules.moves import Position, Wait, Wants
from pbem.rules.packs import has_equals
from pbem.rules.playable import playable
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal
from pbem.rules.trumps import high_bidder

_DUE = "due"


def next_seat(rules: Rules, seat: int) -> int:
    """Return the seat after this one in the direction of play."""
    return (seat + rules.step_round) % rules.players


def seats_from(rules: Rules, first: int) -> tuple[int, ...]:
    """Return all seats in the direction of play, beginning with this one."""
    step, players = rules.step_round, rules.players
    return tuple([(first + step * place) % players for place in range(players)])


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
    return None in deal.bids and bool(silent(deal))


class Due(Struct, frozen=True, gc=False):
    """What a deal waits for, and from which seats: none where it goes on by itself.

    Where one seat is asked, `cards` are those that it may play, each of several copies
    once, or `bids` those that it may make.
    """

    wants: Wants
    seats: tuple[int, ...]
    waits: tuple[Wait, ...]
    cards: tuple[Card, ...] = ()
    bids: tuple[int, ...] = ()


def due(rules: Rules, deal: Deal) -> Due:
    """Return whose turn it is, to do what, and with which cards.

    It is worked out once: neither the deal nor the rules of its game ever change.
    """
    found: Due | None = deal.__dict__.get(_DUE)
    if found is None:
        found = deal.__dict__[_DUE] = _due(rules, deal)
    return found


def _due(rules: Rules, deal: Deal) -> Due:
    if None not in deal.bids and (deal.table or deal.tricks):
        return _card_due(rules, deal)
    namer = trump_namer(rules, deal)
    if namer is not None:
        return Due("trump", (namer,), _waits(deal, "trump", (namer,)))
    to_bid = silent(deal)
    return _bid_due(rules, deal, to_bid) if to_bid else _card_due(rules, deal)


def _bid_due(rules: Rules, deal: Deal, to_bid: list[int]) -> Due:
    seats = tuple(to_bid[:1]) if rules.bid_mode == "in_turn" else tuple(sorted(to_bid))
    if rules.bid_mode == "bid_cards":
        return Due("lay", seats, _waits(deal, "lay", seats))
    bids = open_bids(rules, deal, seats[0]) if len(seats) == 1 else ()
    return Due("bid", seats, _waits(deal, "bid", seats), (), bids)


def _card_due(rules: Rules, deal: Deal) -> Due:
    place = len(deal.table)
    if place == rules.players or len(deal.tricks) == deal.size:
        return Due("card", (), ())
    seat = (deal.leader + rules.step_round * place) % rules.players if place else deal.leader
    cards = playable(deal.terms, deal.hands[seat], deal.table, is_first=not deal.tricks)
    if has_equals(rules):
        cards = tuple(dict.fromkeys(cards))
    return Due("card", (seat,), (Wait(deal.number, seat, "card"),), cards)


def _waits(deal: Deal, wants: Wants, seats: tuple[int, ...]) -> tuple[Wait, ...]:
    return tuple([Wait(deal.number, seat, wants) for seat in seats])


def wanted(rules: Rules, deal: Deal) -> Wants:
    """Return what a seat on turn is asked for."""
    return due(rules, deal).wants


def on_turn(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """Return the seats that are waited for: several where bids are secret."""
    return due(rules, deal).seats


def may_change_bid(rules: Rules, deal: Deal, seat: int) -> bool:
    """Tell whether this seat's bid may still be replaced (`bid_change`).

    In turn it may until the next player has bid, in secret until all are in. The
    last bid is final, since the bidding is over with it.
    """
    if rules.bid_change == "never" or wanted(rules, deal) not in {"bid", "lay"}:
        return False
    if seat not in deal.bidders:
        return False
    if rules.bid_change == "until_reveal":
        # Cards that were laid aside stay where they are.
        return rules.bid_mode == "simultaneous" and deal.sealed[seat] is not None
    if deal.bids[seat] is None:
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


def silent(deal: Deal) -> list[int]:
    """Return the seats that have still to bid, in their order."""
    return [one for one in deal.bidders if deal.bids[one] is None and deal.sealed[one] is None]


def _bidding_order(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """Return the order in which the first of equal bids is found."""
    if rules.bid_mode == "in_turn":
        return deal.bidders
    order = seats_from(rules, next_seat(rules, deal.dealer))
    return tuple(seat for seat in order if seat in deal.bidders)
