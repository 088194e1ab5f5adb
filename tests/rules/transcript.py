"""A whole game in words: `python -m tests.rules.transcript > tests/golden/nomination_whist.txt`.

The cards come from the verifiable shuffle, the answers from a count, so that the
game is the same for ever. A change of the file is a change of the rules.
"""

import sys
from collections.abc import Iterable, Iterator

from pbem.rules import verifiable
from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.dealing import Chance, deal_out
from pbem.rules.engine import (
    Accepted,
    Game,
    decide,
    next_deal,
    position,
    start,
    waits,
)
from pbem.rules.moves import Bid, Move, Play
from pbem.rules.options import Rules
from pbem.rules.presets import preset_rules
from pbem.rules.view import SeenDeal, View
from pbem.rules.views import view
from tests.rules.playing import evolved, moves_open

SECRET = bytes(range(32))
ENTROPY = verifiable.player_entropy([b"blue whale", b"", b"7 of nine", b"xyzzy"])
GAME = 42


def transcript() -> Iterator[str]:
    rules = preset_rules("nomination_whist", 4)
    assert isinstance(rules, Rules)
    first = verifiable.first_dealer(rules, SECRET, GAME, ENTROPY)
    yield f"first dealer {first.dealer}: {words(first.drawn)}"
    game, turn = evolved(None, start(rules, first)), 0
    while game.phase == "running":
        if next_deal(game):
            game = handed_out(game)
            yield from dealing(view(game, 0))
        (wait,) = waits(game)
        legal = moves_open(game, wait)
        move = legal[turn * 7 % len(legal)]
        at = position(game, wait.seat)
        assert at is not None
        yield f"{at.deal}.{at.decision} seat {wait.seat}: {said(move)} of {', '.join(map(said, legal))}"
        verdict = decide(game, wait.seat, move, at)
        assert isinstance(verdict, Accepted)
        game, turn = evolved(game, verdict.events), turn + 1
        yield from (f"    {event!r}" for event in verdict.events[1:])
        if turn % 20 == 0:
            yield from seats(game)
    yield f"totals {game.totals}, won by {game.winners}"


def handed_out(game: Game) -> Game:
    needed = next_deal(game)
    assert needed is not None
    secret = verifiable.deal_secret(SECRET, GAME, needed.deal)
    deck = verifiable.deck(secret, GAME, needed.deal, ENTROPY, STANDARD_PACK)
    # No rule of this game asks for a cut or a second pack.
    return evolved(game, deal_out(game, Chance(deck, cut=deck[0], upcard=deck[0])))


def dealing(seen: View) -> Iterator[str]:
    deal = seen.deal
    assert deal is not None
    yield ""
    yield f"DEAL {deal.number}/{seen.deals}: {deal.size} cards, dealer {deal.dealer}"
    yield f"turned {deal.turned}, trumps {deal.trump}, totals {seen.totals}"


def seats(game: Game) -> Iterator[str]:
    """Yield the views of all seats and of a spectator, every now and then."""
    for seat in (*range(game.rules.players), None):
        seen = view(game, seat)
        yield f"  | {'spectator' if seat is None else f'seat {seat}'}: {table(seen)}"
        if seen.deal is not None:
            yield f"  |     {hands(seen.deal)}"


def table(seen: View) -> str:
    if seen.deal is None:
        return "between deals"
    lying = seen.deal.table.cards if seen.deal.table else ()
    return (
        f"bids {seen.deal.bids} taken {seen.deal.taken}"
        f" table [{words(played.card for played in lying)}] waits for {seen.on_turn}"
        f" may bid {seen.legal_bids} not {seen.barred_bid} may play [{words(seen.legal_cards)}]"
    )


def hands(deal: SeenDeal) -> str:
    return " / ".join("hidden" if hand is None else words(hand) for hand in deal.hands)


def words(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def said(move: Move) -> str:
    match move:
        case Bid(tricks):
            return str(tricks)
        case Play(card):
            return str(card)


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in transcript())
