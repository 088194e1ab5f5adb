"""Handing out deals (catalogue, sections 4 to 6)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from pbem.rules.cards import RANKS, Card
from pbem.rules.consequences import with_consequences
from pbem.rules.events import Dealt, Event, How
from pbem.rules.packs import pool
from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes
from pbem.rules.state import Game
from pbem.rules.trumps import TrumpPlan, special_rule, trump_of_card, trump_plan
from pbem.rules.turns import bid_order, next_seat, seats_from

_UPCARD_SIZES: Final = {"A": 1, **{rank: size for size, rank in enumerate(RANKS[:-1], 2)}}
"""How many cards are dealt by the rank of the upcard (catalogue, section 4)."""


class DealNeeded(Struct, frozen=True):
    """The game goes on once this deal is handed out.

    `deal` counts all deals, `round` those of the sequence, which may be repeated
    (`attempt` from 0): the chance of a deal hangs on these two.
    """

    deal: int
    dealer: int
    round: int
    attempt: int


class Chance(Struct, frozen=True):
    """What chance gives for a deal: the shuffled pack, a card it is cut at, one of a second pack.

    The last two are used only where the rules ask for them.
    """

    deck: Sequence[Card]
    cut: Card
    upcard: Card


def next_deal(game: Game) -> DealNeeded | None:
    """Return the deal that is to be handed out now, if the game waits for one."""
    if game.phase == "over" or game.deal is not None or game.dealer is None:
        return None
    return DealNeeded(len(game.sheet) + 1, game.dealer, game.round, game.attempt)


def deal_out(game: Game, chance: Chance) -> tuple[Event, ...]:
    """Hand out the next deal.

    Cards go one at a time from eldest on; the card after the last one is turned
    if the rules turn one and a card is left.

    Raises:
        ValueError: no deal is due.
    """
    needed = next_deal(game)
    if needed is None:
        raise ValueError("no deal is due")
    return with_consequences(game, _dealt(game, needed, chance))


def rounds_of(
    rules: Rules, dealt: Mapping[int, int] = MappingProxyType({})
) -> list[tuple[int, How]]:
    """Return by round the cards of a hand, and how a card that decides trumps is found.

    `dealt` holds by round the cards of a hand where it was dealt: rounds that break a tie
    follow those of the sequence, and by the `upcard` none is known beforehand.
    """
    sizes = dict(enumerate(() if rules.sequence == "upcard" else deal_sizes(rules), 1))
    largest = max(sizes.values(), default=0)
    for round_, size in sorted(dealt.items()):
        sizes.setdefault(round_, largest or size)
    return [(size, _how(rules, round_, size)) for round_, size in sizes.items()]


def _how(rules: Rules, round_: int, size: int) -> How:
    is_card_left = rules.players * size < pool(rules)
    return trump_plan(rules, round_, size, is_card_left=is_card_left, successes=None).how


def _dealt(game: Game, needed: DealNeeded, chance: Chance) -> Dealt:
    rules = game.rules
    upcard = (game.upcard or chance.upcard) if rules.sequence == "upcard" else None
    layout = _lay_out(rules, needed.dealer, _size(game, upcard), chance.deck)
    plan = _plan(game, needed, layout)
    shown = _shown(plan.how, layout, chance.cut, upcard)
    trump = plan.trump if shown is None else trump_of_card(rules, shown, plan.how)
    dealer_names = shown is not None and trump is None and not plan.is_late
    return Dealt(
        deal=needed.deal,
        dealer=needed.dealer,
        hands=layout.hands,
        turned=None if plan.is_late else shown,
        trump=None if plan.is_late else trump,
        round=needed.round,
        bidders=_bidders(game, needed),
        attempt=needed.attempt,
        how=plan.how,
        covered=shown if plan.is_late else None,
        namer="dealer" if dealer_names else plan.namer,
        upcard=upcard,
    )


class _Layout(Struct, frozen=True):
    """Where the cards of a pack went: hands by seat, the dealer's last card, the next card."""

    hands: tuple[tuple[Card, ...], ...]
    dealers_last: Card
    following: Card | None


def _lay_out(rules: Rules, dealer: int, size: int, deck: Sequence[Card]) -> _Layout:
    """Hand out cards one at a time from eldest on.

    Those that `std52_even` puts aside come off the bottom of the pack: they are not
    reached.
    """
    order = seats_from(rules, next_seat(rules, dealer))
    players, count = rules.players, rules.players * size
    hands = tuple([tuple(deck[order.index(seat) : count : players]) for seat in range(players)])
    following = deck[count] if count < pool(rules) else None
    return _Layout(hands, deck[count - 1], following)


def _size(game: Game, upcard: Card | None) -> int:
    """Return the cards of a hand: by the sequence, by the upcard, or the most for an extra deal."""
    if upcard is not None:
        return _UPCARD_SIZES[upcard.rank]
    return game.sizes[game.round - 1] if game.round <= len(game.sizes) else max(game.sizes)


def _plan(game: Game, needed: DealNeeded, layout: _Layout) -> TrumpPlan:
    return trump_plan(
        game.rules,
        needed.round,
        len(layout.hands[0]),
        is_card_left=layout.following is not None,
        successes=_successes(game),
    )


def _shown(how: How, layout: _Layout, cut: Card, upcard: Card | None) -> Card | None:
    match how:
        case "turned":
            return layout.following
        case "dealers":
            return layout.dealers_last
        case "cut":
            return cut
        case "upcard":
            return upcard
        case "":
            return None


def _successes(game: Game) -> int | None:
    """Return how many made their bid in the deal before; None before the first, or if all one."""
    if not game.sheet or game.rules.trump_method != "previous_successes":
        return None
    last = game.sheet[-1]
    pairs = zip(last.bids, last.tricks, strict=True)
    return sum(bid is not None and bid == tricks for bid, tricks in pairs)


def _bidders(game: Game, needed: DealNeeded) -> tuple[int, ...]:
    """Return the seats that bid, in their order."""
    if special_rule(game.rules, needed.round) in {"misere", "most_tricks"}:
        return ()
    bar = game.rules.no_bid_at_score
    order = bid_order(game.rules, needed.dealer)
    return order if bar is None else tuple(seat for seat in order if game.totals[seat] < bar)
