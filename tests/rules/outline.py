"""A whole game of bots in short words: `python -m tests.rules.outline` writes all of them anew.

One file for each version in `tests/golden/versions`. The cards come from the verifiable
shuffle and the bots give the same answer to the same view, so that a game is the same
for ever. A change of a file is a change of the rules, or of how the bots play.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.bots.steady import choose
from pbem.rules import verifiable
from pbem.rules.cards import Card
from pbem.rules.dealing import deal_out
from pbem.rules.engine import Accepted, Game, decide, next_deal, position, start, waits
from pbem.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsShown,
    CardPlayed,
    CardsLaid,
    DealScored,
    Dealt,
    Event,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    PremiumGranted,
    TrickTaken,
    TrumpMade,
)
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.view import View
from pbem.rules.views import view
from tests.rules.playing import evolved

FOLDER = Path(__file__).parents[1] / "golden" / "versions"
SECRET = bytes(range(32))
GAME = 67
MOST_DEALS = 40
"""Deals after which a game without a fixed number of them is left alone."""


def outline(preset: str) -> str:
    """Return a game of the fewest players of a version as text."""
    return "".join(f"{line}\n" for line in _lines(preset))


def _lines(preset: str) -> Iterator[str]:
    players = PRESETS[preset].players[0]
    rules = preset_rules(preset, players)
    assert isinstance(rules, Rules), rules
    yield f"{preset}, {players} players"
    trick: list[str] = []
    for event, answers in _course(rules):
        match event:
            case CardPlayed(seat=seat, card=card, call=call):
                trick.append(f"{seat}:{card}{call and f'={call}'}/{answers}")
            case TrickTaken(seat=seat, trick=number):
                taker = "nobody" if seat is None else f"seat {seat}"
                yield f"  {number}. {' '.join(trick)} -> {taker}"
                trick.clear()
            case _:
                yield from _said(event, answers)


def _course(rules: Rules) -> Iterator[tuple[Event, int]]:
    """Yield all events, each with the number of answers that were open before it."""
    entropy = verifiable.player_entropy([b""] * rules.players)
    begun = start(rules, verifiable.first_dealer(rules, SECRET, GAME, entropy))
    yield from ((event, 0) for event in begun)
    game = evolved(None, begun)
    while game.phase == "running" and len(game.sheet) < MOST_DEALS:
        needed = next_deal(game)
        if needed:
            chance = verifiable.chance(rules, SECRET, GAME, entropy, needed.round, needed.attempt)
            events, answers = deal_out(game, chance), 0
        else:
            events, answers = _answered(game)
        yield from ((event, answers) for event in events)
        game = evolved(game, events)


def _answered(game: Game) -> tuple[tuple[Event, ...], int]:
    seat = waits(game)[0].seat
    seen = view(game, seat)
    verdict = decide(game, seat, choose(seen), position(game, seat))
    assert isinstance(verdict, Accepted), verdict
    return verdict.events, _count(seen)


def _count(seen: View) -> int:
    calls = dict(seen.calls)
    cards = sum(len(calls.get(card, ("",))) for card in seen.legal_cards)
    return len(seen.legal_bids) + len(seen.legal_trumps) + cards + seen.lay


def _said(event: Event, answers: int) -> Iterator[str]:
    match event:
        case GameStarted():
            pass
        case FirstDealerChosen(dealer, drawn):
            yield f"seat {dealer} deals first {_cards(drawn)}".rstrip()
        case Dealt():
            yield from _dealt(event)
        case TrumpMade(trump=trump, card=card, seat=seat):
            yield f"  trumps {trump} by {f'seat {seat}' if card is None else card}"
        case BidMade(seat=seat, tricks=tricks) | BidSealed(seat=seat, tricks=tricks):
            sealed = " in secret" if isinstance(event, BidSealed) else ""
            yield f"  seat {seat} bids {tricks}/{answers}{sealed}"
        case BidChanged(seat=seat, tricks=tricks):
            yield f"  seat {seat} bids {tricks} instead"
        case CardsLaid(seat=seat, cards=cards, claim=claim):
            yield f"  seat {seat} lays {_cards(cards)} {claim}".rstrip()
        case PremiumGranted(seat=seat, claim=claim):
            yield f"  seat {seat} may {claim}"
        case BidsShown(bids=bids):
            yield f"  bids {_numbers(bids)}"
        case DealScored(points=points, totals=totals, again=again):
            yield f"  points {_numbers(points)} totals {_numbers(totals)}{' again' * again}"
        case GameEnded(totals, winners, payments):
            coins = f", coins {_numbers(payments)}" if payments else ""
            yield f"totals {_numbers(totals)}, won by {_numbers(winners)}{coins}"
        case _:
            raise AssertionError(event)


def _dealt(event: Dealt) -> Iterator[str]:
    yield (
        f"deal {event.deal} round {event.round} dealer {event.dealer}"
        f" turned {event.turned or event.covered} {event.how} trumps {event.trump}"
    )
    yield f"  {' / '.join(_cards(hand) for hand in event.hands)}"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _numbers(values: Sequence[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for preset in PRESETS:
        (FOLDER / f"{preset}.txt").write_text(outline(preset), encoding="utf-8")


if __name__ == "__main__":
    main()
