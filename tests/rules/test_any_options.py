"""Options from all over the catalogue are refused with its codes, or played to the end."""

from collections.abc import Mapping
from dataclasses import fields

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from pbem.rules import verifiable
from pbem.rules.choices import read_value
from pbem.rules.options import Rules, RulesRefused, rules_of
from tests.rules.option_sets import DOMAINS, any_options
from tests.rules.playing import course, random_game

pytestmark = pytest.mark.proof

SECTION_13 = """
    E_UNKNOWN_OPTION E_PLAYERS_PACK E_HAND_TOO_BIG E_RANKS_PACK E_JOKER_PACK E_DUPLICATE_RULE
    E_HEAD_ANNUL E_SEQUENCE_PARAMS E_DEAL_COUNT E_UPCARD_PLAYERS E_UPCARD_TRUMP E_TRUMP_CYCLE
    E_TURN_UP_OPTION E_ALL_NO_TRUMP E_SUCCESS_MAP E_HOOK_SIMULTANEOUS E_HOOK_BID_CARDS
    E_BID_CHANGE E_NO_BID_MUST_EQUAL E_NO_BID_LOW E_FOREHEAD E_HIGH_BIDDER_SECRET
    E_BID_CARDS_PACK E_PREMIUM E_SCORING_BIDS E_SPECIAL_DEALS E_ZERO_BID E_DOUBLE_SPADES
    E_SECOND_HALF E_TARGET_SEQUENCE E_LOW_WINS_TARGET E_HARD_SCORE E_TIE_BREAK E_COOPERATIVE
"""
CODES = frozenset(SECTION_13.split())
"""The codes of section 13 of the catalogue."""

MANY_DEALS = 40
"""So many deals of rounds that are repeated until all make their bid: by chance they have no end."""

seeds = st.integers(0, 2**32)


def test_every_option_is_drawn():
    assert {*DOMAINS, "players", "scoring_params"} == {field.name for field in fields(Rules)}


@settings(max_examples=250, deadline=None)
@given(any_options(), seeds)
def test_any_options_are_refused_with_codes_or_played_to_the_end(drawn, seed):
    players, options = drawn
    made = rules_of(players, options)

    if isinstance(made, RulesRefused):
        event("refused")
        is_refused_with_codes(made, options)
    else:
        event("accepted")
        is_as_wished(made, players, options)
        is_played_to_the_end(made, seed)


def is_refused_with_codes(made: RulesRefused, options: Mapping[str, object]) -> None:
    """Each problem has a code, says which options it is about, and at least one was given."""
    assert made.problems
    for problem in made.problems:
        assert problem.code in CODES - {"E_UNKNOWN_OPTION"}
        assert set(problem.options) & {*options, "players"}, problem
        assert set(problem.options) <= {field.name for field in fields(Rules)}


def is_as_wished(made: Rules, players: int, options: Mapping[str, object]) -> None:
    """Nothing that was asked for was left out on the way."""
    assert made.players == players
    for name, value in options.items():
        assert getattr(made, name) == read_value(name, value), name


def is_played_to_the_end(made: Rules, seed: int) -> None:
    most = MANY_DEALS if made.on_miss == "repeat_round" else None
    game, _ = course(random_game(made, seed, most))

    assert game.phase == "over" or len(game.sheet) == most
    first = verifiable.first_dealer(made, bytes(32), 1, bytes(32))
    assert first.dealer in range(made.players)
    assert bool(first.drawn) == (made.first_dealer in {"high_card", "first_jack"})
