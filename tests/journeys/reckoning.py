"""The score of a finished game, recomputed from its log by other means than the rules room."""

from collections import defaultdict

from pbem.app.ports import UowFactory
from pbem.rules.events import BidMade, CardPlayed, Dealt, Event, GameEnded

ORDER = "23456789TJQKA"


def events_of(uow: UowFactory, game_id: int) -> list[Event]:
    with uow() as work:
        return [record.event for record in work.log.since(game_id, 0)]


def totals(events: list[Event]) -> list[int]:
    """Ten and the bid for who took as many as bid, else one a trick: nomination whist."""
    deals = {event.deal: event for event in events if isinstance(event, Dealt)}
    bids: dict[int, dict[int, int]] = defaultdict(dict)
    plays: dict[int, list[CardPlayed]] = defaultdict(list)
    for event in events:
        if isinstance(event, BidMade):
            bids[event.deal][event.seat] = event.tricks
        if isinstance(event, CardPlayed):
            plays[event.deal].append(event)
    players = len(deals[1].hands)
    score = [0] * players
    for number, deal in deals.items():
        taken = [0] * players
        for start in range(0, len(plays[number]), players):
            trick = plays[number][start : start + players]
            taken[_winner(trick, deal.trump)] += 1
        for seat in range(players):
            bid = bids[number][seat]
            score[seat] += taken[seat] + (10 if bid == taken[seat] else 0)
    return score


def _winner(trick: list[CardPlayed], trump: str) -> int:
    led = trick[0].card.suit
    return max(
        trick,
        key=lambda play: (
            play.card.suit == trump,
            play.card.suit == led,
            ORDER.index(play.card.rank),
        ),
    ).seat


def ended(events: list[Event]) -> GameEnded:
    (end,) = [event for event in events if isinstance(event, GameEnded)]
    return end


def assert_played_once(events: list[Event]) -> None:
    """No card was played twice, and none that its seat did not hold."""
    hands = {event.deal: event.hands for event in events if isinstance(event, Dealt)}
    seen: set[tuple[int, int, str]] = set()
    for event in events:
        if isinstance(event, CardPlayed):
            key = (event.deal, event.seat, str(event.card))
            assert key not in seen, f"played twice: {key}"
            assert event.card in hands[event.deal][event.seat]
            seen.add(key)
