"""The standard game agrees, move by move, with an engine that others wrote."""

import random

import pytest

from pbem.rules.dealing import deal_out
from pbem.rules.engine import Accepted, Game, decide, next_deal, waits
from pbem.rules.events import TrickTaken
from tests.rules.openspiel import CARDS, Spiel
from tests.rules.playing import begun, evolved, moves_open, rules

pytestmark = pytest.mark.proof

DEALS = 20_000
SEED = 2_026
PARTS = 10

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")


def table(players: int, size: int, dealer: int) -> Game:
    options = {"sequence": "constant", "max_cards": size, "deal_count": 1, "min_cards": size}
    return begun(rules(players, **options), dealer)


def play_the_same(chance: random.Random) -> None:
    """Play a random deal in both engines at once."""
    players = chance.randint(3, 7)
    size = chance.randint(1, 51 // players)
    dealer = chance.randrange(players)
    theirs, game = Spiel(pyspiel, players, size, dealer), table(players, size, dealer)
    game = evolved(game, deal_out(game, theirs.deal(chance.sample(CARDS, len(CARDS)))))
    takers: list[int | None] = []
    while not theirs.is_over:
        (wait,) = waits(game)
        ours = moves_open(game, wait)
        assert wait.seat == theirs.on_turn
        assert set(ours) == theirs.legal()
        if wait.wants == "card" and takers and not game.deal.table:
            assert takers[-1] == theirs.on_turn
        move = chance.choice(ours)
        theirs.act(move)
        verdict = decide(game, wait.seat, move)
        assert isinstance(verdict, Accepted)
        takers += [event.seat for event in verdict.events if isinstance(event, TrickTaken)]
        game = evolved(game, verdict.events)
    assert next_deal(game) is None
    assert game.totals == theirs.points()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_agree_in_answers_takers_of_tricks_and_points(part):
    chance = random.Random(f"{SEED} {part}")
    for _ in range(DEALS // PARTS):
        play_the_same(chance)
