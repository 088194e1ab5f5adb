"""A hand in words: trumps first, angle brackets for what may be played, round ones else."""

from collections.abc import Sequence
from itertools import groupby

from pbem.rules.cards import Card
from pbem.rules.view import View
from pbem.show import cards
from pbem.show.reader import Reader


def hand_line(reader: Reader, view: View) -> str | None:
    """Return `Hand: hearts, trumps (queen), spades <AS> <7S>.`; None without cards.

    The hand of a view is sorted trumps first, then by suit.
    """
    if view.deal is None or not view.hand:
        return None
    groups = [
        _suit(reader, suit, tuple(held), view)
        for suit, held in groupby(view.hand, key=lambda card: card.suit)
    ]
    return reader._("Hand: {cards}.", cards=", ".join(groups))


def _suit(reader: Reader, suit: str, held: Sequence[Card], view: View) -> str:
    open_now = tuple(card for card in held if card in view.legal_cards)
    shut = tuple(card for card in held if card not in view.legal_cards)
    parts = [*cards.typed(open_now)]
    if shut:
        parts.append(f"({', '.join(cards.rank(reader, card) for card in shut)})")
    return f"{_suit_name(reader, suit, view)} {' '.join(parts)}"


def _suit_name(reader: Reader, suit: str, view: View) -> str:
    name = cards.suit(reader, suit)
    if view.deal is not None and suit == view.deal.trump:
        return reader._("{suit}, trumps", suit=name)
    return name
