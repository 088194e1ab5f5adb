"""Which bids are open to a seat (catalogue, section 6)."""

from pbem.rules.refusals import WhyBid
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal


def open_bids(rules: Rules, deal: Deal, seat: int) -> tuple[int, ...]:
    """Return the bids that this seat may make when it is asked, upwards."""
    barred = barred_bids(rules, deal, seat)
    if not barred:
        return tuple(range(deal.size + 1))
    return tuple([bid for bid in range(deal.size + 1) if bid not in barred])


def barred_bids(rules: Rules, deal: Deal, seat: int) -> dict[int, WhyBid]:
    """Return the bids from 0 to the number of tricks that this seat may not make now, and why.

    A seat that may change its bid is never the last one, so `not_equal` does not
    bind it.
    """
    others = [bid for other, bid in enumerate(deal.bids) if other != seat and bid is not None]
    # Who does not bid at all has no bid, and in a deal without bidding nobody is asked here.
    is_last = len(others) == len(deal.bidders) - 1
    barred = _barred_by_hook(rules, deal.size, sum(others), is_last=is_last)
    if seat not in deal.no_zero or 0 in barred:
        return barred
    # Should nothing be left by that, zero is allowed.
    return barred if len(barred) >= deal.size else {**barred, 0: "zero_again"}


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
