"""A game of Oh Hell: `decide` judges what a seat wants, `evolve` keeps the books.

Whoever runs a game asks `next_deal` whether cards are needed, hands them in by
`deal_out`, and asks `waits` for whom the game stands still. Every list of events
returned here is to be recorded and evolved in its order, all or none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.rules.books import evolve
from pbem.rules.cards import Card
from pbem.rules.events import Dealt, Event, FirstDealerChosen, GameStarted
from pbem.rules.judging import Accepted, decide
from pbem.rules.moves import Position, Wait
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal, Game
from pbem.rules.trumps import trump_of, turns_card
from pbem.rules.turns import next_seat, on_turn, seats_from, wanted
from pbem.rules.where import position

__all__ = [
    "Accepted",
    "Deal",
    "DealNeeded",
    "Game",
    "Position",
    "deal_out",
    "decide",
    "evolve",
    "next_deal",
    "position",
    "start",
    "waits",
]


@dataclass(frozen=True, slots=True)
class DealNeeded:
    """The game goes on once this deal is handed out."""

    deal: int
    size: int
    dealer: int


def start(rules: Rules, first: FirstDealerChosen) -> tuple[Event, ...]:
    """Return the first events of a game."""
    return (GameStarted(rules), first)


def next_deal(game: Game) -> DealNeeded | None:
    """Return the deal that is to be handed out now, if the game waits for one."""
    number = len(game.sheet) + 1
    if game.phase == "over" or game.deal is not None or game.dealer is None:
        return None
    if number > len(game.sizes):
        return None
    return DealNeeded(number, game.sizes[number - 1], game.dealer)


def deal_out(game: Game, deck: Sequence[Card]) -> tuple[Event, ...]:
    """Hand out the next deal from a shuffled pack.

    Cards go one at a time from eldest on; the card after the last one is turned
    if the rules turn one and a card is left.

    Raises:
        ValueError: no deal is due.
    """
    needed = next_deal(game)
    if needed is None:
        raise ValueError("no deal is due")
    rules, players = game.rules, game.rules.players
    order = seats_from(rules, next_seat(rules, needed.dealer))
    count = players * needed.size
    hands = [tuple(deck[order.index(seat) : count : players]) for seat in range(players)]
    is_turned = len(deck) > count and turns_card(rules, game.sizes, needed.deal)
    turned = deck[count] if is_turned else None
    trump = trump_of(rules, game.sizes, needed.deal, turned)
    return (Dealt(needed.deal, needed.dealer, tuple(hands), turned, trump),)


def waits(game: Game) -> tuple[Wait, ...]:
    """Return the seats that are waited for; empty when a deal is due or the game is over."""
    if game.deal is None:
        return ()
    seat = on_turn(game.rules, game.deal)
    return () if seat is None else (Wait(game.deal.number, seat, wanted(game.deal)),)
