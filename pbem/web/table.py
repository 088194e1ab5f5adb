"""A table as a page lays it out: who sits where, what lies there, what may be answered."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.app.sight import Sight
from pbem.rules.cards import Card
from pbem.rules.moves import Bid, Move, Play, Position
from pbem.rules.view import SeenDeal, SeenTrick, View


@dataclass(frozen=True, slots=True)
class Around:
    """A seat at the round table. `spot` counts clockwise from the reader's edge."""

    seat: int
    spot: int
    name: str
    bid: int | None
    taken: int
    card: Card | None
    leads: bool
    is_you: bool
    is_on_turn: bool
    is_dealer: bool
    is_bot: bool
    is_stand_in: bool
    is_unreachable: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the reader's hand, and whether it may be played now."""

    card: Card
    is_playable: bool


def ring(sight: Sight) -> tuple[Around, ...]:
    """Return the seats clockwise, the reader's (or seat 0) first."""
    view = sight.view
    count = len(sight.places)
    first = sight.seat or 0
    seats = [(first + step) % count for step in range(count)]
    return tuple(_around(sight, view, seat, spot) for spot, seat in enumerate(seats))


def _around(sight: Sight, view: View | None, seat: int, spot: int) -> Around:
    place = sight.places[seat]
    deal = view.deal if view else None
    lying = on_table(deal)
    return Around(
        seat=seat,
        spot=spot,
        name=place.name,
        bid=deal.bids[seat] if deal else None,
        taken=deal.taken[seat] if deal else 0,
        card=lying.get(seat),
        leads=bool(lying) and next(iter(lying)) == seat,
        is_you=seat == sight.seat,
        is_on_turn=view is not None and seat in view.on_turn,
        is_dealer=deal is not None and deal.dealer == seat,
        is_bot=place.bot,
        is_stand_in=place.stand_in,
        is_unreachable=place.unreachable,
    )


def on_table(deal: SeenDeal | None) -> dict[int, Card]:
    """Return the cards of the trick that lies on the table, by seat, the lead first."""
    trick = deal.table if deal else None
    return {played.seat: played.card for played in trick.cards} if trick else {}


def last_trick(view: View) -> SeenTrick | None:
    """Return the newest finished trick of the running deal."""
    return view.deal.tricks[-1] if view.deal and view.deal.tricks else None


def held(view: View) -> tuple[Held, ...]:
    return tuple(Held(card, card in view.legal_cards) for card in view.hand)


def answers(view: View) -> tuple[str, ...]:
    """Return all that may be answered now, as one would write it in a mail."""
    if view.legal_cards:
        return tuple(str(card) for card in view.legal_cards)
    return tuple(str(bid) for bid in view.legal_bids)


def is_open(view: View, position: Position) -> bool:
    """Tell whether an answer that was asked for at this position may still come."""
    is_bid = position.decision == 0
    changes = view.changeable_bid and is_bid and view.deal is not None
    if changes and view.deal and view.deal.number == position.deal:
        return True
    return view.position == position and view.wants is not None


def answered(view: View, position: Position) -> Move | None:
    """Return what the reader's seat did at this position; None if nobody can tell any more."""
    deal = _deal(view, position.deal)
    if deal is None or view.seat is None:
        return None
    if position.decision == 0:
        bid = deal.bids[view.seat]
        return None if bid is None else Bid(bid)
    played = list(_played(deal, view.seat))
    at = position.decision - 1
    return Play(played[at]) if at < len(played) else None


def _deal(view: View, number: int) -> SeenDeal | None:
    for deal in (view.deal, view.last_deal):
        if deal is not None and deal.number == number:
            return deal
    return None


def _played(deal: SeenDeal, seat: int) -> Iterator[Card]:
    tricks = (*deal.tricks, deal.table) if deal.table else deal.tricks
    for trick in tricks:
        yield from (played.card for played in trick.cards if played.seat == seat)


def move_text(move: Move | None) -> str | None:
    """Return a move as one would write it in a mail (`2`, `QS`)."""
    match move:
        case Bid(tricks):
            return str(tricks)
        case Play(card):
            return str(card)
        case None:
            return None
