"""What the benchmark of the rules measures is what it says."""

from benchmarks.engine import PLAYERS, random_game, replayed
from pbem.rules.events import BidMade, CardPlayed


def test_the_game_it_replays_has_512_actions_and_replays_to_the_same_end():
    game, log = random_game(1)
    assert sum(isinstance(event, BidMade | CardPlayed) for event in log) == 512
    assert replayed(log) == game
    assert len(game.totals) == PLAYERS
