"""Every preset is played by the bots, with every number of players it is meant for."""

import pytest

from pbem.bots.steady import choose
from pbem.rules.engine import Game, next_deal, waits
from pbem.rules.events import Event, GameEnded
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.sizes import is_open_ended
from tests.bots.tables import states
from tests.rules.playing import course, evolved

pytestmark = pytest.mark.proof

SEED = 7
SHORT = 3
"""Deals of a game that is not played to its end."""

FEWEST = [(preset.id, preset.players[0]) for preset in PRESETS.values()]
MORE = [(preset.id, count) for preset in PRESETS.values() for count in preset.players[1:]]


def of_bots(preset: str, players: int, deals: int | None = None) -> tuple[Game, list[Event]]:
    chosen = preset_rules(preset, players)
    assert isinstance(chosen, Rules), chosen
    return course(states(chosen, SEED, [choose] * players, deals))


@pytest.mark.parametrize(("preset", "players"), FEWEST)
def test_a_game_of_bots_comes_to_its_end(preset, players):
    game, log = of_bots(preset, players)

    assert game.phase == "over"
    assert next_deal(game) is None
    assert waits(game) == ()
    assert log[-1] == GameEnded(game.totals, game.winners, game.payments)
    assert evolved(None, log) == game
    assert has_whole_course(game)


@pytest.mark.parametrize(("preset", "players"), MORE)
def test_a_game_of_bots_begins_well_with_more_players(preset, players):
    game, log = of_bots(preset, players, deals=SHORT)

    assert len(game.sheet) == SHORT
    assert evolved(None, log) == game
    if game.rules.on_miss == "continue":
        assert tuple(line.round for line in game.sheet) == tuple(range(1, SHORT + 1))


def has_whole_course(game: Game) -> bool:
    """Tell whether all rounds were played in their order, or the target was reached."""
    rounds = list(dict.fromkeys(line.round for line in game.sheet))
    if rounds != list(range(1, len(rounds) + 1)):
        return False
    if not is_open_ended(game.rules):
        return len(rounds) >= len(game.sizes)
    is_there = max(game.sheet[-1].totals) >= game.rules.target_score
    return is_there or len(rounds) == game.rules.deal_limit
