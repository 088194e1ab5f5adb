"""Whole games of players made of code, from fixed seeds."""

import random
from collections.abc import Callable, Iterator, Sequence

from pbem.rules.dealing import deal_out
from pbem.rules.engine import Accepted, Game, decide, next_deal, position, waits
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play
from pbem.rules.ruleset import Rules
from pbem.rules.view import View
from pbem.rules.views import view
from tests.rules.playing import Shuffler, begun, evolved

__all__ = ["Chooser", "at_random", "exact_rate", "finished", "states"]

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
) -> Iterator[Game]:
    """Yield the game before every move, and at its end or after so many deals.

    An illegal move is a failure.
    """
    shuffler = Shuffler(rules, seed)
    game = begun(rules, seed % rules.players)
    while game.phase == "running" and (deals is None or len(game.sheet) < deals):
        if next_deal(game) is not None:
            game = evolved(game, deal_out(game, shuffler.chance(game)))
            continue
        yield game
        seat = waits(game)[0].seat
        answer = decide(game, seat, choosers[seat](view(game, seat)), position(game, seat))
        assert isinstance(answer, Accepted), answer
        game = evolved(game, answer.events)
    yield game


def finished(
    rules: Rules, seed: int, choosers: Sequence[Chooser], deals: int | None = None
) -> Game:
    *_, last = states(rules, seed, choosers, deals)
    return last


def exact_rate(games: Sequence[Game], seat: int) -> float:
    """Return how often a seat made its bid exactly."""
    results = [result for game in games for result in game.sheet]
    return sum(result.bids[seat] == result.tricks[seat] for result in results) / len(results)
