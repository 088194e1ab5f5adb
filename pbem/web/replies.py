"""What may be answered at a position, and what has been."""

from collections.abc import Iterator, Sequence

from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play, Position
from pbem.rules.options import Rules
from pbem.rules.trick import PlayedCard
from pbem.rules.view import SeenDeal, View
from pbem.web.answers import answer_text, read_answer


def answers(view: View) -> tuple[str, ...]:
    """Return all that one button may answer now; cards that are laid aside are ticked."""
    return tuple(answer_text(move) for move in _moves(view))


def _moves(view: View) -> Iterator[Move]:
    yield from (NameTrump(trump) for trump in view.legal_trumps)
    yield from (Bid(bid) for bid in view.legal_bids)
    calls = dict(view.calls)
    for card in view.legal_cards:
        said = calls.get(card, ())
        if len(said) <= 1:
            yield Play(card)
        yield from (Play(card, call) for call in said)


def offered(view: View, text: str) -> Move | None:
    """Return the move that a link names, if it may be made now.

    Of a card with which something is to be said the link may leave that open.
    """
    move = read_answer(text)
    if move is None or answer_text(move) in answers(view):
        return move
    half = isinstance(move, Play) and not move.call and move.card in view.legal_cards
    return move if half else None


def bid_position(view: View) -> Position | None:
    """Return the position of the reader's bid in the running deal."""
    deal = view.deal
    if deal is None or view.seat not in deal.bid_order:
        return None
    return Position(deal.number, int(_names_first(view.rules, deal, view.seat)))


def _names_first(rules: Rules, deal: SeenDeal, seat: int | None) -> bool:
    """Whether this seat named trumps before it bid, as a dealer does.

    The high bidder does it afterwards, and so does a dealer whom a card tells to that
    was covered until all had bid.
    """
    if deal.named_by is None or deal.named_by != seat:
        return False
    if deal.special == "dealer_calls":
        return True
    is_late = rules.trump_reveal == "after_bidding" or deal.special in {"guess_trumps", "blind"}
    return rules.trump_method != "high_bidder" and not is_late


def is_open(view: View, position: Position) -> bool:
    """Tell whether an answer that was asked for at this position may still come."""
    if view.changeable_bid and bid_position(view) == position:
        return True
    return view.position == position and view.wants is not None


def answered(view: View, position: Position) -> Move | None:
    """Return what the reader's seat did at this position; None if nobody can tell any more."""
    deal = _deal(view, position.deal)
    if deal is None or view.seat is None:
        return None
    made = _made(view, deal, view.seat)
    return made[position.decision] if position.decision < len(made) else None


def _deal(view: View, number: int) -> SeenDeal | None:
    for deal in (view.deal, view.last_deal):
        if deal is not None and deal.number == number:
            return deal
    return None


def _made(view: View, deal: SeenDeal, seat: int) -> Sequence[Move]:
    """Return the decisions of a seat in a deal, in their order."""
    named = [NameTrump(deal.trump)] if deal.named_by == seat and deal.trump else []
    bids = _bids(deal, seat)
    played = [Play(one.card, one.call) for one in _played(deal, seat)]
    first = [*named, *bids] if _names_first(view.rules, deal, seat) else [*bids, *named]
    return [*first, *played]


def _bids(deal: SeenDeal, seat: int) -> list[Move]:
    if seat not in deal.bid_order:
        return []
    if deal.own_laid:
        return [Lay(deal.own_laid)]
    bid = deal.bids[seat] if deal.own_bid is None else deal.own_bid
    return [] if bid is None else [Bid(bid)]


def _played(deal: SeenDeal, seat: int) -> Iterator[PlayedCard]:
    tricks = (*deal.tricks, deal.table) if deal.table else deal.tricks
    for trick in tricks:
        yield from (played for played in trick.cards if played.seat == seat)


def is_same(one: Move | None, other: Move) -> bool:
    """Tell whether a move says what another said, be it with what need not be said or without."""
    match one, other:
        case Play(card, _), Play(again, ""):
            return card == again
        case Lay(cards, _), Lay(again, _):
            return set(cards) == set(again)
        case _:
            return one == other
