"""Games brought to the point that a play case speaks of."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.rules.cards import STANDARD_PACK, Card, card
from pbem.rules.conformance.verdicts import Case
from pbem.rules.dealing import Chance, deal_out
from pbem.rules.engine import Accepted, Game, decide, evolve
from pbem.rules.events import Event, FirstDealerChosen, GameStarted
from pbem.rules.moves import Bid, Move, Position
from pbem.rules.packs import pack_of, pool
from pbem.rules.ruleset import Rules
from pbem.rules.state import Deal
from pbem.rules.terms import terms_of
from pbem.rules.trick import PlayedCard, SeenTrick
from pbem.rules.turns import bid_order
from pbem.rules.view import DealResult

_PLAIN = STANDARD_PACK[0]


def cards_of(names: Sequence[str]) -> list[Card]:
    return [card(name) for name in names]


def played(name: str, seat: int) -> PlayedCard:
    """Return a card as a case writes it, with its call: `JK1:high`, `2H=AD`."""
    for sign in ":=":
        if sign in name:
            own, _, call = name.partition(sign)
            return PlayedCard(seat, card(own), call)
    return PlayedCard(seat, card(name))


def new_game(rules: Rules, dealer: int) -> Game:
    return after(evolve(None, GameStarted(rules)), FirstDealerChosen(dealer, ()))


def after(game: Game, *events: Event) -> Game:
    for event in events:
        game = evolve(game, event)
    return game


def dealt(game: Game, chance: Chance) -> Game:
    """Hand out the next deal, without what follows from that by itself."""
    return after(game, deal_out(game, chance)[0])


def bidding(
    rules: Rules, situation: Mapping[str, object], size: int, bids: list[int | None], dealer: int
) -> Game:
    """Return a game in which these bids were made, in the order of bidding."""
    order = bid_order(rules, dealer)
    game = replace(new_game(rules, dealer), sizes=(size,))
    if isinstance(totals := situation.get("totals"), list):
        by_seat = dict(zip(order, totals, strict=True))
        game = replace(game, totals=tuple(by_seat[seat] for seat in range(rules.players)))
    if isinstance(last := situation.get("last_bids"), list):
        game = replace(game, sheet=_sheet(rules, order[len(bids)], last))
    pack = pack_of(rules)
    game = dealt(game, Chance(pack, pack[0], pack[0]))
    for seat, bid in zip(order, bids, strict=False):
        if bid is not None:
            game = accepted(game, seat, Bid(bid))
    return game


def deal_of(game: Game) -> Deal:
    """Return the deal in play of a game that has one."""
    if game.deal is None:
        raise TypeError("a deal was handed out, and is not there")
    return game.deal


def accepts(game: Game, seat: int, bid: int) -> bool:
    at = Position(deal_of(game).number, 0)
    return isinstance(decide(game, seat, Bid(bid), at), Accepted)


def accepted(game: Game, seat: int, move: Move) -> Game:
    """Return the game after a move that the rules accept."""
    verdict = decide(game, seat, move)
    if not isinstance(verdict, Accepted):
        raise TypeError(f"a case begins with a move that is refused: {verdict}")
    return after(game, *verdict.events)


def _sheet(rules: Rules, seat: int, bids: list[int]) -> tuple[DealResult, ...]:
    """Return a sheet on which this seat made these bids, one in each deal."""
    nothing = (0,) * rules.players
    row = DealResult(1, 1, 3, 0, "NT", nothing, nothing, nothing, nothing)
    return tuple(
        replace(row, bids=tuple(bid if own == seat else 1 for own in range(rules.players)))
        for bid in bids
    )


def trump_deal(rules: Rules, situation: Case) -> Deal:
    """Return a deal handed out with the cards that decide trumps."""
    number = situation.get("deal_number", 1)
    game = new_game(rules, rules.players - 1)
    size = situation.get("hand_size", 1)
    sizes = [*game.sizes, *[size] * number]
    sizes[number - 1] = size
    game = replace(game, round=number, sizes=tuple(sizes))
    if "successes" in situation:
        game = replace(game, sheet=_made(rules, situation["successes"]))
    return deal_of(dealt(game, _chance(rules, situation, size)))


def _chance(rules: Rules, situation: Case, size: int) -> Chance:
    deck = [_PLAIN] * pool(rules)
    count = size * rules.players
    for name, place in (("upcard", count), ("dealer_last_card", count - 1)):
        if name in situation:
            deck[place] = card(situation[name])
    cut = card(situation.get("cut_card", "2C"))
    return Chance(deck, cut, card(situation.get("second_pack_upcard", "2C")))


def _made(rules: Rules, successes: int) -> tuple[DealResult, ...]:
    tricks = tuple(int(seat >= successes) for seat in range(rules.players))
    nothing = (0,) * rules.players
    return (DealResult(1, 1, 3, 0, "NT", nothing, tricks, nothing, nothing),)


def mid_trick(rules: Rules, situation: Case) -> Deal:
    """Return a deal in which seat 0 led a trick and the next seat holds a hand."""
    trick, hand = situation["trick"], tuple(cards_of(situation["hand"]))
    number = situation.get("deal_number", 1)
    game = replace(new_game(rules, rules.players - 1), round=number)
    pack = pack_of(rules)
    deal = deal_of(dealt(game, Chance(pack, pack[0], pack[0])))
    hands = tuple(hand if seat == len(trick) else () for seat in range(rules.players))
    before = situation.get("trick_number", 2) - 1
    return replace(
        deal,
        size=len(hand) + before,
        trump=situation["trump"],
        terms=terms_of(rules, situation["trump"], deal.special),
        namer=None,
        bids=(0,) * rules.players,
        hands=hands,
        leader=0,
        table=tuple(played(name, seat) for seat, name in enumerate(trick)),
        tricks=past_tricks(before),
    )


def past_tricks(count: int) -> tuple[SeenTrick, ...]:
    """Return tricks that were played already, whoever took them."""
    return tuple(SeenTrick(number, (), 0) for number in range(1, count + 1))
