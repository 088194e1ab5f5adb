"""The same deals played at random by OpenSpiel's engine (C++), driven from Python as ours is."""

import importlib
import importlib.util
import random
from collections.abc import Sequence
from typing import Any


def games(players: int, sizes: Sequence[int]) -> list[Any] | None:
    """Return a game of one deal for each of these sizes; None where OpenSpiel is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    return [
        pyspiel.load_game("oh_hell", {"players": players, "num_tricks_fixed": size})
        for size in sizes
    ]


def is_here() -> bool:
    """Tell whether OpenSpiel is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def played(dealt: Sequence[Any], chance: random.Random) -> int:
    """Play each of these deals once; return how many actions were players'."""
    return sum(_played(game.new_initial_state(), chance) for game in dealt)


def _played(state: Any, chance: random.Random) -> int:
    actions = 0
    while not state.is_terminal():
        # Its dealer, its cards and the turned card are actions too: those of chance.
        actions += state.current_player() >= 0
        state.apply_action(chance.choice(state.legal_actions()))
    return actions
