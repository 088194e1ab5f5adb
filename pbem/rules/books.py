"""The bookkeeping of a game: what is known after each event. It judges nothing."""

from dataclasses import replace
from typing import TypeVar, assert_never

from pbem.rules.cards import Card
from pbem.rules.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    ClockRanOut,
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
)
from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes
from pbem.rules.state import Deal, Game
from pbem.rules.turns import first_leader, next_seat
from pbem.rules.view import DealResult, PlayedCard, SeenTrick

T = TypeVar("T")


def evolve(game: Game | None, event: Event) -> Game:
    """Return the state after an event. `game` is None before the first one, `GameStarted`.

    Events are facts: they are written down as they are, whatever the rules say by
    now, and an event without the deal it speaks of changes nothing but the count.

    Raises:
        ValueError: the first event is not `GameStarted`, so there is no game.
    """
    if game is None:
        if not isinstance(event, GameStarted):
            raise ValueError("a game begins with GameStarted")
        return _new(event.rules)
    if isinstance(event, (BidMade, BidChanged, CardPlayed, TrickTaken)):
        deal = None if game.deal is None else _deal_after(game.deal, event)
        return _with_deal(game, deal)
    return replace(_game_after(game, event), events_seen=game.events_seen + 1)


def _new(rules: Rules) -> Game:
    return Game(
        rules=rules,
        sizes=deal_sizes(rules),
        phase="running",
        dealer=None,
        deal=None,
        last_deal=None,
        sheet=(),
        totals=(0,) * rules.players,
        winners=(),
        stand_ins=(),
        events_seen=1,
    )


def _with_deal(game: Game, deal: Deal | None) -> Game:
    return Game(
        game.rules,
        game.sizes,
        game.phase,
        game.dealer,
        deal,
        game.last_deal,
        game.sheet,
        game.totals,
        game.winners,
        game.stand_ins,
        game.events_seen + 1,
    )


_Other = (
    GameStarted
    | FirstDealerChosen
    | Dealt
    | DealScored
    | DealRevealed
    | GameEnded
    | SecretRevealed
    | ClockRanOut
    | SeatHandedOver
)


def _game_after(game: Game, event: _Other) -> Game:
    match event:
        case FirstDealerChosen(dealer=dealer):
            return replace(game, dealer=dealer)
        case Dealt():
            return replace(game, dealer=event.dealer, deal=_dealt(game.rules, event))
        case DealScored(points=points):
            return _scored(game, points)
        case GameEnded(totals=totals, winners=winners):
            return replace(game, phase="over", totals=totals, winners=winners)
        case SeatHandedOver(seat=seat, why=why):
            others = set(game.stand_ins) - {seat}
            here = others if why == "came_back" else others | {seat}
            return replace(game, stand_ins=tuple(sorted(here)))
        case GameStarted() | DealRevealed() | SecretRevealed() | ClockRanOut():
            return game
        case _:
            assert_never(event)


def _dealt(rules: Rules, event: Dealt) -> Deal:
    return Deal(
        number=event.deal,
        size=len(event.hands[0]),
        dealer=event.dealer,
        trump=event.trump,
        turned=event.turned,
        dealt=event.hands,
        hands=event.hands,
        bids=(None,) * rules.players,
        taken=(0,) * rules.players,
        leader=first_leader(rules, event.dealer),
        table=(),
        tricks=(),
    )


def _deal_after(deal: Deal, event: BidMade | BidChanged | CardPlayed | TrickTaken) -> Deal:
    match event:
        case BidMade(seat=seat, tricks=tricks) | BidChanged(seat=seat, tricks=tricks):
            return replace(deal, bids=_put(deal.bids, seat, tricks))
        case CardPlayed(seat=seat, card=card):
            return _with_card(deal, seat, card)
        case TrickTaken(seat=seat, trick=number):
            return replace(
                deal,
                taken=_put(deal.taken, seat, deal.taken[seat] + 1),
                leader=seat,
                table=(),
                tricks=(*deal.tricks, SeenTrick(number, deal.table, seat)),
            )
        case _:
            assert_never(event)


def _with_card(deal: Deal, seat: int, card: Card) -> Deal:
    left = tuple([held for held in deal.hands[seat] if held != card])
    # Spelt out, since `replace` takes several times as long, and most events are cards.
    return Deal(
        deal.number,
        deal.size,
        deal.dealer,
        deal.trump,
        deal.turned,
        deal.dealt,
        _put(deal.hands, seat, left),
        deal.bids,
        deal.taken,
        deal.leader,
        (*deal.table, PlayedCard(seat, card)),
        deal.tricks,
    )


def _put(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def _scored(game: Game, points: tuple[int, ...]) -> Game:
    deal = game.deal
    if deal is None:
        return game
    line = DealResult(
        deal=deal.number,
        size=deal.size,
        dealer=deal.dealer,
        trump=deal.trump,
        bids=tuple(bid or 0 for bid in deal.bids),
        tricks=deal.taken,
        points=points,
    )
    return replace(
        game,
        dealer=next_seat(game.rules, deal.dealer),
        deal=None,
        last_deal=deal,
        sheet=(*game.sheet, line),
        totals=tuple(map(sum, zip(game.totals, points, strict=True))),
    )
