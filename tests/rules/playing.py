"""Games for tests: dealt as the test says, played at random or as the test says."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from pbem.rules.cards import STANDARD_PACK, Card, cards
from pbem.rules.dealing import Chance, deal_out
from pbem.rules.engine import (
    Accepted,
    Game,
    decide,
    evolve,
    next_deal,
    position,
    start,
    waits,
)
from pbem.rules.events import Event, FirstDealerChosen
from pbem.rules.legal import legal_bids, legal_calls, legal_cards, legal_trumps
from pbem.rules.moves import Bid, Claim, Lay, Move, NameTrump, Play, Wait
from pbem.rules.options import Rules, rules_of
from pbem.rules.packs import pack_of

Answer = Callable[[Game, Wait], Move]


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


def stacked(game: Game, *hands: str, turned: str = "", cut: str = "", upcard: str = "") -> Chance:
    """Return a chance by which each seat is dealt the named hand, and this card is turned.

    `cut` is the card that the pack is cut at, `upcard` that of the second pack.
    """
    needed = next_deal(game)
    assert needed is not None
    step, players = game.rules.step_round, game.rules.players
    order = [(needed.dealer + step * (1 + place)) % players for place in range(players)]
    held = [cards(hand) for hand in hands]
    first = [held[seat][turn] for turn in range(len(held[0])) for seat in order]
    first += cards(turned)
    return Chance(
        deck=first + without(pack_of(game.rules), first),
        cut=cards(cut or "2C")[0],
        upcard=cards(upcard or "2C")[0],
    )


def without(pack: Iterable[Card], gone: Iterable[Card]) -> list[Card]:
    """Return a pack without one copy of each of these cards."""
    left = list(pack)
    for card in gone:
        left.remove(card)
    return left


def dealt(
    chosen: Rules,
    *hands: str,
    turned: str = "",
    dealer: int = 0,
    cut: str = "",
    upcard: str = "",
) -> Game:
    """Return a game in its first deal, with these hands by seat."""
    game = begun(chosen, dealer)
    chance = stacked(game, *hands, turned=turned, cut=cut, upcard=upcard)
    return evolved(game, deal_out(game, chance))


def after(game: Game, *moves: Move) -> Game:
    """Return the game after these moves, each by the first seat that is waited for."""
    for move in moves:
        game = acted(game, waits(game)[0].seat, move)
    return game


def acted(game: Game, seat: int, move: Move) -> Game:
    """Return the game after a move of this seat."""
    verdict = decide(game, seat, move)
    assert isinstance(verdict, Accepted), verdict
    return evolved(game, verdict.events)


def bids(*tricks: int) -> list[Bid]:
    return [Bid(bid) for bid in tricks]


def plays(names: str) -> list[Play]:
    """Return cards as they are played, each with its call if it has one: `"QS JK1:high 2H=AD"`."""
    return [_play(name) for name in names.split()]


def _play(name: str) -> Play:
    card, _, call = name.replace("=", ":").partition(":")
    return Play(cards(card)[0], call)


def moves_open(game: Game, wait: Wait) -> list[Move]:
    """Return every answer that the seat may give."""
    deal, rules, seat = game.deal, game.rules, wait.seat
    assert deal is not None
    match wait.wants:
        case "bid":
            return [Bid(bid) for bid in legal_bids(rules, deal, seat)]
        case "card":
            legal = legal_cards(rules, deal, seat)
            said = {card: legal_calls(rules, deal, seat, card) or ("",) for card in legal}
            return [Play(card, call) for card in legal for call in said[card]]
        case "trump":
            return [NameTrump(trump) for trump in legal_trumps(rules, deal, seat)]
        case "lay":
            claims: tuple[Claim, ...] = ("", "declare", "reveal") if rules.premium_bids else ("",)
            threes = combinations(deal.hands[seat], 3)
            return [Lay(three, claim) for three in threes for claim in claims]


class Shuffler:
    """What chance gives in a game from a fixed seed: packs, cuts, and a second pack."""

    def __init__(self, chosen: Rules, seed: int) -> None:
        self.random = random.Random(seed)
        self.pack = pack_of(chosen)
        self.second = self.random.sample(STANDARD_PACK, len(STANDARD_PACK))

    def chance(self, game: Game) -> Chance:
        deck = self.random.sample(self.pack, len(self.pack))
        # The turned cards of the second pack are not put back before it is through.
        upcard = self.second[(game.round - 1) % len(self.second)]
        return Chance(deck, self.random.choice(self.pack), upcard)


def random_game(
    chosen: Rules, seed: int, deals: int | None = None
) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """Play at random: see `game_of`."""
    chance = random.Random(seed)
    return game_of(chosen, seed, lambda game, wait: chance.choice(moves_open(game, wait)), deals)


def game_of(
    chosen: Rules, seed: int, answer: Answer, deals: int | None = None
) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """Play to the end, or so many deals; where several are waited for, any of them answers.

    Yield every state after which somebody decides, and what led to it; at last the
    state in which nobody does.
    """
    shuffler = Shuffler(chosen, seed)
    first = FirstDealerChosen(shuffler.random.randrange(chosen.players), ())
    events = start(chosen, first)
    game = evolved(None, events)
    while game.phase == "running" and (deals is None or len(game.sheet) < deals):
        if next_deal(game):
            handed = deal_out(game, shuffler.chance(game))
            game, events = evolved(game, handed), events + handed
        if not waits(game):
            # All cards were played by themselves.
            continue
        yield game, events
        wait = shuffler.random.choice(waits(game))
        verdict = decide(game, wait.seat, answer(game, wait), position(game, wait.seat))
        assert isinstance(verdict, Accepted), verdict
        game, events = evolved(game, verdict.events), verdict.events
    yield game, events


def course(
    states: Iterable[tuple[Game, tuple[Event, ...]]],
) -> tuple[Game, list[Event]]:
    """Return the last of these states, and all events that led to it."""
    log: list[Event] = []
    last = None
    for game, events in states:
        log.extend(events)
        last = game
    assert last is not None
    return last, log
