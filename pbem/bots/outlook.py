"""What a player can work out from a view: which cards are out, and who may hold them."""

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from pbem.rules.cards import JOKER, NO_TRUMP, WIZARD, Card
from pbem.rules.fresh import bid_of_cards
from pbem.rules.packs import pack_of
from pbem.rules.ruleset import Rules
from pbem.rules.terms import NO_SUIT, Terms, suit_led, terms_of
from pbem.rules.trick import Laid, PlayedCard
from pbem.rules.view import SeenDeal, View

_SAME = 0.5
"""What another copy of a card counts for among the higher ones: one of the two goes first."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat: how many cards it holds, suits it is out of, and whether it wants tricks."""

    seat: int
    cards: int
    voids: frozenset[str]
    wants_tricks: bool


Place = tuple[str, float]
"""The suit of a card in a deal (`NO_SUIT` for cards that follow none), and its height there."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The deal as one seat knows it, or as it would be with these trumps.

    `unseen` counts the cards that this seat has not seen: in other hands or not dealt.
    `heights` are theirs by suit, upwards; `masters` is how many of them may win any
    trick. `after` are the rivals who still play to the trick on the table. `tricks` are
    those still to play, that one included. `joker_call` is how a joker would be called
    next, empty while both ways are open.
    """

    terms: Terms
    places: Mapping[Card, Place]
    unseen: int
    heights: Mapping[str, Sequence[float]]
    masters: int
    rivals: tuple[Rival, ...]
    after: tuple[Rival, ...]
    tricks: int
    joker_call: str

    @property
    def held(self) -> float:
        """The share of the unseen cards that the rivals hold."""
        return min(1.0, sum(rival.cards for rival in self.rivals) / max(1, self.unseen))

    def place(self, laid: Laid) -> Place:
        """Return the suit and the height of a card as it is played."""
        if laid.call:
            return self.terms.suit(laid), self.terms.height(laid)
        return self.places[laid.card]

    def higher(self, place: Place) -> float:
        """Count the unseen cards of its suit that beat a card, copies of it by half."""
        suit, level = place
        row = self.heights.get(suit, ())
        below, up_to = bisect_left(row, level), bisect_right(row, level)
        return len(row) - up_to + _SAME * (up_to - below)

    def left(self, suit: str) -> int:
        """Count the unseen cards of a suit."""
        return len(self.heights.get(suit, ()))

    def is_master(self, card: Card) -> bool:
        """Whether a card wins outright, unless another such card was there before."""
        return _is_master(self.terms, card, self.joker_call)

    def is_flexible(self, card: Card) -> bool:
        """Whether its player says whether a card is to win or to lose."""
        return _is_flexible(self.terms, card, self.joker_call)

    def holds_one(self, rival: Rival, count: float) -> float:
        """Return the chance that a rival holds one of `count` given unseen cards."""
        if count == 0 or not self.unseen:
            return 0.0
        return 1.0 - math.pow(1.0 - min(1.0, rival.cards / self.unseen), count)

    def holds_suit(self, rival: Rival, suit: str, count: float) -> float:
        """Return the chance that a rival holds one of `count` unseen cards of this suit."""
        return 0.0 if suit in rival.voids else self.holds_one(rival, count)


def _is_master(terms: Terms, card: Card, joker_call: str) -> bool:
    if card == WIZARD or (card == JOKER and not terms.has_trump):
        return True
    return joker_call == "high" and terms.is_called_joker(card)


def _is_flexible(terms: Terms, card: Card, joker_call: str) -> bool:
    return terms.is_wild(card) or (not joker_call and terms.is_called_joker(card))


@lru_cache(maxsize=256)
def places_of(rules: Rules, terms: Terms) -> Mapping[Card, Place]:
    """Return the place of every card of the pack; cards that stand for others have no suit."""
    return {card: _place(terms, card) for card in pack_of(rules)}


def _place(terms: Terms, card: Card) -> Place:
    if terms.is_wild(card):
        return NO_SUIT, 0.0
    return terms.suit(Laid(card)), terms.height(Laid(card))


def outlook(view: View, deal: SeenDeal, trump: str | None = None) -> Outlook:
    """Work out what the viewer knows of the running deal.

    `trump` is what it would be, as long as it is not known.
    """
    terms = terms_of(view.rules, deal.trump or trump, deal.special)
    places, out, call = places_of(view.rules, terms), unseen(view, deal), _joker_call(terms, deal)
    seats = [seat for seat in range(view.rules.players) if seat != view.seat]
    rivals = tuple(_rival(deal, terms, seat) for seat in seats)
    on_table = {played.seat for played in _table(deal)}
    return Outlook(
        terms=terms,
        places=places,
        unseen=len(out),
        heights=_heights(places, out),
        masters=sum(_is_master(terms, one, call) or _is_flexible(terms, one, call) for one in out),
        rivals=rivals,
        after=tuple(rival for rival in rivals if rival.seat not in on_table),
        tricks=deal.size - len(deal.tricks),
        joker_call=call,
    )


def _heights(places: Mapping[Card, Place], out: Sequence[Card]) -> Mapping[str, Sequence[float]]:
    rows: dict[str, list[float]] = {}
    for card in out:
        suit, height = places[card]
        if suit != NO_SUIT:
            rows.setdefault(suit, []).append(height)
    return {suit: sorted(row) for suit, row in rows.items()}


def unseen(view: View, deal: SeenDeal) -> tuple[Card, ...]:
    """Return the cards of the pack that the viewer has not seen, in the pack's order.

    Hands that lie open are counted among them, for they are still in other hands;
    so is a card that was cut, or shown and taken up by the dealer.
    """
    seen = Counter(played.card for played in _all_played(deal))
    seen.update(view.hand)
    seen.update({*deal.own_laid, *deal.shown_laid})
    if deal.turned is not None and deal.how == "turned":
        seen[deal.turned] += 1
    return minus(pack_of(view.rules), seen)


def minus(pack: Sequence[Card], gone: Counter[Card]) -> tuple[Card, ...]:
    """Return the cards of a pack without so many copies of each."""
    left, kept = Counter(gone), []
    for card in pack:
        if left[card]:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def on_table(deal: SeenDeal) -> tuple[Laid, ...]:
    """Return the trick on the table."""
    return tuple(Laid(played.card, played.call) for played in _table(deal))


def _table(deal: SeenDeal) -> tuple[PlayedCard, ...]:
    return deal.table.cards if deal.table else ()


def _tricks(deal: SeenDeal) -> tuple[tuple[PlayedCard, ...], ...]:
    return (*(trick.cards for trick in deal.tricks), _table(deal))


def _all_played(deal: SeenDeal) -> Iterator[PlayedCard]:
    return chain.from_iterable(_tricks(deal))


def _joker_call(terms: Terms, deal: SeenDeal) -> str:
    """Return the opposite of the first call of the deal (catalogue, section 7, `atkinson`)."""
    said = [one.call for one in _all_played(deal) if terms.is_called_joker(one.card)]
    if not said:
        return ""
    return "low" if said[0] == "high" else "high"


def _rival(deal: SeenDeal, terms: Terms, seat: int) -> Rival:
    has_played = any(played.seat == seat for played in _table(deal))
    return Rival(
        seat=seat,
        cards=deal.size - len(deal.tricks) - has_played,
        voids=_voids(deal, terms, seat),
        wants_tricks=_wants_tricks(deal, seat),
    )


def _wants_tricks(deal: SeenDeal, seat: int) -> bool:
    """Whether a seat wants more tricks; of a bid that nobody knows yet, its fair share."""
    bid = deal.bids[seat]
    if deal.premium is not None and deal.premium[0] == seat:
        bid = bid_of_cards(deal.shown_laid)
    if bid is not None:
        return bid > deal.taken[seat]
    is_secret = seat in deal.ready
    return not is_secret or deal.taken[seat] * len(deal.bids) <= deal.size


def _voids(deal: SeenDeal, terms: Terms, seat: int) -> frozenset[str]:
    """Return the suits that a seat is known to be out of: led, and not followed."""
    hand = deal.hands[seat]
    if hand is not None:
        held = {terms.suit(Laid(card)) for card in hand}
        return frozenset({"S", "H", "D", "C", terms.trump} - held - {NO_TRUMP})
    found = (_not_followed(terms, trick, seat) for trick in _tricks(deal))
    return frozenset(suit for suit in found if suit is not None)


def _not_followed(terms: Terms, trick: Sequence[PlayedCard], seat: int) -> str | None:
    """Return the suit led to a trick, if the seat played a card of another suit to it."""
    laid = [Laid(played.card, played.call) for played in trick]
    place = next((place for place, one in enumerate(trick) if one.seat == seat), None)
    if place is None:
        return None
    led, own = suit_led(terms, laid[:place]), terms.suit(laid[place])
    is_free = own == NO_SUIT or terms.is_wild(laid[place].card)
    return None if is_free or own == led else led
