"""The one gate for legality: what a seat may answer now.

The engine, the list of possible answers in a mail and the web form all ask here.
"""

from pbem.rules.cards import Card
from pbem.rules.packs import pack_of
from pbem.rules.playable import calls, joker_calls, playable
from pbem.rules.refusals import WhyBid
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal
from pbem.rules.terms import Laid, Terms, suit_led, terms_of
from pbem.rules.trumps import trump_choices
from pbem.rules.turns import may_change_bid, on_turn, trump_namer, wanted


def legal_bids(rules: Rules, deal: Deal, seat: int) -> tuple[int, ...]:
    """Return the bids open to this seat now, upwards.

    They are empty unless the seat is on turn to bid, or may still change its bid:
    that one is judged like the first (catalogue, section 6).
    """
    if wanted(rules, deal) != "bid":
        return ()
    if seat not in on_turn(rules, deal) and not may_change_bid(rules, deal, seat):
        return ()
    barred = barred_bids(rules, deal, seat)
    return tuple(bid for bid in range(deal.size + 1) if bid not in barred)


def barred_bids(rules: Rules, deal: Deal, seat: int) -> dict[int, WhyBid]:
    """Return the bids from 0 to the number of tricks that this seat may not make now, and why.

    A seat that may change its bid is never the last one, so `not_equal` does not
    bind it.
    """
    others = _sum_of_others(deal, seat)
    is_last = all(other == seat or deal.bids[other] is not None for other in deal.bidders)
    barred = _barred_by_hook(rules, deal.size, others, is_last=is_last)
    if seat not in deal.no_zero or 0 in barred:
        return barred
    # Should nothing be left by that, zero is allowed.
    return barred if len(barred) >= deal.size else {**barred, 0: "zero_again"}


def legal_cards(rules: Rules, deal: Deal, seat: int) -> tuple[Card, ...]:
    """Return the cards this seat may play now; empty unless it is on turn to play."""
    if wanted(rules, deal) != "card" or seat not in on_turn(rules, deal):
        return ()
    terms, trick = terms_of(rules, deal.trump, deal.special), laid_on(deal)
    allowed = playable(terms, deal.hands[seat], trick, is_first=not deal.tricks)
    return tuple(dict.fromkeys(allowed))


def legal_calls(rules: Rules, deal: Deal, seat: int, card: Card) -> tuple[str, ...]:
    """Return what may be said with a card that this seat plays now; empty if nothing is."""
    terms = terms_of(rules, deal.trump, deal.special)
    if terms.is_called_joker(card):
        return joker_calls(_calls_of_jokers(terms, deal))
    return calls(terms, card, deal.hands[seat], laid_on(deal), pack_of(rules))


def legal_trumps(rules: Rules, deal: Deal, seat: int) -> tuple[str, ...]:
    """Return the trumps this seat may name now; empty unless it is to name them."""
    if deal.namer is None or trump_namer(rules, deal) != seat:
        return ()
    return trump_choices(deal.namer)


def led(rules: Rules, deal: Deal) -> str | None:
    """Return the suit that is to be followed in the trick on the table."""
    return suit_led(terms_of(rules, deal.trump, deal.special), laid_on(deal))


def laid_on(deal: Deal) -> tuple[Laid, ...]:
    """Return the trick on the table."""
    return tuple([Laid(one.card, one.call) for one in deal.table])


def forbidden_by_hook(rules: Rules, size: int, others: int) -> int | None:
    """Return the last bid that would make the total equal to the number of tricks."""
    if rules.hook != "not_equal" or size < rules.hook_min_cards:
        return None
    return size - others if others <= size else None


def _barred_by_hook(rules: Rules, size: int, others: int, *, is_last: bool) -> dict[int, WhyBid]:
    if rules.hook == "must_equal":
        left = size - others
        most, least = left, left if is_last else 0
        return {bid: "must_fit" for bid in range(size + 1) if not least <= bid <= most}
    forbidden = forbidden_by_hook(rules, size, others) if is_last else None
    return {} if forbidden is None else {forbidden: "hook"}


def _sum_of_others(deal: Deal, seat: int) -> int:
    return sum(bid for other, bid in enumerate(deal.bids) if other != seat and bid is not None)


def _calls_of_jokers(terms: Terms, deal: Deal) -> tuple[str, ...]:
    played = [one for trick in deal.tricks for one in trick.cards] + list(deal.table)
    return tuple(one.call for one in played if terms.is_called_joker(one.card))
