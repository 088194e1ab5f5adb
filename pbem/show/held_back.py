"""Why only some cards of a hand may be played, where it is more than following suit."""

from collections.abc import Iterable
from typing import Final, assert_never

from pbem.rules.cards import Card
from pbem.rules.refusals import WhyCard
from pbem.rules.view import View
from pbem.show import cards
from pbem.show.hand import led_suit, suit_of, terms_in
from pbem.show.reader import Reader

_ORDER: Final[tuple[WhyCard, ...]] = ("joker_led", "joker_first", "must_head", "must_trump")


def held_back_line(reader: Reader, view: View) -> str | None:
    """Return by which rules cards of the hand are shut now; None if none is, or by suit alone."""
    told = [_sentence(reader, view, why) for why in _once(view)]
    return " ".join(told) or None


def whys(view: View) -> dict[Card, WhyCard | None]:
    """Return each card of the hand that may not be played now, with the rule that shuts it.

    None stands for plain following suit. The rules are those by which the gate refuses
    these cards (catalogue, section 7).
    """
    if view.wants != "card":
        return {}
    return {one: _why(view, one) for one in view.hand if one not in view.legal_cards}


def _why(view: View, one: Card) -> WhyCard | None:
    led = led_suit(view)
    if led is None or terms_in(view).is_called_joker(one):
        return "joker_first" if _is_begun(view) else "joker_led"
    if _can_follow(view, led):
        return "must_head" if suit_of(view, one) == led else None
    return "must_head" if suit_of(view, one) == terms_in(view).trump else "must_trump"


def _is_begun(view: View) -> bool:
    return view.deal is not None and view.deal.table is not None


def _can_follow(view: View, led: str) -> bool:
    terms = terms_in(view)
    return any(suit_of(view, one) == led and not terms.is_wild(one) for one in view.legal_cards)


def _once(view: View) -> Iterable[WhyCard]:
    """Return the rules that shut cards; who has to trump higher need not hear that of trumping."""
    found = set(whys(view).values())
    if "must_head" in found:
        found.discard("must_trump")
    return [why for why in _ORDER if why in found]


def _sentence(reader: Reader, view: View, why: WhyCard) -> str:
    match why:
        case "must_trump":
            return reader._("You are out of {suit}, so you must trump.", suit=_led(reader, view))
        case "must_head":
            return _must_head(reader, view)
        case "joker_led":
            return reader._("Jokers may not be led while you have other cards.")
        case "joker_first":
            return reader._("Jokers may not go to the first trick while you have other cards.")
        case _:
            assert_never(why)


def _must_head(reader: Reader, view: View) -> str:
    led = led_suit(view)
    if led is not None and _can_follow(view, led):
        return reader._(
            "You can beat the {suit} on the table, so you must.", suit=_led(reader, view)
        )
    return reader._(
        "You are out of {suit}, so you must trump, and higher than the trumps on the table.",
        suit=_led(reader, view),
    )


def _led(reader: Reader, view: View) -> str:
    return cards.suit(reader, led_suit(view) or "")
