"""What the benchmark of the rules measures is what it says."""

from benchmarks.engine import PLAYERS, random_game, replayed
from benchmarks.props import stored
from pbem.rules.events import BidMade, CardPlayed


def test_the_game_it_replays_has_512_actions_and_replays_to_the_same_end():
    game, log = random_game(1)
    assert sum(isinstance(event, BidMade | CardPlayed) for event in log) == 512
    assert replayed(log) == game
    assert len(game.totals) == PLAYERS


def test_the_log_is_read_back_whole_and_every_byte_of_it_is_decoded_by_the_reference():
    _, log = random_game(1)
    rows = stored.stored(log)

    assert stored.read(rows) == log
    assert len(stored.typed_decode(rows)) == len(log)
    assert all(hidden is not None for _, hidden in dealt_of(rows))
    assert stored.size(rows) <= 110


def dealt_of(rows):
    kinds = [row.kind for row in rows]
    records = stored.typed_decode(rows)
    return [one for kind, one in zip(kinds, records, strict=True) if kind == "dealt"]
