"""Another world for a seat: all that it cannot know is dealt and done otherwise.

What it may know is said by `tests.rules.twins`, not taken from the views.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from msgspec.structs import replace

from pbem.rules import verifiable
from pbem.rules.cards import Card
from pbem.rules.dealing import Chance, deal_out
from pbem.rules.engine import Accepted, decide, evolve, position
from pbem.rules.events import Dealt, Event
from pbem.rules.moves import Bid, Lay, Move
from pbem.rules.packs import pack_of
from pbem.rules.state import Deal, Game
from pbem.rules.turns import next_seat, seats_from
from tests.rules.playing import evolved, without
from tests.rules.twins import twin

Made = tuple[int, Move]
"""A move and its seat."""

_ATTEMPTS = 300


@dataclass
class Dice:
    """What chance gives by round and attempt, as it is, or as it is set here."""

    given: dict[tuple[int, int], Chance] = field(default_factory=dict)
    loaded: dict[tuple[int, int], Chance] = field(default_factory=dict)

    @contextmanager
    def rolling(self) -> Iterator[None]:
        real = verifiable.chance

        def chance(rules, secret, game_id, entropy, round_, attempt=0):
            found = self.loaded.get((round_, attempt))
            found = found or real(rules, secret, game_id, entropy, round_, attempt)
            self.given[round_, attempt] = found
            return found

        with patch.object(verifiable, "chance", chance):
            yield


@dataclass(frozen=True)
class World:
    """What chance gave for the running deal, and what was done in it."""

    chance: Chance
    made: Sequence[Made]


def before_the_deal(events: Sequence[Event]) -> Game:
    """Return the game as it was before its running deal was handed out."""
    last = max(number for number, event in enumerate(events) if isinstance(event, Dealt))
    return evolved(None, events[:last])


def other_world(
    events: Sequence[Event], here: World, viewer: int | None, chance: random.Random
) -> World | None:
    """Return a world that nothing tells from this one for a seat (None: a spectator).

    Where the cards that were played would have been illegal in it, another one is
    tried; None if none is found.
    """
    now, before = evolved(None, events), before_the_deal(events)
    assert now.deal is not None
    for _ in range(_ATTEMPTS):
        other = twin(now, viewer, chance).deal
        assert other is not None
        there = World(_chance(now, other, here.chance, chance), _made(now.deal, other, here.made))
        if other != now.deal and _is_possible(before, there):
            return there
    return None


def _is_possible(before: Game, world: World) -> bool:
    game = evolved(before, deal_out(before, world.chance))
    for seat, move in world.made:
        verdict = decide(game, seat, move, position(game, seat))
        if not isinstance(verdict, Accepted):
            return False
        for event in verdict.events:
            game = evolve(game, event)
    return True


def _chance(now: Game, other: Deal, real: Chance, chance: random.Random) -> Chance:
    """Return the pack that deals the hands of the other world, and what is turned or cut there."""
    rules, shown = now.rules, other.turned or other.covered
    hands = [_dealt(now, other, seat) for seat in range(rules.players)]
    order = seats_from(rules, next_seat(rules, other.dealer))
    front = [hands[seat][turn] for turn in range(len(hands[0])) for seat in order]
    if other.how == "turned" and shown is not None:
        front.append(shown)
    rest = without(pack_of(rules), front)
    chance.shuffle(rest)
    is_cut = other.how == "cut" and shown is not None
    return replace(real, deck=[*front, *rest], cut=shown if is_cut else real.cut)


def _dealt(now: Game, other: Deal, seat: int) -> list[Card]:
    """Return the hand that a seat was dealt in the other world; the dealer's shown card is last."""
    tricks = [*other.tricks, *([other] if other.table else [])]
    cards = [(trick.table if trick is other else trick.cards) for trick in tricks]
    played = [one.card for trick in cards for one in trick if one.seat == seat]
    hand = [*other.hands[seat], *other.laid[seat], *played]
    assert now.deal is not None
    same = list(now.deal.dealt[seat])
    if sorted(map(str, hand)) == sorted(map(str, same)):
        hand = same
    shown = other.turned or other.covered
    if other.how == "dealers" and seat == other.dealer and shown is not None:
        hand = [*without(hand, [shown]), shown]
    return hand


def _made(here: Deal, other: Deal, made: Sequence[Made]) -> list[Made]:
    """Return what is done in the other world: secret bids are others, and cards laid aside."""

    def instead(seat: int, move: Move) -> Move:
        sealed = other.sealed[seat]
        if isinstance(move, Bid) and sealed is not None:
            return Bid(sealed)
        if isinstance(move, Lay) and other.laid[seat] != here.laid[seat]:
            return Lay(other.laid[seat], other.claims[seat])
        if isinstance(move, Lay) and other.claims[seat] != here.claims[seat]:
            return Lay(move.cards, other.claims[seat])
        return move

    return [(seat, instead(seat, move)) for seat, move in made]
