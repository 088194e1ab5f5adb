"""Games for tests: dealt as the test says, played at random or as the test says."""

import random
from collections.abc import Iterable, Iterator

from pbem.rules.cards import STANDARD_PACK, Card, cards
from pbem.rules.engine import (
    Accepted,
    Game,
    deal_out,
    decide,
    evolve,
    next_deal,
    position,
    start,
    waits,
)
from pbem.rules.events import Event, FirstDealerChosen
from pbem.rules.legal import legal_bids, legal_cards
from pbem.rules.moves import Bid, Move, Play, Wait
from pbem.rules.options import Rules, rules_of


def rules(players: int = 4, **options: object) -> Rules:
    made = rules_of(players, options)
    assert isinstance(made, Rules), made
    return made


def evolved(game: Game | None, events: Iterable[Event]) -> Game:
    for event in events:
        game = evolve(game, event)
    assert game is not None
    return game


def begun(chosen: Rules, dealer: int = 0) -> Game:
    """Return a game that waits for its first deal."""
    return evolved(None, start(chosen, FirstDealerChosen(dealer, ())))


def stacked(game: Game, *hands: str, turned: str = "") -> list[Card]:
    """Return a pack from which each seat is dealt the named hand, and this card is turned."""
    needed = next_deal(game)
    assert needed is not None
    step, players = game.rules.step_round, game.rules.players
    order = [(needed.dealer + step * (1 + place)) % players for place in range(players)]
    held = [cards(hand) for hand in hands]
    pack = [held[seat][turn] for turn in range(needed.size) for seat in order]
    pack += cards(turned)
    return pack + [card for card in STANDARD_PACK if card not in pack]


def dealt(chosen: Rules, *hands: str, turned: str = "", dealer: int = 0) -> Game:
    """Return a game in its first deal, with these hands by seat."""
    game = begun(chosen, dealer)
    return evolved(game, deal_out(game, stacked(game, *hands, turned=turned)))


def after(game: Game, *moves: Move) -> Game:
    """Return the game after these moves, each by the seat that is waited for."""
    for move in moves:
        (wait,) = waits(game)
        verdict = decide(game, wait.seat, move)
        assert isinstance(verdict, Accepted), verdict
        game = evolved(game, verdict.events)
    return game


def bids(*tricks: int) -> list[Bid]:
    return [Bid(bid) for bid in tricks]


def plays(names: str) -> list[Play]:
    return [Play(card) for card in cards(names)]


def moves_open(game: Game, wait: Wait) -> list[Move]:
    assert game.deal is not None
    if wait.wants == "bid":
        return [Bid(bid) for bid in legal_bids(game.rules, game.deal, wait.seat)]
    return [Play(card) for card in legal_cards(game.rules, game.deal, wait.seat)]


def random_game(chosen: Rules, seed: int) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """Play to the end at random; yield every state after which somebody decides, and what led to it."""
    chance = random.Random(seed)
    first = FirstDealerChosen(chance.randrange(chosen.players), ())
    events = start(chosen, first)
    game = evolved(None, events)
    while game.phase == "running":
        if next_deal(game):
            pack = chance.sample(STANDARD_PACK, 52)
            handed = deal_out(game, pack)
            game, events = evolved(game, handed), events + handed
        yield game, events
        (wait,) = waits(game)
        move = chance.choice(moves_open(game, wait))
        verdict = decide(game, wait.seat, move, position(game, wait.seat))
        assert isinstance(verdict, Accepted), verdict
        game, events = evolved(game, verdict.events), verdict.events
    yield game, events
