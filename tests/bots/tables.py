"""Whole games of players made of code, from fixed seeds."""

import random
from collections.abc import Callable, Iterator, Sequence

from pbem.rules.engine import Game
from pbem.rules.events import Event
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play, Wait
from pbem.rules.ruleset import Rules
from pbem.rules.view import View
from pbem.rules.views import view
from tests.rules.playing import course, game_of

Chooser = Callable[[View], Move]


def at_random(chance: random.Random) -> Chooser:
    """Return somebody who gives any answer that is open."""

    def choose(seen: View) -> Move:
        match seen.wants:
            case "bid":
                return Bid(chance.choice(seen.legal_bids))
            case "trump":
                return NameTrump(chance.choice(seen.legal_trumps))
            case "lay":
                return Lay(tuple(chance.sample(seen.hand, seen.lay)))
            case _:
                card = chance.choice(seen.legal_cards)
                return Play(card, chance.choice(dict(seen.calls).get(card, ("",))))

    return choose


def states(
    rules: Rules, seed: int, choosers: Sequence[Chooser], deals: int | None = None
) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """Yield the game before every answer and at its end, with the events that led there.

    An illegal answer is a failure.
    """

    def answer(game: Game, wait: Wait) -> Move:
        return choosers[wait.seat](view(game, wait.seat))

    return game_of(rules, seed, answer, deals)


def finished(
    rules: Rules, seed: int, choosers: Sequence[Chooser], deals: int | None = None
) -> Game:
    game, _ = course(states(rules, seed, choosers, deals))
    return game


def exact_rate(games: Sequence[Game], seat: int) -> float:
    """Return how often a seat made its bid exactly."""
    results = [result for game in games for result in game.sheet]
    return sum(result.bids[seat] == result.tricks[seat] for result in results) / len(results)
