"""Judging what a seat wants to do: a move becomes events, or a refusal."""

from typing import assert_never

from msgspec import Struct

from pbem.rules.bidding import barred_bids
from pbem.rules.cards import Card
from pbem.rules.consequences import with_consequences
from pbem.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    CardPlayed,
    CardsLaid,
    Event,
    TrumpMade,
)
from pbem.rules.fresh import CARDS_LAID
from pbem.rules.legal import (
    led,
    legal_bids,
    legal_calls,
    legal_cards,
    legal_trumps,
)
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play, Position, Wants
from pbem.rules.refusals import (
    BidForbidden,
    BidStands,
    CallNeeded,
    CardNotHeld,
    GameNotRunning,
    LayForbidden,
    MustFollowSuit,
    MustPlay,
    NotYourTurn,
    Refusal,
    TooLate,
    TrumpForbidden,
    WhyCard,
    WrongKind,
)
from pbem.rules.state import Deal, Game
from pbem.rules.terms import Terms, sorted_hand
from pbem.rules.trick import Laid
from pbem.rules.turns import bid_position, due, may_change_bid, on_turn, position, wanted

_NOTHING_SAID = ("",)
_WANTED_BY: dict[type[Move], Wants] = {
    Bid: "bid",
    Play: "card",
    NameTrump: "trump",
    Lay: "lay",
}


class Accepted(Struct, frozen=True):
    """The move and all that follows from it, in order."""

    events: tuple[Event, ...]


def decide(game: Game, seat: int, move: Move, at: Position | None = None) -> Accepted | Refusal:
    """Judge a move of a seat by the rules.

    `at` is the position for which the move was meant (None: for whatever the seat
    is asked now). A move for another position is too late and never acts, with one
    exception: a bid meant for the seat's own bid replaces that bid as long as
    `bid_change` allows it, although the position has moved on.
    """
    deal = game.deal
    if game.phase == "over" or deal is None:
        return GameNotRunning(over=game.phase == "over")
    late = None if at is None else _too_late(game, deal, seat, move, at)
    event = late or _judged(game, deal, seat, move)
    if isinstance(event, _EVENTS):
        return Accepted(with_consequences(game, event))
    return event


def _too_late(game: Game, deal: Deal, seat: int, move: Move, at: Position) -> TooLate | None:
    now = position(deal, seat)
    if at == now or (at == bid_position(deal, seat) and _is_change(game, deal, seat, move)):
        return None
    return TooLate(at, now)


_Fact = BidMade | BidChanged | BidSealed | CardsLaid | CardPlayed | TrumpMade
_EVENTS = (CardPlayed, BidMade, BidChanged, BidSealed, CardsLaid, TrumpMade)


def _is_change(game: Game, deal: Deal, seat: int, move: Move) -> bool:
    """Whether a move replaces the bid that its seat has made."""
    return isinstance(move, Bid) and may_change_bid(game.rules, deal, seat)


def _judged(game: Game, deal: Deal, seat: int, move: Move) -> _Fact | Refusal:
    now = due(game.rules, deal)
    if seat not in now.seats and not _is_change(game, deal, seat, move):
        return _not_on_turn(game, deal, seat, move)
    if now.wants != _WANTED_BY[type(move)]:
        return _wrong_kind(game, deal, seat)
    match move:
        case Play():
            return _play(game, deal, seat, move, now.cards)
        case Bid():
            return _bid(game, deal, seat, move)
        case NameTrump():
            return _name(game, deal, seat, move)
        case Lay():
            return _lay(game, deal, seat, move)
        case _:
            assert_never(move)


def _not_on_turn(game: Game, deal: Deal, seat: int, move: Move) -> Refusal:
    bid = deal.bids[seat] if deal.sealed[seat] is None else deal.sealed[seat]
    if isinstance(move, Bid) and bid is not None and wanted(game.rules, deal) == "bid":
        return BidStands(bid)
    return NotYourTurn(on_turn(game.rules, deal))


def _wrong_kind(game: Game, deal: Deal, seat: int) -> WrongKind:
    rules = game.rules
    return WrongKind(
        wanted(rules, deal),
        legal_bids(rules, deal, seat),
        sorted_hand(legal_cards(rules, deal, seat), deal.terms),
        legal_trumps(rules, deal, seat),
    )


def _bid(game: Game, deal: Deal, seat: int, move: Bid) -> _Fact | Refusal:
    is_secret = game.rules.bid_mode == "simultaneous"
    before = deal.sealed[seat] if is_secret else deal.bids[seat]
    if move.tricks == before:
        return BidStands(before)
    legal = legal_bids(game.rules, deal, seat)
    if move.tricks not in legal:
        barred = barred_bids(game.rules, deal, seat)
        return BidForbidden(move.tricks, legal, barred.get(move.tricks, "too_many"))
    if is_secret:
        return BidSealed(deal.number, seat, move.tricks)
    made = BidMade if before is None else BidChanged
    return made(deal.number, seat, move.tricks)


def _name(game: Game, deal: Deal, seat: int, move: NameTrump) -> _Fact | Refusal:
    legal = legal_trumps(game.rules, deal, seat)
    if move.trump not in legal:
        return TrumpForbidden(move.trump, legal)
    return TrumpMade(deal.number, move.trump, None, seat)


def _lay(game: Game, deal: Deal, seat: int, move: Lay) -> _Fact | Refusal:
    if len(move.cards) != CARDS_LAID or len(set(move.cards)) != CARDS_LAID:
        return LayForbidden(move.cards, CARDS_LAID, "count")
    missing = tuple(card for card in move.cards if card not in deal.hands[seat])
    if missing:
        return LayForbidden(missing, CARDS_LAID, "not_held")
    if move.claim and not game.rules.premium_bids:
        return LayForbidden(move.cards, CARDS_LAID, "claim")
    return CardsLaid(deal.number, seat, move.cards, move.claim)


def _play(
    game: Game, deal: Deal, seat: int, move: Play, legal: tuple[Card, ...]
) -> _Fact | Refusal:
    if move.card not in legal:
        return _held_back(deal, seat, move.card, sorted_hand(legal, deal.terms))
    calls = legal_calls(game.rules, deal, seat, move.card)
    call = move.call or (calls[0] if len(calls) == 1 else "")
    if call not in (calls or _NOTHING_SAID):
        return CallNeeded(move.card, move.call, calls)
    return CardPlayed(deal.number, seat, move.card, call)


def _held_back(deal: Deal, seat: int, card: Card, legal: tuple[Card, ...]) -> Refusal:
    """Return why a card may not be played."""
    if card not in deal.hands[seat]:
        return CardNotHeld(card, legal)
    terms, suit = deal.terms, led(deal)
    if suit is None or terms.is_called_joker(card):
        why: WhyCard = "joker_first" if deal.table else "joker_led"
        return MustPlay(card, why, legal)
    own = terms.suit(Laid(card))
    if _can_follow(terms, legal, suit):
        return (
            MustPlay(card, "must_head", legal) if own == suit else MustFollowSuit(card, suit, legal)
        )
    return MustPlay(card, "must_head" if own == terms.trump else "must_trump", legal)


def _can_follow(terms: Terms, legal: tuple[Card, ...], suit: str) -> bool:
    return any(terms.suit(Laid(card)) == suit and not terms.is_wild(card) for card in legal)
