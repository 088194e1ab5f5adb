"""The one gate for legality: what a seat may answer now.

The engine, the list of possible answers in a mail and the web form all ask here.
"""

from pbem.rules.bidding import open_bids
from pbem.rules.cards import Card
from pbem.rules.packs import pack_of
from pbem.rules.playable import calls, joker_calls
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal
from pbem.rules.terms import Terms, hand_law, suit_led
from pbem.rules.trumps import trump_choices
from pbem.rules.turns import due, may_change_bid, trump_namer


def legal_bids(rules: Rules, deal: Deal, seat: int) -> tuple[int, ...]:
    """Return the bids open to this seat now, upwards.

    They are empty unless the seat is on turn to bid, or may still change its bid:
    that one is judged like the first (catalogue, section 6).
    """
    now = due(rules, deal)
    if now.wants != "bid":
        return ()
    if now.seats == (seat,):
        return now.bids
    is_asked = seat in now.seats or may_change_bid(rules, deal, seat)
    return open_bids(rules, deal, seat) if is_asked else ()


def legal_cards(rules: Rules, deal: Deal, seat: int) -> tuple[Card, ...]:
    """Return the cards this seat may play now; empty unless it is on turn to play."""
    now = due(rules, deal)
    return now.cards if seat in now.seats else ()


def legal_calls(rules: Rules, deal: Deal, seat: int, card: Card) -> tuple[str, ...]:
    """Return what may be said with a card that this seat plays now; empty if nothing is."""
    terms = deal.terms
    if not hand_law(terms).has_calls:
        return ()
    if terms.is_called_joker(card):
        return joker_calls(_calls_of_jokers(terms, deal))
    return calls(terms, card, deal.hands[seat], deal.table, pack_of(rules))


def legal_trumps(rules: Rules, deal: Deal, seat: int) -> tuple[str, ...]:
    """Return the trumps this seat may name now; empty unless it is to name them."""
    if deal.namer is None or trump_namer(rules, deal) != seat:
        return ()
    return trump_choices(deal.namer)


def led(deal: Deal) -> str | None:
    """Return the suit that is to be followed in the trick on the table."""
    return suit_led(deal.terms, deal.table)


def _calls_of_jokers(terms: Terms, deal: Deal) -> tuple[str, ...]:
    played = [one for trick in deal.tricks for one in trick.cards] + list(deal.table)
    return tuple(one.call for one in played if terms.is_called_joker(one.card))
