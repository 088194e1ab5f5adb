"""From what was bid and taken to points, totals and what comes next, by the rules of the house."""

from dataclasses import dataclass

from pbem.keeper.table import KeptDeal, KeptTable
from pbem.rules.cards import NO_TRUMP
from pbem.rules.endings import GoesOn, Over, after_deal, totals_after
from pbem.rules.packs import pool
from pbem.rules.ruleset import Rules, SpecialRule
from pbem.rules.scoring import DealFacts, Points, deal_points, is_made
from pbem.rules.sizes import deal_sizes, is_open_ended
from pbem.rules.stakes import payments
from pbem.rules.trumps import special_rule, trump_plan
from pbem.rules.turns import bid_order, next_seat
from pbem.rules.view import DealResult

BID_CARDS = 3
"""Cards laid aside for a bid, which are not played (catalogue, section 6)."""

_WITHOUT_BIDS: frozenset[SpecialRule] = frozenset({"misere", "most_tricks"})


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The deal that is played now or next.

    `size` is the number of tricks, None where a card decides it. `bidders` are the
    seats that bid, in their order. `trump` is None where it is not settled beforehand.
    """

    number: int
    round: int
    size: int | None
    dealer: int
    bidders: tuple[int, ...]
    trump: str | None
    special: SpecialRule | None
    is_repeated: bool
    is_extra: bool


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The sheet so far. `next` is None once the game is over; `payments` are in coins."""

    sheet: tuple[DealResult, ...]
    totals: tuple[Points, ...]
    next: NextDeal | None
    winners: tuple[int, ...] = ()
    payments: tuple[int, ...] = ()


def reckon(table: KeptTable) -> Reckoned:
    """Return what the deals written down come to. Deals beyond the end do not count."""
    rules = table.rules
    so_far = Reckoned((), (0,) * rules.players, _first(table))
    for deal in table.deals:
        if so_far.next is None or deal.tricks is None:
            break
        so_far = _with(rules, so_far, so_far.next, deal, deal.tricks)
    return so_far


def _first(table: KeptTable) -> NextDeal:
    nothing = (0,) * table.rules.players
    return _deal(table.rules, _Place(1, 1, table.dealer), nothing, successes=None)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the game a deal stands."""

    number: int
    round: int
    dealer: int
    is_repeated: bool = False
    is_extra: bool = False


def _deal(
    rules: Rules, at: _Place, totals: tuple[Points, ...], *, successes: int | None
) -> NextDeal:
    special = special_rule(rules, at.round)
    cards = _cards(rules, at.round)
    is_card_left = cards is None or cards * rules.players < pool(rules)
    plan = trump_plan(rules, at.round, cards or 0, is_card_left=is_card_left, successes=successes)
    return NextDeal(
        number=at.number,
        round=at.round,
        size=None if cards is None else cards - _laid_aside(rules),
        dealer=at.dealer,
        bidders=_bidders(rules, at.dealer, special, totals),
        trump=plan.trump,
        special=special,
        is_repeated=at.is_repeated,
        is_extra=at.is_extra,
    )


def _cards(rules: Rules, round_: int) -> int | None:
    """Return how many cards each gets; extra deals have the most."""
    if rules.sequence == "upcard":
        return None
    sizes = deal_sizes(rules)
    return sizes[round_ - 1] if round_ <= len(sizes) else max(sizes)


def _laid_aside(rules: Rules) -> int:
    return BID_CARDS if rules.bid_mode == "bid_cards" else 0


def _bidders(
    rules: Rules, dealer: int, special: SpecialRule | None, totals: tuple[Points, ...]
) -> tuple[int, ...]:
    if special in _WITHOUT_BIDS:
        return ()
    limit = rules.no_bid_at_score
    order = bid_order(rules, dealer)
    return tuple(seat for seat in order if limit is None or totals[seat] < limit)


def _with(
    rules: Rules, so_far: Reckoned, now: NextDeal, deal: KeptDeal, tricks: tuple[int, ...]
) -> Reckoned:
    """Return the reckoning with one more finished deal."""
    bids = (0,) * rules.players if now.special == "misere" else deal.bids
    facts = _facts(rules, so_far, now, deal, bids)
    points = deal_points(rules, facts)
    totals = totals_after(rules, so_far.totals, points)
    line = DealResult(
        deal=now.number,
        round=now.round,
        size=facts.size,
        dealer=now.dealer,
        trump=deal.trump,
        bids=bids,
        tricks=tricks,
        points=points,
        totals=totals,
    )
    sheet = (*so_far.sheet, line)
    return _gone_on(rules, Reckoned(sheet, totals, now), now, line)


def _facts(
    rules: Rules, so_far: Reckoned, now: NextDeal, deal: KeptDeal, bids: tuple[int | None, ...]
) -> DealFacts:
    return DealFacts(
        round=now.round,
        rounds=_rounds(rules),
        size=now.size or deal.size or 0,
        largest=max(deal_sizes(rules)) - _laid_aside(rules),
        trump=deal.trump or NO_TRUMP,
        is_drawn=now.trump is None and now.special != "dealer_calls",
        bids=bids,
        tricks=deal.tricks or (),
        totals=so_far.totals,
        special=now.special,
        premium=deal.premium,
    )


def _rounds(rules: Rules) -> int | None:
    return None if is_open_ended(rules) else len(deal_sizes(rules))


def _gone_on(rules: Rules, so_far: Reckoned, now: NextDeal, line: DealResult) -> Reckoned:
    """Return the reckoning with the deal that follows, or with the end of the game."""
    pairs = tuple(zip(line.bids, line.tricks, strict=True))
    is_missed = any(bid is not None and not is_made(bid, tricks) for bid, tricks in pairs)
    is_again = rules.on_miss == "repeat_round" and is_missed
    verdict = GoesOn() if is_again else _verdict(rules, so_far, now)
    if isinstance(verdict, Over):
        paid = payments(rules, verdict.totals, verdict.winners)
        return Reckoned(so_far.sheet, verdict.totals, None, verdict.winners, paid)
    at = _Place(
        now.number + 1,
        now.round if is_again else now.round + 1,
        next_seat(rules, now.dealer),
        is_again,
        verdict.is_extra,
    )
    made = sum(is_made(*pair) for pair in pairs)
    counts = rules.trump_method == "previous_successes"
    following = _deal(rules, at, so_far.totals, successes=made if counts else None)
    return Reckoned(so_far.sheet, so_far.totals, following)


def _verdict(rules: Rules, so_far: Reckoned, now: NextDeal) -> Over | GoesOn:
    return after_deal(
        rules,
        played=now.round,
        rounds=_rounds(rules),
        totals=so_far.totals,
        made_bids=_made_bids(so_far.sheet, rules.players),
        is_extra=now.is_extra,
    )


def _made_bids(sheet: tuple[DealResult, ...], players: int) -> tuple[int, ...]:
    """Return by seat the sum of the bids that were made."""
    return tuple(
        sum(line.bids[seat] or 0 for line in sheet if is_made(line.bids[seat], line.tricks[seat]))
        for seat in range(players)
    )
