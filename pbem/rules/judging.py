"""Judging what a seat wants to do: a move becomes events, or a refusal."""

from dataclasses import dataclass
from typing import assert_never

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
    barred_bids,
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
from pbem.rules.terms import Laid, Terms, sorted_hand, terms_of
from pbem.rules.turns import bid_position, may_change_bid, on_turn, position, wanted

_WANTED_BY: dict[type[Move], Wants] = {
    Bid: "bid",
    Play: "card",
    NameTrump: "trump",
    Lay: "lay",
}


@dataclass(frozen=True, slots=True)
class Accepted:
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
    change = isinstance(move, Bid) and may_change_bid(game.rules, deal, seat)
    now = position(deal, seat)
    if at not in {None, now} and not (change and at == bid_position(deal, seat)):
        return TooLate(at, now)
    event = _judged(game, deal, seat, move, is_change=change)
    if isinstance(event, _EVENTS):
        return Accepted(with_consequences(game, event))
    return event


_Fact = BidMade | BidChanged | BidSealed | CardsLaid | CardPlayed | TrumpMade
_EVENTS = (BidMade, BidChanged, BidSealed, CardsLaid, CardPlayed, TrumpMade)


def _judged(game: Game, deal: Deal, seat: int, move: Move, *, is_change: bool) -> _Fact | Refusal:
    turn = on_turn(game.rules, deal)
    if seat not in turn and not is_change:
        return _not_on_turn(game, deal, seat, move)
    if wanted(game.rules, deal) != _WANTED_BY[type(move)]:
        return _wrong_kind(game, deal, seat)
    match move:
        case Bid():
            return _bid(game, deal, seat, move)
        case Play():
            return _play(game, deal, seat, move)
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
        _shown(game, deal, legal_cards(rules, deal, seat)),
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


def _play(game: Game, deal: Deal, seat: int, move: Play) -> _Fact | Refusal:
    legal = legal_cards(game.rules, deal, seat)
    if move.card not in legal:
        return _held_back(game, deal, seat, move.card, _shown(game, deal, legal))
    calls = legal_calls(game.rules, deal, seat, move.card)
    call = move.call or (calls[0] if len(calls) == 1 else "")
    if call not in (calls or ("",)):
        return CallNeeded(move.card, move.call, calls)
    return CardPlayed(deal.number, seat, move.card, call)


def _held_back(game: Game, deal: Deal, seat: int, card: Card, legal: tuple[Card, ...]) -> Refusal:
    """Return why a card may not be played."""
    if card not in deal.hands[seat]:
        return CardNotHeld(card, legal)
    terms, suit = terms_of(game.rules, deal.trump, deal.special), led(game.rules, deal)
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


def _shown(game: Game, deal: Deal, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    return sorted_hand(hand, terms_of(game.rules, deal.trump, deal.special))
