"""What the benchmark of growth measures is what it says; how fast is not asked here."""

import pytest

from benchmarks.growth import EVENTS, MOVES, QUICK, TRICKS, lines, sampled, towns
from benchmarks.props import games, ground
from pbem.rules.moves import Play


@pytest.mark.slow
def test_it_times_tricks_of_games_among_few_others_and_among_many():
    with towns(QUICK) as found:
        for town in found:
            with ground.plain_connection(town.url) as connection:
                events = connection.execute(
                    "SELECT count(*) FROM events GROUP BY game_id HAVING count(*) >= %s", [EVENTS]
                ).fetchall()
                assert len(events) == town.games
        samples = sampled(found, QUICK)
    assert set(samples) == {
        (how, crowd, move) for how in QUICK.played for crowd in QUICK.crowds for move in MOVES
    }
    assert "move 500" in next(lines(samples, QUICK))


def test_the_tricks_it_times_are_four_cards_that_hold_the_moves(database_url: str):
    with ground.house(database_url) as house:
        table = games.seated(house.services, "oh_hell_pagat", 1)
    assert len(table.turns) == 512
    for move, first in TRICKS.items():
        assert first <= move < first + 4
        trick = table.turns[first - 1 : first + 3]
        assert all(isinstance(turn.move, Play) for turn in trick)
        assert sorted(turn.seat for turn in trick) == [0, 1, 2, 3]
