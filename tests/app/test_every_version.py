"""Every version, with every number of players it is meant for, is played to its end.

Bots play it through the use cases; afterwards the log replays to all that is kept
beside it, and each deal is the one that was committed to. The fewest players play on
PostgreSQL, the others on a store in memory, unless `--all` asks for PostgreSQL
throughout.
"""

import itertools
from collections.abc import Iterator

import pytest

from pbem.app import audit, clock, pages
from pbem.app.records import GameRow, GameStatus
from pbem.rules.presets import PRESETS
from pbem.signing import Keys
from pbem.store import StateCache, migrate, open_engine, uow_factory
from tests.app.house import House, TurnedClock

pytestmark = pytest.mark.proof

FEWEST = [(preset.id, preset.players[0]) for preset in PRESETS.values()]
MORE = [(preset.id, count) for preset in PRESETS.values() for count in preset.players[1:]]
MOST_TURNS = 1_000
"""How often the bots go on, many moves each time, before a game is taken to be endless."""

_names = ("".join(letters).title() for letters in itertools.product("abcdefghik", repeat=4))


def open_house(url: str, keys: Keys) -> Iterator[House]:
    engine = open_engine(url)
    migrate(engine)
    clock = TurnedClock()
    yield House(uow_factory(engine, keys, StateCache(), clock), clock=clock)
    engine.dispose()


@pytest.fixture(scope="module")
def at_postgresql(module_database_url: str, keys: Keys) -> Iterator[House]:
    yield from open_house(module_database_url, keys)


@pytest.fixture(scope="module")
def in_memory(keys: Keys) -> Iterator[House]:
    # SQLite without a file: the store behind the ports is the real one, and nothing is written.
    yield from open_house("sqlite://", keys)


@pytest.fixture
def usual(request: pytest.FixtureRequest) -> House:
    everywhere = request.config.getoption("--all")
    return request.getfixturevalue("at_postgresql" if everywhere else "in_memory")


def of_bots(house: House, preset: str, players: int) -> GameRow:
    """Play a game whose only person leaves for good at once; return its row when it is over."""
    name = next(_names)
    row, seats = house.table(name, preset=preset, bots=players - 1)
    left = pages.act(house.services, seats[name].id, "resign for good", house.position(seats[name]))
    assert left.refused is None, left
    for _ in range(MOST_TURNS):
        if house.game(row.code).status is GameStatus.OVER:
            break
        clock.go_on(house.services, row.id)
    return house.game(row.code)


def is_played_and_proven(house: House, preset: str, players: int) -> None:
    row = of_bots(house, preset, players)

    assert row.status is GameStatus.OVER
    assert row.rules.players == players
    findings = (*audit.replay(house.services, row.id), *audit.verify(house.services, row.id))
    assert [finding for finding in findings if not finding.holds] == []
    assert findings


@pytest.mark.parametrize(("preset", "players"), FEWEST)
def test_the_fewest_players_play_to_the_end_on_postgresql(at_postgresql, preset, players):
    is_played_and_proven(at_postgresql, preset, players)


@pytest.mark.parametrize(("preset", "players"), MORE)
def test_more_players_play_to_the_end(usual, preset, players):
    is_played_and_proven(usual, preset, players)
