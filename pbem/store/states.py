"""The state of a game between two events, kept to save time."""

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Final

import msgspec

from pbem.rules.engine import Game

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Game)

FORM: Final = hashlib.sha256(_ENCODER.encode(msgspec.json.schema(Game))).hexdigest()[:16]
"""Names the shape of `Game`. A kept state of another release's shape is not read."""


def state_to_bytes(game: Game) -> bytes:
    return _ENCODER.encode(game)


def state_from_bytes(state: bytes) -> Game:
    """Return the state kept in the present form."""
    return _DECODER.decode(state)


class StateCache:
    """The latest states of the games this process has touched last.

    Events are never rewritten, so the state after a given event number is true
    for ever; a state is only handed out for the very number that is asked for.
    """

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._states: OrderedDict[int, tuple[int, Game]] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: int, seq: int) -> Game | None:
        """Return the state after event `seq`, if it is at hand."""
        with self._lock:
            known = self._states.get(game_id)
            if known is None or known[0] != seq:
                return None
            self._states.move_to_end(game_id)
            return known[1]

    def put(self, game_id: int, seq: int, game: Game) -> None:
        with self._lock:
            self._states[game_id] = (seq, game)
            self._states.move_to_end(game_id)
            if len(self._states) > self._most:
                self._states.popitem(last=False)
