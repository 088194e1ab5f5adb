"""Which card a seat plays, and what it says with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.bots.aims import rounded, worth
from pbem.bots.odds import Temper, chance_now, later_chance, tricks_ahead
from pbem.bots.outlook import Outlook, on_table, outlook
from pbem.rules.cards import Card
from pbem.rules.moves import Play
from pbem.rules.trick import Laid
from pbem.rules.view import SeenDeal, View

_TRUMP_COST, _MASTER_COST, _FLEXIBLE_COST = 20.0, 300.0, 200.0
_MAY_WIN, _MAY_LOSE = 0.9, 0.1
"""What a card that may win or lose counts for, as tricks are wanted or not."""


@dataclass(frozen=True, slots=True)
class _Lookout:
    """The position a card is chosen in: what is known, lies there and is lacking.

    `need` is how many tricks the bid still lacks, below 0 when there are too many, and
    None without a bid. `later` holds for each card in hand what it may come to.
    """

    known: Outlook
    table: tuple[Laid, ...]
    need: int | None
    later: tuple[tuple[Card, float], ...]
    temper: Temper

    @property
    def wants_tricks(self) -> bool:
        return self.need is None or self.need > 0


def best_play(view: View, deal: SeenDeal, temper: Temper) -> Play:
    """Return the legal card, with its call, after which the bid is likeliest."""
    position = _lookout(view, deal, temper)
    rest = {card: _without(position, card) for card in view.legal_cards}

    def value(laid: Laid) -> tuple[float, float, str, str, str]:
        gain = rounded(_value(laid, rest[laid.card], position))
        return gain, _spare(laid.card, position), laid.card.suit, laid.card.rank, laid.call

    best = max(_open(view), key=value)
    return Play(best.card, best.call)


def _open(view: View) -> Iterator[Laid]:
    said = dict(view.calls)
    for card in view.legal_cards:
        for call in said.get(card, ("",)):
            yield Laid(card, call)


def _lookout(view: View, deal: SeenDeal, temper: Temper) -> _Lookout:
    known, need = outlook(view, deal), _need(view, deal)
    wants_tricks = need is None or need > 0
    mood = replace(temper, flexible=_MAY_WIN if wants_tricks else _MAY_LOSE)
    later = tuple((card, later_chance(card, known, mood)) for card in view.hand)
    return _Lookout(known, on_table(deal), need, later, mood)


def _need(view: View, deal: SeenDeal) -> int | None:
    seat, bid = view.seat, deal.own_bid
    return None if seat is None or bid is None else bid - deal.taken[seat]


def _without(position: _Lookout, card: Card) -> list[float]:
    """Return the chances of so many tricks from the hand without one copy of a card."""
    place = [one for one, _ in position.later].index(card)
    others = (*position.later[:place], *position.later[place + 1 :])
    return tricks_ahead([chance for _, chance in others])


def _value(laid: Laid, spread: Sequence[float], position: _Lookout) -> float:
    now = chance_now(laid, position.table, position.known, position.temper)
    need, temper = position.need, position.temper
    if need is None:
        return now + worth(None, spread, temper)
    return now * worth(need - 1, spread, temper) + (1 - now) * worth(need, spread, temper)


def _spare(card: Card, position: _Lookout) -> float:
    """Prefer, of equals, low cards and plain suits while tricks are wanted, else high ones."""
    cost = _cost(card, position.known)
    return -cost if position.wants_tricks else cost


def _cost(card: Card, known: Outlook) -> float:
    if known.is_master(card):
        return _MASTER_COST
    if known.is_flexible(card):
        return _FLEXIBLE_COST
    suit, height = known.places[card]
    return height + (_TRUMP_COST if suit == known.terms.trump else 0.0)
