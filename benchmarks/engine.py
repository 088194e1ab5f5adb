"""How fast the rules are: `python -m benchmarks.engine`.

Random legal play, and the replay of one whole game from its stored log, on one core, in
seconds of the processor. References of the same run: OpenSpiel's engine, which plays
as many deals of the same sizes, a typed decode of the same bytes, and a shuffle of a
pack. The last column says what a thing costs in shuffles.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time

from benchmarks.props import spiel, stored
from pbem.rules.cards import STANDARD_PACK
from pbem.rules.dealing import Chance
from pbem.rules.engine import Accepted, Game, deal_out, decide, evolve, start, waits
from pbem.rules.events import BidMade, CardPlayed, Event, FirstDealerChosen
from pbem.rules.legal import legal_bids, legal_cards
from pbem.rules.moves import Bid, Move, Play, Wait
from pbem.rules.presets import preset_rules
from pbem.rules.ruleset import Rules

SEED = 20_260
PLAYERS = 4
SHUFFLES = 100
ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was done, how often a second, and the seconds for one."""

    what: str
    seconds: float

    def line(self, reference: float) -> str:
        return (
            f"{self.what:<48}{1 / self.seconds:>14,.1f}/s"
            f"{self.seconds * 1000:>12.4f} ms{self.seconds / reference:>14,.1f}"
        )


def rules() -> Rules:
    found = preset_rules("oh_hell_pagat", PLAYERS)
    assert isinstance(found, Rules), found
    return found


RULES = rules()


def fastest(*works: Callable[[], object]) -> list[float]:
    """Return the seconds of each of these works, the best of many rounds in which all take turns.

    A machine is faster in one moment than in the next: so both sides of a ratio see all of them.
    """
    rounds = [[_seconds(work) for work in works] for _ in range(ROUNDS)]
    return [min(seconds) for seconds in zip(*rounds, strict=True)]


def _seconds(work: Callable[[], object]) -> float:
    # Time of the processor, so that other work on the machine changes little.
    begun = process_time()
    work()
    return process_time() - begun


def shuffles() -> None:
    chance, pack = random.Random(SEED), list(STANDARD_PACK)
    for _ in range(SHUFFLES):
        chance.shuffle(pack)


def random_game(seed: int) -> tuple[Game, list[Event]]:
    """Play a whole game at random; return its end and its events."""
    chance = random.Random(seed)
    log = list(start(RULES, FirstDealerChosen(seed % PLAYERS, ())))
    game = replayed(log)
    while game.phase == "running":
        asked = waits(game)
        events = _moved(game, asked[0], chance) if asked else _dealt(game, chance)
        log += events
        for event in events:
            game = evolve(game, event)
    return game, log


def _dealt(game: Game, chance: random.Random) -> tuple[Event, ...]:
    # As many cards as are handed out, and the one turned: as the other engine draws them.
    drawn = PLAYERS * game.sizes[game.round - 1] + 1
    deck = chance.sample(STANDARD_PACK, drawn)
    return deal_out(game, Chance(deck, deck[0], deck[0]))


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


@dataclass(frozen=True, slots=True)
class Ratio:
    """How much dearer something is than its reference, and how much it may be."""

    what: str
    found: float | None
    most: float

    def line(self) -> str:
        if self.found is None:
            return f"{self.what:<62}not measured: no OpenSpiel here"
        verdict = "met" if self.found <= self.most else "NOT MET"
        return f"{self.what:<62}{self.found:>8.1f}, at most {self.most:g}: {verdict}"


def measured() -> tuple[float, list[Row], list[Ratio]]:
    """Return the seconds of a shuffle, the rows of the table, and what is to be reached."""
    game, log = random_game(SEED)
    actions = sum(isinstance(event, BidMade | CardPlayed) for event in log)
    assert replayed(log) == game
    rows = stored.stored(log)
    assert stored.read(rows) == list(log)
    shuffling, playing, other, replaying, decoding = fastest(
        shuffles,
        lambda: random_game(SEED),
        other_engine(game.sizes),
        lambda: replayed(stored.read(rows)),
        lambda: stored.typed_decode(rows),
    )
    reference = shuffling / SHUFFLES
    theirs = [Row("reference: action of OpenSpiel", other / actions)] if spiel.is_here() else []
    return (
        reference,
        [
            Row("reference: shuffle of 52 cards", reference),
            Row("deal of random legal play", playing / len(game.sheet)),
            Row(f"action of random legal play (of {actions})", playing / actions),
            *theirs,
            Row(f"replay of a game of {actions} actions from its log", replaying),
            Row(f"reference: typed decode of its {len(log)} events", decoding),
        ],
        [
            Ratio("action, in actions of OpenSpiel", playing / other if theirs else None, 5),
            Ratio("replay, in typed decodes", replaying / decoding, 15),
            Ratio("bytes of an event", stored.size(rows), 110),
        ],
    )


def other_engine(sizes: Sequence[int]) -> Callable[[], object]:
    """Return the playing of a game of deals of these sizes by OpenSpiel; of nothing without it."""
    dealt = spiel.games(PLAYERS, sizes) or ()
    chance = random.Random(SEED)
    return lambda: spiel.played(dealt, chance)


def main() -> None:
    reference, rows, ratios = measured()
    print(f"oh_hell_pagat, {PLAYERS} players, seed {SEED}, best of {ROUNDS} rounds, one core")
    print(f"{'what':<48}{'rate':>16}{'time of one':>15}{'in shuffles':>14}")
    for row in rows:
        print(row.line(reference))
    for ratio in ratios:
        print(ratio.line())


if __name__ == "__main__":
    main()
