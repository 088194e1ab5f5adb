"""The one gate for legality: what a seat may answer now.

The engine, the list of possible answers in a mail and the web form all ask here.
"""

from collections.abc import Sequence

from pbem.rules.cards import Card
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal
from pbem.rules.turns import may_change_bid, on_turn, wanted


def legal_bids(rules: Rules, deal: Deal, seat: int) -> tuple[int, ...]:
    """Return the bids open to this seat now, upwards.

    They are empty unless the seat is on turn to bid, or may still change its bid:
    that one is judged like the first (catalogue, section 6).
    """
    if not _is_bidding(rules, deal, seat):
        return ()
    barred = barred_bid(rules, deal, seat)
    return tuple(bid for bid in range(deal.size + 1) if bid != barred)


def barred_bid(rules: Rules, deal: Deal, seat: int) -> int | None:
    """Return the one bid that the hook takes from this seat, if it is the last to bid now.

    A seat that may change its bid is never the last one, so the hook does not bind it.
    """
    if deal.bids[seat] is not None or deal.bids.count(None) != 1:
        return None
    return forbidden_by_hook(rules, deal.size, sum(bid for bid in deal.bids if bid is not None))


def legal_cards(rules: Rules, deal: Deal, seat: int) -> tuple[Card, ...]:
    """Return the cards this seat may play now; empty unless it is on turn to play."""
    if wanted(deal) != "card" or on_turn(rules, deal) != seat:
        return ()
    return playable(deal.hands[seat], led(deal))


def led(deal: Deal) -> str | None:
    """Return the suit led to the trick on the table."""
    return deal.table[0].card.suit if deal.table else None


def playable(hand: Sequence[Card], suit_led: str | None) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played: who can must follow suit."""
    follow = tuple([card for card in hand if card.suit == suit_led])
    return follow or tuple(hand)


def forbidden_by_hook(rules: Rules, size: int, others: int) -> int | None:
    """Return the last bid that would make the total equal to the number of tricks."""
    if rules.hook != "not_equal" or size < rules.hook_min_cards:
        return None
    return size - others if others <= size else None


def _is_bidding(rules: Rules, deal: Deal, seat: int) -> bool:
    if wanted(deal) != "bid":
        return False
    return on_turn(rules, deal) == seat or may_change_bid(rules, deal, seat)
