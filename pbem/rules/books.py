"""The bookkeeping of a game: what is known after each event. It judges nothing."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from pbem.rules.cards import Card
from pbem.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsShown,
    CardPlayed,
    CardsLaid,
    ClockRanOut,
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    PremiumGranted,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
    TrumpMade,
)
from pbem.rules.fresh import bid_of_cards, fresh_deal
from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes
from pbem.rules.state import Deal, Game
from pbem.rules.terms import terms_of
from pbem.rules.trick import PlayedCard, SeenTrick
from pbem.rules.turns import first_leader, is_bidding, next_seat
from pbem.rules.view import DealResult

T = TypeVar("T")
_EXPECTED = "expected"
_InDeal = (
    TrumpMade
    | BidMade
    | BidChanged
    | BidSealed
    | CardsLaid
    | PremiumGranted
    | BidsShown
    | CardPlayed
    | TrickTaken
)
_IN_DEAL = (
    CardPlayed,
    TrickTaken,
    BidMade,
    BidChanged,
    BidSealed,
    TrumpMade,
    CardsLaid,
    PremiumGranted,
    BidsShown,
)


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
    expected = game.__dict__.get(_EXPECTED)
    if expected is not None and expected[0] is event:
        after: Game = expected[1]
        return after
    if isinstance(event, _IN_DEAL):
        deal = None if game.deal is None else _deal_after(game.rules, game.deal, event)
        return replace(game, deal=deal, events_seen=game.events_seen + 1)
    return replace(_game_after(game, event), events_seen=game.events_seen + 1)


def expect(game: Game, event: Event) -> Game:
    """Return the state after an event that is likely to come, and keep it at hand for `evolve`.

    Whoever judges a move looks at what follows from it; whoever records the move then
    gets there by the same events.
    """
    after = evolve(game, event)
    game.__dict__[_EXPECTED] = (event, after)
    return after


def _new(rules: Rules) -> Game:
    return Game(
        rules=rules,
        sizes=deal_sizes(rules),
        phase="running",
        dealer=None,
        round=1,
        attempt=0,
        upcard=None,
        deal=None,
        last_deal=None,
        sheet=(),
        totals=(0,) * rules.players,
        winners=(),
        payments=(),
        stand_ins=(),
        events_seen=1,
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
            deal = fresh_deal(game.rules, game.sheet, event)
            return replace(game, dealer=event.dealer, upcard=event.upcard, deal=deal)
        case DealScored():
            return _scored(game, event)
        case GameEnded(totals=totals, winners=winners, payments=paid):
            return replace(game, phase="over", totals=totals, winners=winners, payments=paid)
        case SeatHandedOver(seat=seat, why=why):
            others = set(game.stand_ins) - {seat}
            here = others if why == "came_back" else others | {seat}
            return replace(game, stand_ins=tuple(sorted(here)))
        case GameStarted() | DealRevealed() | SecretRevealed() | ClockRanOut():
            return game
        case _:
            assert_never(event)


def _deal_after(rules: Rules, deal: Deal, event: _InDeal) -> Deal:
    match event:
        case CardPlayed():
            return _with_card(deal, event)
        case TrickTaken():
            return _with_trick(deal, event)
        case BidMade() | BidChanged() | BidSealed() | CardsLaid() | BidsShown():
            return _led(rules, _with_bid(deal, event))
        case TrumpMade():
            return _with_trump(rules, deal, event)
        case PremiumGranted(seat=seat, claim=claim):
            return replace(deal, premium=(seat, claim))
        case _:
            assert_never(event)


def _with_bid(deal: Deal, event: BidMade | BidChanged | BidSealed | CardsLaid | BidsShown) -> Deal:
    match event:
        case BidMade(seat=seat, tricks=tricks) | BidChanged(seat=seat, tricks=tricks):
            return replace(deal, bids=_put(deal.bids, seat, tricks))
        case BidSealed(seat=seat, tricks=tricks):
            return replace(deal, sealed=_put(deal.sealed, seat, tricks))
        case CardsLaid():
            return _with_laid(deal, event)
        case BidsShown(bids=bids):
            nothing = (None,) * len(bids)
            return replace(deal, bids=bids, sealed=nothing)
        case _:
            assert_never(event)


def _with_card(deal: Deal, event: CardPlayed) -> Deal:
    hands = list(deal.hands)
    hands[event.seat] = _without(hands[event.seat], event.card)
    played = PlayedCard(event.seat, event.card, event.call)
    return replace(deal, hands=tuple(hands), table=(*deal.table, played))


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return a hand without one copy of a card."""
    if card not in hand:
        return hand
    left = list(hand)
    left.remove(card)
    return tuple(left)


def _with_trick(deal: Deal, event: TrickTaken) -> Deal:
    # A trick that nobody takes is out, and whoever led to it leads again.
    taker = event.seat
    taken = deal.taken if taker is None else _put(deal.taken, taker, deal.taken[taker] + 1)
    leader = deal.leader if taker is None else taker
    trick = SeenTrick(event.trick, deal.table, taker)
    return replace(deal, taken=taken, leader=leader, table=(), tricks=(*deal.tricks, trick))


def _with_laid(deal: Deal, event: CardsLaid) -> Deal:
    hand = deal.hands[event.seat]
    for card in event.cards:
        hand = _without(hand, card)
    return replace(
        deal,
        hands=_put(deal.hands, event.seat, hand),
        laid=_put(deal.laid, event.seat, event.cards),
        claims=_put(deal.claims, event.seat, event.claim),
        sealed=_put(deal.sealed, event.seat, bid_of_cards(event.cards)),
    )


def _with_trump(rules: Rules, deal: Deal, event: TrumpMade) -> Deal:
    known = replace(deal, trump=event.trump, terms=terms_of(rules, event.trump, deal.special))
    if event.seat is not None:
        return replace(known, namer=None, named_by=event.seat)
    namer = "dealer" if event.trump is None else deal.namer
    return replace(known, turned=event.card, covered=None, namer=namer)


def _led(rules: Rules, deal: Deal) -> Deal:
    """Let the right seat lead once the bidding is over."""
    return deal if is_bidding(deal) else replace(deal, leader=first_leader(rules, deal))


def _put(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    changed = list(row)
    changed[seat] = value
    return tuple(changed)


def _scored(game: Game, event: DealScored) -> Game:
    deal = game.deal
    if deal is None:
        return game
    line = DealResult(
        deal=deal.number,
        round=deal.round,
        size=deal.size,
        dealer=deal.dealer,
        trump=deal.trump or "NT",
        bids=deal.bids,
        tricks=deal.taken,
        points=event.points,
        totals=event.totals,
    )
    return replace(
        game,
        dealer=next_seat(game.rules, deal.dealer),
        round=deal.round if event.again else deal.round + 1,
        attempt=deal.attempt + 1 if event.again else 0,
        upcard=deal.upcard if event.again else None,
        deal=None,
        last_deal=deal,
        sheet=(*game.sheet, line),
        totals=event.totals,
    )
