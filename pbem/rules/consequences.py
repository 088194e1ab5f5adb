"""What follows from an event by itself, without anybody's doing: facts again.

After a move: bids that are all in are shown, a covered card is turned, a premium is
granted, cards seen by all but their holders are played, a trick is taken, a deal is
scored, and the game ends.
"""

from pbem.rules.books import expect
from pbem.rules.endings import Over, after_deal, is_dealt_again, totals_after
from pbem.rules.events import (
    BidMade,
    BidsShown,
    CardPlayed,
    DealScored,
    Event,
    GameEnded,
    Points,
    PremiumGranted,
    TrickTaken,
    TrumpMade,
)
from pbem.rules.forehead import is_forehead
from pbem.rules.fresh import tricks_of
from pbem.rules.moves import Premium
from pbem.rules.scoring import DealFacts, deal_points, is_made
from pbem.rules.sizes import is_open_ended
from pbem.rules.stakes import payments
from pbem.rules.state import Deal, Game
from pbem.rules.tricks import winning_place
from pbem.rules.trumps import trump_of_card
from pbem.rules.turns import is_bidding, next_seat, on_turn, seats_from, silent, wanted


def with_consequences(game: Game, event: Event) -> tuple[Event, ...]:
    """Return this event, which comes next, and all that follows from it."""
    if _is_alone(game, event):
        return (event,)
    found = [event]
    game = expect(game, event)
    while (following := _next(game)) is not None:
        found.extend(following)
        for one in following:
            game = expect(game, one)
    return tuple(found)


def _is_alone(game: Game, event: Event) -> bool:
    """Whether it is plain that nothing follows: an early bid, or a card that completes no trick.

    Deals of one card may go on by themselves (`forehead`).
    """
    deal = game.deal
    if deal is None:
        return False
    if isinstance(event, CardPlayed):
        return len(deal.table) + 1 < len(deal.hands) and deal.size > 1
    return isinstance(event, BidMade) and len(silent(deal)) > 1


def _next(game: Game) -> tuple[Event, ...] | None:
    deal = game.deal
    if deal is None:
        return None
    if deal.table or deal.tricks:
        return _in_play(game, deal)
    if is_bidding(deal):
        return None
    after_bids = _after_bidding(game, deal)
    if after_bids is not None:
        return (after_bids,)
    return None if wanted(game.rules, deal) != "card" else _in_play(game, deal)


def _in_play(game: Game, deal: Deal) -> tuple[Event, ...] | None:
    if len(deal.table) == game.rules.players:
        return (_trick(deal),)
    if len(deal.tricks) == deal.size:
        return _end_of_deal(game, deal)
    return _forehead(game, deal) if deal.size == 1 else None


def _after_bidding(game: Game, deal: Deal) -> Event | None:
    """Return what happens once, when the last bid is in."""
    if game.rules.bid_mode == "simultaneous" and any(bid is not None for bid in deal.sealed):
        return BidsShown(deal.number, deal.sealed)
    if any(deal.claims) and deal.premium is None:
        return _premium(game, deal)
    if deal.covered is not None and deal.turned is None:
        trump = trump_of_card(game.rules, deal.covered, deal.how)
        return TrumpMade(deal.number, trump, deal.covered, None)
    return None


def _premium(game: Game, deal: Deal) -> PremiumGranted:
    """Grant the one premium: a reveal before a declare, then to the seat next to the dealer."""
    order = seats_from(game.rules, next_seat(game.rules, deal.dealer))
    claim: Premium = "reveal" if "reveal" in deal.claims else "declare"
    seat = next(seat for seat in order if deal.claims[seat] == claim)
    hand = deal.hands[seat] if claim == "reveal" else ()
    return PremiumGranted(deal.number, seat, claim, deal.laid[seat], hand)


def _trick(deal: Deal) -> TrickTaken:
    place = winning_place(deal.terms, deal.table)
    seat = None if place is None else deal.table[place].seat
    return TrickTaken(deal.number, seat, len(deal.tricks) + 1)


def _forehead(game: Game, deal: Deal) -> tuple[Event, ...] | None:
    """Play the only card of whoever is on turn, who does not see it: there is no choice."""
    if not is_forehead(game.rules, deal.round, deal.size, game.sizes):
        return None
    (seat,) = on_turn(game.rules, deal)
    return (CardPlayed(deal.number, seat, deal.hands[seat][0]),)


def _end_of_deal(game: Game, deal: Deal) -> tuple[Event, ...]:
    bids = _final_bids(game, deal)
    facts = _facts(game, deal, bids)
    points = deal_points(game.rules, facts)
    totals = totals_after(game.rules, game.totals, points)
    again = is_dealt_again(game.rules, bids, deal.taken)
    shown = (BidsShown(deal.number, bids),) if _are_bids_laid(game, deal) else ()
    scored = DealScored(deal.number, points, totals, again)
    if again:
        return (*shown, scored)
    return (*shown, scored, *_end_of_game(game, deal, bids, totals))


def _final_bids(game: Game, deal: Deal) -> tuple[int | None, ...]:
    return deal.sealed if _are_bids_laid(game, deal) else deal.bids


def _are_bids_laid(game: Game, deal: Deal) -> bool:
    """Whether cards laid aside were the bids; in a deal without bidding none are."""
    return game.rules.bid_mode == "bid_cards" and bool(deal.bidders)


def _facts(game: Game, deal: Deal, bids: tuple[int | None, ...]) -> DealFacts:
    return DealFacts(
        round=deal.round,
        rounds=None if is_open_ended(game.rules) else len(game.sizes),
        size=deal.size,
        largest=tricks_of(game.rules, max(game.sizes)),
        trump=deal.trump or "NT",
        is_drawn=bool(deal.how),
        bids=bids,
        tricks=deal.taken,
        totals=game.totals,
        special=deal.special,
        premium=deal.premium,
    )


def _end_of_game(
    game: Game, deal: Deal, bids: tuple[int | None, ...], totals: tuple[Points, ...]
) -> tuple[Event, ...]:
    # Counting through the whole sheet, so only where it decides.
    counts = game.rules.tie_break == "successful_bids"
    verdict = after_deal(
        game.rules,
        played=deal.round,
        rounds=None if is_open_ended(game.rules) else len(game.sizes),
        totals=totals,
        made_bids=_made_bids(game, bids, deal.taken) if counts else (),
        is_extra=_is_extra(game, deal),
    )
    if not isinstance(verdict, Over):
        return ()
    paid = payments(game.rules, verdict.totals, verdict.winners)
    return (GameEnded(verdict.totals, verdict.winners, paid),)


def _made_bids(game: Game, bids: tuple[int | None, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """Return by seat the sum of the bids that were made in the whole game."""
    lines = [*((row.bids, row.tricks) for row in game.sheet), (bids, taken)]
    return tuple(
        sum(_worth_if_made(bids[seat], tricks[seat]) for bids, tricks in lines)
        for seat in range(game.rules.players)
    )


def _worth_if_made(bid: int | None, tricks: int) -> int:
    return bid if bid is not None and is_made(bid, tricks) else 0


def _is_extra(game: Game, deal: Deal) -> bool:
    """Whether the game would have ended before this deal, but for a tie."""
    target = game.rules.target_score
    match game.rules.end:
        case "target":
            return any(max(row.totals) >= target for row in game.sheet)
        case "exact_target":
            return any(target in row.totals for row in game.sheet)
        case _:
            return deal.round > len(game.sizes)
