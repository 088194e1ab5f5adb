"""Whether a move costs more in a long game, or among many: `python -m benchmarks.growth`.

Games of 512 actions are played, and the tricks that hold move 10, 100 and 500 are timed:
four cards each, from the stored letter to the commit, in this process, on PostgreSQL
(fsync on); nobody hears the rings. So the compared actions are alike. `warm`: the
process has read the letters of all moves before, and knows the state. `cold`: it has an
empty cache of states. `fresh`: a process of its own that has done nothing yet (its
imports left out). For these two the moves in between are made without letters.

The games are played in three databases in turn, so that other work on the machine
strikes all alike. These hold 10, 1,000 and 100,000 games beside, of at least 60 events
each.
"""

import argparse
import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Literal

from benchmarks.props import ground
from benchmarks.props.crowd import fill
from benchmarks.props.games import Table, advance, seated
from benchmarks.props.letters import stored
from pbem.rules.engine import position, waits
from pbem.wiring import House

PRESET = "oh_hell_pagat"
EVENTS = 60
MOVES = (10, 100, 500)
TRICKS = {10: 9, 100: 97, 500: 497}
"""The move that leads the trick with this move in it. Each deal begins with four bids."""
LONGER = 1.3
MORE = 1.5

How = Literal["warm", "cold", "fresh"]
Samples = dict[tuple[How, int, int], list[float]]
"""Seconds by how, number of games and move."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many games lie in the databases, and how many are played in each, in which way."""

    crowds: tuple[int, ...] = (10, 1_000, 100_000)
    played: tuple[How, ...] = (*("warm", "cold", "warm", "cold", "fresh") * 3,)
    by_letters: bool = True


QUICK = Size(crowds=(1, 4), played=("warm", "cold", "fresh"), by_letters=False)


@dataclass(frozen=True, slots=True)
class Town:
    """A database with so many games beside those that are played."""

    games: int
    url: str
    house: House


@dataclass(slots=True)
class Play:
    """One game in one database, and how far it has come."""

    town: Town
    table: Table
    how: How
    done: int = 0

    def to(self, move: int, *, by_letters: bool) -> None:
        """Come to just before a move (counted from 1)."""
        ahead = self.table.turns[self.done : move - 1]
        if not by_letters:
            advance(self.town.house.services, self.table, ahead)
            self.done += len(ahead)
            return
        for _ in ahead:
            self._warm(self._stored())

    def trick(self) -> list[float]:
        """Play the next four cards; return the seconds of each, or of one in a fresh process."""
        cards = range(len(self.table.seats))
        match self.how:
            case "warm":
                return [self._warm(self._stored()) for _ in cards]
            case "cold":
                return [self._cold(self._stored()) for _ in cards]
            case "fresh":
                return [self._fresh(self._stored())]

    def _stored(self) -> int:
        with self.town.house.services.uow() as uow:
            turn = self.table.turns[self.done]
            letter_id = stored(uow, self.table, turn, self.done, self.town.house.settings.keys)
            uow.commit()
        self.done += 1
        return letter_id

    def _warm(self, letter_id: int) -> float:
        reader = ground.letter_reader(self.town.house)
        begun = perf_counter()
        reader.read(letter_id)
        return perf_counter() - begun

    def _cold(self, letter_id: int) -> float:
        house = self.town.house
        reader = ground.letter_reader(house, ground.forgetful(house))
        begun = perf_counter()
        reader.read(letter_id)
        return perf_counter() - begun

    def _fresh(self, letter_id: int) -> float:
        words = ["-m", "benchmarks.props.fresh", self.town.url, str(letter_id)]
        done = subprocess.run(
            [sys.executable, *words], stdout=subprocess.PIPE, text=True, check=True, timeout=120
        )
        return float(done.stdout)

    def check(self) -> None:
        """See that every letter was a move: the game waits for the next one."""
        with self.town.house.services.uow() as uow:
            game = uow.log.game(uow.games.get(self.table.row.id))
        following = self.table.turns[self.done]
        assert position(game, following.seat) == following.at, (self.done, following)
        assert [wait.seat for wait in waits(game)] == [following.seat]


def sampled(towns: Sequence[Town], size: Size) -> Samples:
    """Play the games, the databases in turn, and return what their tricks took."""
    samples: Samples = {}
    for number, how in enumerate(size.played):
        plays = [
            Play(town, seated(town.house.services, PRESET, 1000 + number), how) for town in towns
        ]
        for move, play in ((move, play) for move in MOVES for play in plays):
            play.to(TRICKS[move], by_letters=size.by_letters and how == "warm")
            samples.setdefault((how, play.town.games, move), []).extend(play.trick())
        for play in plays:
            play.check()
    return samples


@contextlib.contextmanager
def towns(size: Size) -> Iterator[list[Town]]:
    """Yield the databases, filled and warmed up."""
    with ground.server() as server, contextlib.ExitStack() as stack:
        found = []
        for games in size.crowds:
            url = stack.enter_context(ground.database(server, f"growth_{games}"))
            house = stack.enter_context(ground.house(url))
            begun = perf_counter()
            fill(house.services, url, games, PRESET, EVENTS)
            print(f"filled a database with {games:,} games in {perf_counter() - begun:,.0f} s")
            found.append(Town(games, url, house))
        for town in found:
            Play(town, seated(town.house.services, PRESET, 999), "warm").to(41, by_letters=True)
        yield found


def lines(samples: Samples, size: Size) -> Iterator[str]:
    """Yield the table: milliseconds of a move (median; quartiles), and what they are to others."""
    heads = "".join(f"{f'move {move}':>22}" for move in MOVES)
    yield f"{'ms of a move':<14}{'games':>9}{heads}{'500 to 10':>12}"
    for how in dict.fromkeys(size.played):
        for games in size.crowds:
            cells = "".join(f"{_cell(samples[how, games, move]):>22}" for move in MOVES)
            longer = _ratio(samples, (how, games, MOVES[-1]), (how, games, MOVES[0]))
            yield f"{how:<14}{games:>9,}{cells}{longer:>12.2f}"
        most, fewest = size.crowds[-1], size.crowds[0]
        more = (_ratio(samples, (how, most, move), (how, fewest, move)) for move in MOVES)
        cells = "".join(f"{ratio:>22.2f}" for ratio in more)
        yield f"{how:<14}{'most/few':>9}{cells}"
    yield f"wanted: move 500 at most {LONGER} of move 10, the most games {MORE} of the fewest"


def _cell(seconds: list[float]) -> str:
    low, middle, high = (1000 * value for value in quantiles(seconds, n=4))
    return f"{middle:.2f} ({low:.2f}-{high:.2f})"


def _ratio(samples: Samples, one: tuple[How, int, int], other: tuple[How, int, int]) -> float:
    return median(samples[one]) / median(samples[other])


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.growth")
    parser.add_argument("--quick", action="store_true", help="only see whether it runs")
    size = QUICK if parser.parse_args().quick else Size()
    print(f"{PRESET}, 4 people, cards of the tricks with moves {MOVES}; PostgreSQL with fsync")
    with towns(size) as found:
        for line in lines(sampled(found, size), size):
            print(line)


if __name__ == "__main__":
    main()
