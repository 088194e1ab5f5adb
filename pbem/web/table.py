"""A table as a page lays it out: who sits where, what lies there, what is seen of hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.app.sight import Sight
from pbem.rules.cards import Card
from pbem.rules.trick import PlayedCard, SeenTrick
from pbem.rules.view import SeenDeal, View
from pbem.show.names import Company
from pbem.show.table import known_bid


@dataclass(frozen=True, slots=True)
class Around:
    """A seat at the round table. `spot` counts clockwise from the reader's edge.

    `card` lies before the seat, with what was `said` with it; `brow` is the card on its
    forehead, which the reader sees and its owner does not (`is_unseen`: it is the
    reader's own). `bid` is None while it is secret; `is_ready`: it has been made.
    `is_silent`: this seat does not bid in this deal.
    """

    seat: int
    spot: int
    name: str
    bid: int | None
    is_ready: bool
    is_silent: bool
    taken: int
    card: Card | None
    said: str
    brow: Card | None
    is_unseen: bool
    leads: bool
    is_you: bool
    is_on_turn: bool
    is_dealer: bool
    is_bot: bool
    is_stand_in: bool
    is_unreachable: bool
    unreachable_since: datetime | None


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the reader's hand, and whether it may be played now.

    `calls`: what may be said with it. With one thing only it need not be said.
    """

    card: Card
    is_playable: bool
    calls: tuple[str, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Whether something has to be chosen to be said with the card."""
        return len(self.calls) > 1


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
    played = lying.get(seat)
    return Around(
        seat=seat,
        spot=spot,
        name=place.name,
        bid=_bid(sight, deal, seat),
        is_ready=deal is not None and seat in deal.ready,
        is_silent=deal is not None and seat not in deal.bid_order,
        taken=deal.taken[seat] if deal else 0,
        card=played.card if played else None,
        said=played.call if played else "",
        brow=_brow(sight, deal, seat),
        is_unseen=_is_on_brow(deal) and seat == sight.seat,
        leads=bool(lying) and next(iter(lying)) == seat,
        is_you=seat == sight.seat,
        is_on_turn=view is not None and seat in view.on_turn,
        is_dealer=deal is not None and deal.dealer == seat,
        is_bot=place.bot,
        is_stand_in=place.stand_in,
        is_unreachable=place.unreachable,
        unreachable_since=place.unreachable_since,
    )


def _bid(sight: Sight, deal: SeenDeal | None, seat: int) -> int | None:
    return None if deal is None else known_bid(deal, seat, Company(sight.names, sight.seat))


def _is_on_brow(deal: SeenDeal | None) -> bool:
    return deal is not None and deal.is_forehead and not deal.no_cards_yet and not deal.table


def _brow(sight: Sight, deal: SeenDeal | None, seat: int) -> Card | None:
    """Return the card on a seat's forehead, if the reader sees it."""
    if deal is None or not _is_on_brow(deal) or seat == sight.seat:
        return None
    return next(iter(deal.hands[seat] or ()), None)


def on_table(deal: SeenDeal | None) -> dict[int, PlayedCard]:
    """Return what lies on the table, by seat, the lead first."""
    trick = deal.table if deal else None
    return {played.seat: played for played in trick.cards} if trick else {}


def last_trick(view: View) -> SeenTrick | None:
    """Return the newest finished trick of the running deal."""
    return view.deal.tricks[-1] if view.deal and view.deal.tricks else None


def held(view: View) -> tuple[Held, ...]:
    calls = dict(view.calls)
    return tuple(Held(card, card in view.legal_cards, calls.get(card, ())) for card in view.hand)


def asking(view: View) -> tuple[Held, ...]:
    """Return the cards with which something is to be said, each once."""
    return tuple(dict.fromkeys(own for own in held(view) if own.is_playable and own.is_asked))


def open_hands(view: View) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """Return the other hands that lie open on the table, by seat: of who reveals."""
    deal = view.deal
    if deal is None or deal.premium is None or deal.premium[1] != "reveal":
        return ()
    seat = deal.premium[0]
    cards = deal.hands[seat]
    return ((seat, cards),) if cards and seat != view.seat else ()


def columns(cards: Sequence[Card]) -> int:
    """Return how many cards of a hand stand side by side."""
    count, most = len(cards), 7
    if count <= most:
        return count
    return (count + 1) // 2 if count <= 2 * most else most
