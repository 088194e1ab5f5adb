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
    told = " ".join(_card(reader, card, view) for card in held)
    return f"{_suit_name(reader, suit, view)} {told}"


def _card(reader: Reader, card: Card, view: View) -> str:
    # Each rank has its own brackets: a bare one between two others reads as a bid
    # when a line breaks beside it.
    return f"<{cards.code(card)}>" if card in view.legal_cards else f"({cards.rank(reader, card)})"


def _suit_name(reader: Reader, suit: str, view: View) -> str:
    name = cards.suit(reader, suit)
    if view.deal is not None and suit == view.deal.trump:
        return reader._("{suit}, trumps", suit=name)
    return name
