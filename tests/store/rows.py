"""Rows and games for tests of the store."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Recorded, Seat, WaitRow
from pbem.rules.dealing import deal_out
from pbem.rules.engine import Accepted, Game, decide, evolve, next_deal, start, waits
from pbem.rules.events import DealRevealed, DealScored, Dealt, Event, FirstDealerChosen
from pbem.rules.presets import preset_rules
from pbem.rules.ruleset import Rules
from tests.rules.playing import Shuffler, moves_open

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def rules(preset: str = "nomination_whist", players: int = 4) -> Rules:
    found = preset_rules(preset, players)
    assert isinstance(found, Rules)
    return found


_codes = itertools.count(1)


def game_row(**changes) -> GameRow:
    """A game that is not stored yet."""
    number = next(_codes)
    row = GameRow(
        id=0,
        code=f"TABLE{number}",
        join_code=f"join-{number}",
        watch_code=f"watch-{number}",
        status=GameStatus.RUNNING,
        preset="nomination_whist",
        rules=rules(),
        starter_id=None,
        limit=timedelta(hours=24),
        seq=0,
        commitment="c" * 64,
        root=None,
        rated=True,
        created_at=NOON,
        started_at=None,
        ended_at=None,
    )
    return replace(row, **changes)


def new_game(uow: Uow, **changes) -> GameRow:
    return uow.games.add(game_row(**changes), b"s" * 32)


def new_seat(uow: Uow, game_id: int, name: str = "Alice", **changes) -> Seat:
    seat = Seat(id=0, game_id=game_id, number=None, player_id=None, address_id=None, name=name)
    return uow.seats.add(replace(seat, **changes))


def play_out(rules: Rules, seed: int = 1) -> Iterator[tuple[Event, ...]]:
    """Yield the events of a game of random legal play, one step at a time."""
    shuffler = Shuffler(rules, seed)
    game: Game | None = None
    step: tuple[Event, ...] = start(rules, FirstDealerChosen(0, ()))
    while step:
        for event in step:
            game = evolve(game, event)
        yield step
        step = tuple(_with_reveals(_next_step(game, shuffler)))


def _with_reveals(events: tuple[Event, ...]) -> Iterator[Event]:
    for event in events:
        yield event
        if isinstance(event, DealScored):
            yield DealRevealed(event.deal, "ab" * 32)


def _next_step(game: Game, shuffler: Shuffler) -> tuple[Event, ...]:
    if next_deal(game) is not None:
        return deal_out(game, shuffler.chance(game))
    for wait in waits(game):
        verdict = decide(game, wait.seat, shuffler.random.choice(moves_open(game, wait)))
        assert isinstance(verdict, Accepted)
        return verdict.events
    return ()


def record(uow: Uow, row: GameRow, events: tuple[Event, ...], game: Game | None) -> GameRow:
    """Append events to a game as the use cases do, and keep its state."""
    records = []
    for event in events:
        if isinstance(event, Dealt):
            uow.log.keep(row, game)
        row = replace(row, seq=row.seq + 1)
        records.append(Recorded(row.seq, NOON, "person", event))
        game = evolve(game, event)
    uow.log.append(row.id, records)
    uow.games.save(row)
    uow.log.keep(row, game)
    return row


def play_and_store(uow: Uow, row: GameRow, steps: int | None = None, seed: int = 1) -> GameRow:
    """Store a game of random play, up to a number of steps, and return its row."""
    for events in itertools.islice(play_out(row.rules, seed), steps):
        game = uow.log.game(row) if row.seq else None
        row = record(uow, row, events, game)
    return row


def folded(events: list[Event]) -> Game:
    """The state after these events, from the first one on."""
    game = None
    for event in events:
        game = evolve(game, event)
    assert game is not None
    return game


def waits_of(game_id: int, *remind: datetime | None) -> list[WaitRow]:
    """A wait for each seat from 0 on, with its reminder, all until tomorrow."""
    return [
        WaitRow(game_id, 2, seat, "card", NOON, NOON + DAY, remind_at)
        for seat, remind_at in enumerate(remind)
    ]
