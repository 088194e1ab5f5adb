"""Judging what a seat wants to do: a move becomes events, or a refusal."""

from dataclasses import dataclass
from typing import assert_never

from pbem.rules.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    DealScored,
    Event,
    GameEnded,
    TrickTaken,
)
from pbem.rules.legal import barred_bid, led, legal_bids, legal_cards
from pbem.rules.moves import Bid, Move, Play, Position
from pbem.rules.refusals import (
    BidForbidden,
    BidStands,
    CardNotHeld,
    GameNotRunning,
    MustFollowSuit,
    NotYourTurn,
    Refusal,
    TooLate,
    WrongKind,
)
from pbem.rules.scoring import deal_points, winners
from pbem.rules.state import Deal, Game
from pbem.rules.tricks import winning_place
from pbem.rules.turns import may_change_bid, on_turn, wanted
from pbem.rules.views import sorted_hand
from pbem.rules.where import BID_DECISION, position


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
    now = position(game, seat)
    if at not in {None, now} and not (change and at == Position(deal.number, BID_DECISION)):
        return TooLate(at, now)
    turn = on_turn(game.rules, deal)
    if turn == seat or change:
        return _answer(game, deal, seat, move)
    bid = deal.bids[seat]
    if isinstance(move, Bid) and bid is not None and wanted(deal) == "bid":
        return BidStands(bid)
    return NotYourTurn(() if turn is None else (turn,))


def _answer(game: Game, deal: Deal, seat: int, move: Move) -> Accepted | Refusal:
    """Judge an answer of a seat that is waited for, or a bid that may replace its bid."""
    wants = wanted(deal)
    match move:
        case Bid() if wants == "bid":
            return _bid(game, deal, seat, move)
        case Play() if wants == "card":
            return _play(game, deal, seat, move)
        case Bid() | Play():
            bids = legal_bids(game.rules, deal, seat)
            playable = sorted_hand(legal_cards(game.rules, deal, seat), deal.trump)
            return WrongKind(wants, bids, playable)
        case _:
            assert_never(move)


def _bid(game: Game, deal: Deal, seat: int, move: Bid) -> Accepted | Refusal:
    before = deal.bids[seat]
    if move.tricks == before:
        return BidStands(before)
    legal = legal_bids(game.rules, deal, seat)
    if move.tricks not in legal:
        is_hooked = move.tricks == barred_bid(game.rules, deal, seat)
        return BidForbidden(move.tricks, legal, "hook" if is_hooked else "too_many")
    made = BidMade if before is None else BidChanged
    return Accepted((made(deal.number, seat, move.tricks),))


def _play(game: Game, deal: Deal, seat: int, move: Play) -> Accepted | Refusal:
    legal = legal_cards(game.rules, deal, seat)
    if move.card in legal:
        played = CardPlayed(deal.number, seat, move.card)
        return Accepted((played, *_consequences(game, deal, played)))
    suit = led(deal)
    shown = sorted_hand(legal, deal.trump)
    if suit is None or move.card not in deal.hands[seat]:
        return CardNotHeld(move.card, shown)
    return MustFollowSuit(move.card, suit, shown)


def _consequences(game: Game, deal: Deal, played: CardPlayed) -> tuple[Event, ...]:
    """Return what follows from a card: the trick taken, the deal scored, the game ended."""
    table = (*((one.seat, one.card) for one in deal.table), (played.seat, played.card))
    if len(table) < game.rules.players:
        return ()
    seat, _ = table[winning_place([card for _, card in table], deal.trump)]
    taken = TrickTaken(deal.number, seat, len(deal.tricks) + 1)
    if taken.trick < deal.size:
        return (taken,)
    return (taken, *_score(game, deal, taken))


def _score(game: Game, deal: Deal, last: TrickTaken) -> tuple[Event, ...]:
    tricks = [won + (seat == last.seat) for seat, won in enumerate(deal.taken)]
    bids = [bid or 0 for bid in deal.bids]
    points = deal_points(game.rules, bids, tricks)
    scored = DealScored(deal.number, points)
    if deal.number < len(game.sizes):
        return (scored,)
    totals = tuple(map(sum, zip(game.totals, points, strict=True)))
    return (scored, GameEnded(totals, winners(totals)))
