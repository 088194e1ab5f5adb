"""Chances of taking tricks: rough, quick, and the same for the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from pbem.bots.outlook import Outlook, Rival
from pbem.rules.cards import Card
from pbem.rules.tricks import winning_place


@dataclass(frozen=True, slots=True)
class Temper:
    """Numbers found by play among bots of this kind.

    `trump_fear`, `suit_fear`: how often a higher card that is out beats ours.
    `chance_to_show`: how often a card of a plain suit comes to be played at its best.
    `eager`, `sated`: how often a rival who can win does so, by whether it wants tricks.
    """

    trump_fear: float = 0.4
    suit_fear: float = 0.9
    chance_to_show: float = 0.95
    eager: float = 0.9
    sated: float = 0.4
    miss_cost: float = 0.03


TEMPER = Temper()


def later_chance(card: Card, outlook: Outlook, temper: Temper = TEMPER) -> float:
    """Return the chance that a card in hand takes a trick some time later in the deal."""
    held = min(1.0, sum(rival.cards for rival in outlook.rivals) / max(1, len(outlook.unseen)))
    higher = outlook.higher(card)
    if card.suit == outlook.trump:
        return (1.0 - temper.trump_fear * held) ** higher
    stands = (1.0 - temper.suit_fear * held) ** higher
    unruffed = prod(1.0 - _ruffs(rival, card.suit, outlook) for rival in outlook.rivals)
    return temper.chance_to_show * stands * unruffed


def _ruffs(rival: Rival, suit: str, outlook: Outlook, trumps: int | None = None) -> float:
    """Return the chance that a rival has none of a suit but one of the trumps that count."""
    count = outlook.left(outlook.trump) if trumps is None else trumps
    void = 1.0 - outlook.holds_suit(rival, suit, outlook.left(suit))
    return void * outlook.holds_suit(rival, outlook.trump, count)


def chance_now(
    card: Card, table: Sequence[Card], outlook: Outlook, temper: Temper = TEMPER
) -> float:
    """Return the chance that a card, played now, takes the trick."""
    if winning_place([*table, card], outlook.trump) != len(table):
        return 0.0
    led = table[0].suit if table else card.suit
    return prod(1.0 - _beats(rival, card, led, outlook, temper) for rival in outlook.after)


def _beats(rival: Rival, card: Card, led: str, outlook: Outlook, temper: Temper) -> float:
    """Return the chance that a rival who plays later beats a card."""
    higher = outlook.higher(card)
    over = outlook.holds_suit(rival, card.suit, higher)
    if card.suit == led and led == outlook.trump:
        can = over
    elif card.suit == led:
        can = over + _ruffs(rival, led, outlook)
    else:
        # Our card is a ruff: only a rival without the led suit can go over it.
        can = _ruffs(rival, led, outlook, higher)
    return min(1.0, can) * (temper.eager if rival.wants_tricks else temper.sated)


def tricks_ahead(chances: Sequence[float]) -> list[float]:
    """Return how likely 0, 1, 2, ... tricks are, if each chance stands for itself."""
    spread = [1.0]
    for chance in chances:
        spread = [
            still * (1.0 - chance) + more * chance
            for still, more in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread
