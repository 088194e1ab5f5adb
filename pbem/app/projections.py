"""What is kept beside the log of a game, compared with what the log says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import fields

from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Recorded, Seat
from pbem.rules import verifiable
from pbem.rules.engine import Game, evolve, waits
from pbem.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    CardPlayed,
    CardsLaid,
    GameEnded,
    GameStarted,
    TrumpMade,
)
from pbem.rules.moves import Wait
from pbem.rules.sizes import deal_sizes

_MOVES = (BidMade, BidChanged, BidSealed, CardsLaid, CardPlayed, TrumpMade)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: what, whether it holds, and what was found if not."""

    what: str
    holds: bool
    found: str = ""


def deal_commitments(row: GameRow, secret: bytes) -> list[bytes]:
    """Return the commitment of each deal of a game, from the first on."""
    return [
        verifiable.deal_commitment(row.id, deal, verifiable.deal_secret(secret, row.id, deal))
        for deal in range(1, len(deal_sizes(row.rules)) + 1)
    ]


def compared(uow: Uow, row: GameRow) -> Iterator[Finding]:
    """Compare a game that has begun, and whose row is locked, with its log.

    What is found never tells a card: states are compared by the names of their parts.
    """
    records = uow.log.since(row.id, 0)
    states = dict(_states(records))
    last = max(states, default=0)
    yield _equal("sequence number", row.seq, last)
    if last != row.seq or not states:
        yield Finding("present state", holds=False, found="(the log does not end with it)")
        return
    game, seats = states[last], uow.seats.of(row.id)
    yield _same_state("present state", uow.log.game(row), game)
    for kept in uow.log.kept(row.id):
        yield _same_state(f"state at deal {kept.deal}", kept.game, states.get(kept.seq))
    yield from _row(uow, row, records, game, seats)
    yield from _waits(uow, row, records, seats)
    yield from _told(uow, row, seats)


def _states(records: Sequence[Recorded]) -> Iterator[tuple[int, Game]]:
    game: Game | None = None
    for record in records:
        game = evolve(game, record.event)
        yield record.seq, game


def _equal(what: str, kept: object, derived: object) -> Finding:
    return Finding(what, kept == derived, f"(kept {kept}, the log says {derived})")


def _same_state(what: str, kept: Game, derived: Game | None) -> Finding:
    if derived is None:
        return Finding(what, holds=False, found="(of an event that the log does not have)")
    names = [
        field.name
        for field in fields(Game)
        if getattr(kept, field.name) != getattr(derived, field.name)
    ]
    return Finding(what, not names, f"(differs in {', '.join(names)})")


def _row(
    uow: Uow, row: GameRow, records: Sequence[Recorded], game: Game, seats: Sequence[Seat]
) -> Iterator[Finding]:
    ended = [record.at for record in records if isinstance(record.event, GameEnded)]
    rules = [event.rules for event in _events(records) if isinstance(event, GameStarted)]
    status = GameStatus.OVER if game.phase == "over" else GameStatus.RUNNING
    yield _equal("status", row.status.value, status.value)
    yield Finding("rules", [row.rules] == rules, "(others than the game began with)")
    yield _equal("begin", row.started_at, records[0].at)
    yield _equal("end", row.ended_at, ended[0] if ended else None)
    root = verifiable.root(deal_commitments(row, uow.games.secret(row.id))).hex()
    yield _equal("root", row.root, root)
    yield _equal("rated", row.rated, _is_rated(row, game, seats))
    if game.phase != "over":
        standing_in = tuple(seat.number for seat in seats if seat.stand_in)
        yield _equal("stand-ins", standing_in, game.stand_ins)


def _events(records: Sequence[Recorded]) -> list[object]:
    return [record.event for record in records]


def _is_rated(row: GameRow, game: Game, seats: Sequence[Seat]) -> bool:
    """Whether a game counts: no practice, and played to its end by a person."""
    people = [seat.number for seat in seats if not seat.is_bot]
    if game.phase == "over":
        people = [number for number in people if number not in game.stand_ins]
    return row.preset != "practice" and bool(people)


def _waits(
    uow: Uow, row: GameRow, records: Sequence[Recorded], seats: Sequence[Seat]
) -> Iterator[Finding]:
    kept = {Wait(one.deal, one.seat, one.wants): one for one in uow.waits.of(row.id)}
    begun = _clocks(records, [seat.number for seat in seats if seat.is_bot])
    named = [sorted(_named(wait) for wait in waiting) for waiting in (kept, begun)]
    yield _equal("waits", *named)
    for wait in kept.keys() & begun.keys():
        clock = kept[wait]
        # It may be later, if bots paused before, and longer, once a backup was restored.
        holds = clock.since >= begun[wait] and clock.deadline >= clock.since + row.limit
        found = f"(from {clock.since} to {clock.deadline}, waited for since {begun[wait]})"
        yield Finding(f"clock of {_named(wait)}", holds, found)


def _named(wait: Wait) -> str:
    return f"seat {wait.seat}, {wait.wants} in deal {wait.deal}"


def _clocks(records: Sequence[Recorded], bots: Sequence[int | None]) -> dict[Wait, datetime]:
    """Return which people are waited for after the last event, and since when."""
    game: Game | None = None
    begun: dict[Wait, datetime] = {}
    for record in records:
        game = evolve(game, record.event)
        event = record.event
        mover = event.seat if isinstance(event, _MOVES) else None
        automatic = {*bots, *game.stand_ins}
        awaited = [wait for wait in waits(game) if wait.seat not in automatic]
        begun = {
            wait: record.at if wait.seat == mover else begun.get(wait, record.at)
            for wait in awaited
        }
    return begun


def _told(uow: Uow, row: GameRow, seats: Sequence[Seat]) -> Iterator[Finding]:
    for seat in seats:
        number, seq = uow.outbox.last_shown(seat.id)
        highest = uow.outbox.last_number(row.id, seat.id)
        yield _equal(f"number of mails to seat {seat.number}", number, highest)
        yield Finding(
            f"events told to seat {seat.number}",
            0 <= seq <= row.seq and (number > 0 or seq == 0),
            f"(up to {seq}, of {row.seq})",
        )
