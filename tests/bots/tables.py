"""Whole games of players made of code, from fixed seeds."""

import random
from collections.abc import Callable, Sequence

from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.engine import Accepted, Game, deal_out, decide, evolve, next_deal, start, waits
from pbem.rules.events import Event, FirstDealerChosen
from pbem.rules.moves import Bid, Move, Play
from pbem.rules.ruleset import Rules
from pbem.rules.view import View
from pbem.rules.views import view

Chooser = Callable[[View], Move]


def at_random(chance: random.Random) -> Chooser:
    def choose(seen: View) -> Move:
        if seen.wants == "bid":
            return Bid(chance.choice(seen.legal_bids))
        return Play(chance.choice(seen.legal_cards))

    return choose


def told(game: Game, events: Sequence[Event]) -> Game:
    for event in events:
        game = evolve(game, event)
    return game


def opened(rules: Rules, dealer: int) -> Game:
    first, *others = start(rules, FirstDealerChosen(dealer, ()))
    return told(evolve(None, first), others)


def shuffled(chance: random.Random) -> list[Card]:
    return chance.sample(STANDARD_PACK, len(STANDARD_PACK))


def states(rules: Rules, seed: int, choosers: Sequence[Chooser]):
    """Yield the game before every move, and at its end. An illegal move is a failure."""
    chance = random.Random(seed)
    game = opened(rules, seed % rules.players)
    while game.phase == "running":
        if next_deal(game) is not None:
            game = told(game, deal_out(game, shuffled(chance)))
        yield game
        seat = waits(game)[0].seat
        answer = decide(game, seat, choosers[seat](view(game, seat)))
        assert isinstance(answer, Accepted), answer
        game = told(game, answer.events)
    yield game


def finished(rules: Rules, seed: int, choosers: Sequence[Chooser]) -> Game:
    *_, last = states(rules, seed, choosers)
    return last


def exact_rate(games: Sequence[Game], seat: int) -> float:
    """Return how often a seat made its bid exactly."""
    results = [result for game in games for result in game.sheet]
    return sum(result.bids[seat] == result.tricks[seat] for result in results) / len(results)
