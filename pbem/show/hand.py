"""A hand in words: trumps first, angle brackets for what may be played, round ones else."""

from collections.abc import Sequence
from itertools import groupby

from pbem.rules.cards import Card, card
from pbem.rules.terms import NO_SUIT, Terms, suit_led, terms_of
from pbem.rules.trick import Laid
from pbem.rules.view import SeenDeal, View
from pbem.show import cards
from pbem.show.reader import Reader

_JOKER_CALLS = frozenset({"high", "low"})


def hand_line(reader: Reader, view: View) -> str | None:
    """Return `Hand: hearts, trumps (queen), spades <AS> <7S>.`; None without cards.

    The hand of a view is sorted: cards without a suit, trumps, then by suit.
    """
    deal = view.deal
    if deal is None or view.seat is None:
        return None
    if deal.no_cards_yet:
        return reader._("Hand: dealt when all have bid.")
    if deal.is_forehead:
        return reader._("Hand: a single card, which the others see and you do not.")
    if not view.hand:
        return None
    groups = [
        _group(reader, suit, tuple(held), view)
        for suit, held in groupby(view.hand, key=lambda one: suit_of(view, one))
    ]
    return reader._("Hand: {cards}.", cards=", ".join(groups))


def suit_of(view: View, one: Card) -> str:
    """Return the suit that a card belongs to in the running deal; empty for free cards."""
    return one.suit if view.deal is None else terms_in(view).suit(Laid(one))


def terms_in(view: View) -> Terms:
    """Return on what terms the running deal is played."""
    deal = view.deal
    return terms_of(
        view.rules, None if deal is None else deal.trump, None if deal is None else deal.special
    )


def led_suit(view: View) -> str | None:
    """Return the suit that is to be followed in the trick on the table; None if there is none."""
    lying = view.deal.table.cards if view.deal and view.deal.table else ()
    return suit_led(terms_in(view), [Laid(played.card, played.call) for played in lying])


def answers(reader: Reader, view: View, one: Card) -> tuple[str, ...]:
    """Return what may be written to play a card: `QS`, or `JK1 high` and `JK1 low`.

    A wild two gets one example. With one thing only to say nothing need be said.
    """
    calls, code = calls_with(view, one), cards.line(reader, one)
    if len(calls) < 2:
        return (code,)
    if calls[0] in _JOKER_CALLS:
        return tuple(f"{code} {call}" for call in calls)
    return (f"{code} as {cards.line(reader, card(calls[-1]))}",)


def calls_with(view: View, one: Card) -> tuple[str, ...]:
    return dict(view.calls).get(one, ())


def calls_line(reader: Reader, view: View) -> str | None:
    """Return what is to be said with a card that needs a word; None if none does."""
    jokers = [calls for _, calls in view.calls if calls and calls[0] in _JOKER_CALLS]
    twos = [calls for _, calls in view.calls if calls and calls[0] not in _JOKER_CALLS]
    if jokers:
        return _joker_line(reader, jokers[0])
    return _two_line(reader, view, twos[0]) if twos else None


def _joker_line(reader: Reader, calls: Sequence[str]) -> str:
    if len(calls) > 1:
        return reader._(
            "Jokers called high take the trick, called low they lose it. The second in this "
            "deal is the opposite of the first."
        )
    if calls[0] == "high":
        return reader._(
            "In this deal the first of the jokers was called low, so the second is high."
        )
    return reader._("In this deal the first of the jokers was called high, so the second is low.")


def _two_line(reader: Reader, view: View, calls: Sequence[str]) -> str:
    suits = {suit_of(view, card(call)) for call in calls}
    if len(suits) == 1:
        only = cards.suit(reader, suits.pop())
        return reader._(
            "Twos are played for a card that you name, and rank just above it. You can follow "
            "suit, so it has to be from the {suit}.",
            suit=only,
        )
    return reader._(
        "Twos are played for a card that you name, whichever it is, and rank just above it. "
        "The brackets hold an example."
    )


def _group(reader: Reader, suit: str, held: Sequence[Card], view: View) -> str:
    told = " ".join(_card(reader, one, suit, view) for one in held)
    name = _suit_name(reader, suit, view.deal, held)
    return f"{name} {told}" if name else told


def _card(reader: Reader, one: Card, suit: str, view: View) -> str:
    # Each rank has its own brackets: a bare one between two others reads as a bid
    # when a line breaks beside it.
    if one in view.legal_cards:
        return " ".join(f"<{answer}>" for answer in answers(reader, view, one))
    if view.lay:
        return f"({cards.line(reader, one)})"
    is_plain = one.suit in {suit, NO_SUIT}
    return f"({cards.rank(reader, one) if is_plain else cards.words(reader, one)})"


def _suit_name(
    reader: Reader, suit: str, deal: SeenDeal | None, held: Sequence[Card]
) -> str | None:
    trumps = deal is not None and suit == deal.trump
    # Cards that have a name of their own and are no trumps need no suit before it.
    if not trumps and all(one.suit == NO_SUIT for one in held):
        return None
    name = cards.suit(reader, suit)
    return reader._("{suit}, trumps", suit=name) if trumps else name
