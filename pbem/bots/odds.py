"""Chances of taking tricks: rough, quick, and the same for the same cards."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.bots.outlook import Outlook, Place, Rival
from pbem.rules.cards import JOKERS, Card
from pbem.rules.terms import NO_SUIT, suit_led
from pbem.rules.trick import Laid
from pbem.rules.tricks import winning_place


@dataclass(frozen=True, slots=True)
class Temper:
    """Numbers found by play among bots of this kind.

    `trump_fear`, `suit_fear`: how often a higher card that is out beats ours.
    `chance_to_show`: how often a card of a plain suit comes to be played at its best.
    `eager`, `sated`: how often a rival who can win does so, by whether it wants tricks.
    `flexible`: what a card that its player may let win or lose counts for.
    """

    trump_fear: float = 0.4
    suit_fear: float = 0.9
    chance_to_show: float = 0.95
    eager: float = 0.9
    sated: float = 0.4
    miss_cost: float = 0.03
    flexible: float = 0.6


TEMPER = Temper()
_MASTER = 0.97
_JOKER_LEAD = 0.3
"""How often the seat that holds a joker of a suit of its own comes to lead it."""


def later_chance(card: Card, outlook: Outlook, temper: Temper = TEMPER) -> float:
    """Return the chance that a card in hand takes a trick some time later in the deal."""
    if outlook.is_master(card):
        return _MASTER
    if outlook.is_flexible(card):
        return temper.flexible
    place = outlook.places[card]
    if place[0] == NO_SUIT:
        return 0.0
    return _unmastered(outlook) * _of_suit(place, outlook, temper)


def _of_suit(place: Place, outlook: Outlook, temper: Temper) -> float:
    suit, higher = place[0], outlook.higher(place)
    if suit == outlook.terms.trump:
        return math.pow(1.0 - temper.trump_fear * outlook.held, higher)
    stands = math.pow(1.0 - temper.suit_fear * outlook.held, higher)
    unruffed = math.prod(1.0 - _ruffs(rival, suit, outlook) for rival in outlook.rivals)
    shows = _JOKER_LEAD if suit == JOKERS else temper.chance_to_show
    return shows * stands * unruffed


def _unmastered(outlook: Outlook) -> float:
    """Return the chance that no card that wins any trick falls to just this one."""
    return math.pow(1.0 - outlook.held / max(1, outlook.tricks), outlook.masters)


def _ruffs(rival: Rival, suit: str, outlook: Outlook, trumps: float | None = None) -> float:
    """Return the chance that a rival has none of a suit but one of the trumps that count."""
    trump = outlook.terms.trump
    count = outlook.left(trump) if trumps is None else trumps
    void = 1.0 - outlook.holds_suit(rival, suit, outlook.left(suit))
    return void * outlook.holds_suit(rival, trump, count)


def chance_now(
    laid: Laid, table: Sequence[Laid], outlook: Outlook, temper: Temper = TEMPER
) -> float:
    """Return the chance that a card, played now, takes the trick."""
    trick = [*table, laid]
    if winning_place(outlook.terms, trick) != len(table):
        return 0.0
    if not outlook.after or _wins_outright(laid, outlook):
        return 1.0
    led = suit_led(outlook.terms, trick)
    if led is None:
        # A free card that does not win by itself: whoever comes next beats it.
        return 0.0
    return math.prod(1.0 - _beats(rival, laid, led, outlook, temper) for rival in outlook.after)


def _wins_outright(laid: Laid, outlook: Outlook) -> bool:
    if outlook.terms.is_called_joker(laid.card):
        return laid.call == "high"
    return outlook.is_master(laid.card)


def _beats(rival: Rival, laid: Laid, led: str, outlook: Outlook, temper: Temper) -> float:
    """Return the chance that a rival who plays later beats a card."""
    will = temper.eager if rival.wants_tricks else temper.sated
    over, ruff = _can_beat(rival, laid, led, outlook)
    # What the rules make a rival play is not a matter of what it wants.
    over *= 1.0 if outlook.terms.must_head else will
    ruff *= 1.0 if outlook.terms.must_trump else will
    master = outlook.holds_one(rival, outlook.masters) * will / max(1, outlook.tricks)
    return min(1.0, over + ruff + master)


def _can_beat(rival: Rival, laid: Laid, led: str, outlook: Outlook) -> tuple[float, float]:
    """Return the chances that a rival can beat a card by following suit, and by a trump."""
    place = outlook.place(laid)
    suit, higher = place[0], outlook.higher(place)
    if suit != led:
        # Our card is a ruff: only a rival without the led suit can go over it.
        return 0.0, _ruffs(rival, led, outlook, higher)
    over = outlook.holds_suit(rival, suit, higher)
    return over, 0.0 if led == outlook.terms.trump else _ruffs(rival, led, outlook)


def tricks_ahead(chances: Sequence[float]) -> list[float]:
    """Return how likely 0, 1, 2, ... tricks are, if each chance stands for itself."""
    spread = [1.0]
    for chance in chances:
        spread = [
            still * (1.0 - chance) + more * chance
            for still, more in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread
