"""A game of Oh Hell: `decide` judges what a seat wants, `evolve` keeps the books.

Whoever runs a game asks `next_deal` whether cards are needed, hands them in by
`deal_out`, and asks `waits` for whom the game stands still. Every list of events
returned here is to be recorded and evolved in its order, all or none.
"""

from pbem.rules.books import evolve
from pbem.rules.dealing import DealNeeded, deal_out, next_deal
from pbem.rules.events import Event, FirstDealerChosen, GameStarted
from pbem.rules.judging import Accepted, decide
from pbem.rules.moves import Position, Wait
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal, Game
from pbem.rules.turns import due
from pbem.rules.turns import position as position_in

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


def start(rules: Rules, first: FirstDealerChosen) -> tuple[Event, ...]:
    """Return the first events of a game."""
    return (GameStarted(rules), first)


def position(game: Game, seat: int) -> Position | None:
    """Return the seat's next decision; None when it has none left in the running deal."""
    return None if game.deal is None else position_in(game.deal, seat)


def waits(game: Game) -> tuple[Wait, ...]:
    """Return the seats that are waited for; empty when a deal is due or the game is over."""
    return () if game.deal is None else due(game.rules, game.deal).waits
