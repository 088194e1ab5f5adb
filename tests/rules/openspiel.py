"""The standard game as OpenSpiel plays it: an engine that shares nothing with ours.

Its first actions are those of chance: the number of tricks, the dealer, the cards
from seat 0 on, and the turned card. Cards are numbered by rank and then by suit,
bids follow behind the cards.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from pbem.rules.cards import Card, card
from pbem.rules.dealing import Chance
from pbem.rules.moves import Bid, Move, Play

SUITS = "CDSH"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
CARDS = tuple(card(rank + suit) for rank in RANKS for suit in SUITS)
NUMBERS = {card: number for number, card in enumerate(CARDS)}


class Spiel:
    """One deal, played on by `act`."""

    def __init__(self, pyspiel: ModuleType, players: int, size: int, dealer: int) -> None:
        options = {"players": players, "num_tricks_fixed": size}
        self.state: Any = pyspiel.load_game("oh_hell", options).new_initial_state()
        self.players, self.size, self.dealer = players, size, dealer
        self.state.apply_action(size)
        self.state.apply_action(dealer)

    def deal(self, pack: Sequence[Card]) -> Chance:
        """Hand out this pack from seat 0 on; return the chance that gives us the same hands."""
        in_play = pack[: self.players * self.size + 1]
        for one in in_play:
            self.state.apply_action(NUMBERS[one])
        first = self.dealer + 1
        order = [(first + place) % self.players for place in range(self.players)]
        deck = [pack[turn * self.players + seat] for turn in range(self.size) for seat in order]
        rest = [card for card in CARDS if card not in in_play]
        return Chance([*deck, in_play[-1], *rest], cut=pack[0], upcard=pack[0])

    @property
    def on_turn(self) -> int:
        """The seat that is to act, also the one that leads next because it took the trick."""
        return int(self.state.current_player())

    @property
    def is_over(self) -> bool:
        return bool(self.state.is_terminal())

    def legal(self) -> set[Move]:
        return {self._move(action) for action in self.state.legal_actions()}

    def act(self, move: Move) -> None:
        match move:
            case Bid(tricks):
                self.state.apply_action(len(CARDS) + tricks)
            case Play(one):
                self.state.apply_action(NUMBERS[one])
            case _:
                raise ValueError(move)

    def points(self) -> tuple[int, ...]:
        return tuple(int(points) for points in self.state.returns())

    @staticmethod
    def _move(action: int) -> Move:
        return Play(CARDS[action]) if action < len(CARDS) else Bid(action - len(CARDS))
