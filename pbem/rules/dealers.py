"""Who deals first, from the cards that are shown for it (catalogue, section 4)."""

from collections.abc import Sequence

from pbem.rules.cards import Card
from pbem.rules.ruleset import Rules
from pbem.rules.terms import ORDERS


def highest(rules: Rules, drawn: Sequence[Card]) -> tuple[int, ...]:
    """Return the places of the highest rank among the cards; suits do not count."""
    ranks = ORDERS[rules.rank_order]
    most = max(ranks.index(card.rank) for card in drawn)
    return tuple(place for place, card in enumerate(drawn) if ranks.index(card.rank) == most)


def by_high_card(rules: Rules, pack: Sequence[Card]) -> tuple[int, tuple[Card, ...]]:
    """Return the first dealer, and the cards drawn, in their order.

    Every seat draws from the front of the pack, in the order of the seats; the
    tied ones draw again. Should the pack run out, the first of them deals.
    """
    seats = tuple(range(rules.players))
    shown = 0
    while len(seats) > 1 and shown + len(seats) <= len(pack):
        drawn = pack[shown : shown + len(seats)]
        shown += len(seats)
        seats = tuple(seats[place] for place in highest(rules, drawn))
    return seats[0], tuple(pack[:shown])


def by_first_jack(rules: Rules, pack: Sequence[Card]) -> tuple[int, tuple[Card, ...]]:
    """Return the first dealer, and the cards dealt face up from seat 0 on, up to the first jack."""
    place = next(place for place, card in enumerate(pack) if card.rank == "J")
    return rules.step_round * place % rules.players, tuple(pack[: place + 1])
