"""How fast the rules are: `python -m benchmarks.engine`.

Random legal play, and the replay of one whole game from its events, on one core. A
shuffle of a pack in the same run is the reference: the last column says what a thing
costs in shuffles, which is comparable between machines.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from pbem.rules.cards import STANDARD_PACK
from pbem.rules.dealing import Chance
from pbem.rules.engine import Accepted, Game, deal_out, decide, evolve, next_deal, start, waits
from pbem.rules.events import BidMade, CardPlayed, Event, FirstDealerChosen
from pbem.rules.legal import legal_bids, legal_cards
from pbem.rules.moves import Bid, Move, Play, Wait
from pbem.rules.presets import preset_rules
from pbem.rules.ruleset import Rules

SEED = 20_260
PLAYERS = 4
GAMES = 12
REPLAYS = 12
SHUFFLES = 4_000
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was done, how often a second, and the seconds for one."""

    what: str
    seconds: float

    def line(self, reference: float) -> str:
        return (
            f"{self.what:<44}{1 / self.seconds:>12,.1f}/s"
            f"{self.seconds * 1000:>12.3f} ms{self.seconds / reference:>14,.0f}"
        )


def rules() -> Rules:
    found = preset_rules("oh_hell_pagat", PLAYERS)
    assert isinstance(found, Rules), found
    return found


def fastest(work: Callable[[], object], count: int) -> float:
    """Return the seconds of one of `count` pieces of work, in the best of a few rounds."""
    return min(_seconds(work) for _ in range(ROUNDS)) / count


def _seconds(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def shuffles() -> None:
    chance, pack = random.Random(SEED), list(STANDARD_PACK)
    for _ in range(SHUFFLES):
        chance.shuffle(pack)


def random_game(seed: int) -> tuple[Game, list[Event]]:
    """Play a whole game at random; return its end and its events."""
    chance = random.Random(seed)
    log = list(start(rules(), FirstDealerChosen(seed % PLAYERS, ())))
    game = replayed(log)
    while game.phase == "running":
        if next_deal(game) is not None:
            deck = chance.sample(STANDARD_PACK, len(STANDARD_PACK))
            events = deal_out(game, Chance(deck, deck[0], deck[0]))
        else:
            events = _moved(game, waits(game)[0], chance)
        log += events
        for event in events:
            game = evolve(game, event)
    return game, log


def _moved(game: Game, wait: Wait, chance: random.Random) -> tuple[Event, ...]:
    assert game.deal is not None
    move: Move
    if wait.wants == "bid":
        move = Bid(chance.choice(legal_bids(game.rules, game.deal, wait.seat)))
    else:
        move = Play(chance.choice(legal_cards(game.rules, game.deal, wait.seat)))
    answer = decide(game, wait.seat, move)
    assert isinstance(answer, Accepted), answer
    return answer.events


def replayed(log: Sequence[Event]) -> Game:
    """Build the state of a game from its events."""
    game: Game | None = None
    for event in log:
        game = evolve(game, event)
    assert game is not None
    return game


def measured() -> tuple[float, list[Row]]:
    """Return the seconds of a shuffle, and the rows of the table."""
    reference = fastest(shuffles, SHUFFLES)
    game, log = random_game(SEED)
    actions = sum(isinstance(event, BidMade | CardPlayed) for event in log)
    assert replayed(log) == game
    playing = fastest(lambda: [random_game(SEED + k) for k in range(GAMES)], GAMES)
    replaying = fastest(lambda: [replayed(log) for _ in range(REPLAYS)], REPLAYS)
    return reference, [
        Row("reference: shuffle of 52 cards", reference),
        Row("deal of random legal play", playing / len(game.sheet)),
        Row(f"action of random legal play (of {actions})", playing / actions),
        Row(f"replay of a game of {actions} actions", replaying),
        Row(f"replay of one event (of {len(log)})", replaying / len(log)),
    ]


def main() -> None:
    reference, rows = measured()
    print(f"oh_hell_pagat, {PLAYERS} players, seed {SEED}, best of {ROUNDS} rounds, one core")
    print(f"{'what':<44}{'rate':>14}{'time of one':>15}{'in shuffles':>14}")
    for row in rows:
        print(row.line(reference))


if __name__ == "__main__":
    main()
