"""Games of four people on a real database, and what they will do in them."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pbem.app import lobby
from pbem.app.course import Course, open_course
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Seat
from pbem.app.services import Services
from pbem.rules import verifiable
from pbem.rules.engine import (
    Accepted,
    DealNeeded,
    Game,
    deal_out,
    decide,
    evolve,
    next_deal,
    position,
    start,
    waits,
)
from pbem.rules.events import Event
from pbem.rules.moves import Bid, Move, Play, Position
from pbem.rules.presets import preset_rules
from pbem.rules.ruleset import Rules
from pbem.rules.views import view

PEOPLE = ("Alice", "Bob", "Carol", "Dan")


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a game: whose it is, for which position, and how a person writes it."""

    seat: int
    at: Position
    move: Move

    @property
    def line(self) -> str:
        match self.move:
            case Bid(tricks):
                return str(tricks)
            case Play(card):
                return str(card)


@dataclass(frozen=True, slots=True)
class Table:
    """A game that has begun: its seats by number, their addresses, and all moves to come."""

    row: GameRow
    seats: tuple[Seat, ...]
    emails: tuple[str, ...]
    turns: tuple[Turn, ...]


def rules(preset: str) -> Rules:
    found = preset_rules(preset, len(PEOPLE))
    assert isinstance(found, Rules), found
    return found


def seated(services: Services, preset: str, number: int) -> Table:
    """Store a game of four people who know the service, and foresee it to its end.

    The secret is drawn from the number, the moves are random and legal; so games
    with the same id and number are the same in every run.
    """
    chance = random.Random(number)
    secret = chance.randbytes(32)
    with services.uow() as uow:
        row = uow.games.add(_row(services, preset, number, secret), secret)
        course = Course(services, uow, row, None)
        emails = tuple(_sit_down(uow, course, name, number) for name in PEOPLE)
        assert lobby.start_if_full(uow, course)
        course.close(first=True)
        uow.commit()
    turns = tuple(_foreseen(course.row, secret, chance))
    return Table(course.row, course.seats, emails, turns)


def _row(services: Services, preset: str, number: int, secret: bytes) -> GameRow:
    return GameRow(
        id=0,
        code=f"TABLE{number}",
        join_code=f"join-{number}",
        watch_code=f"watch-{number}",
        status=GameStatus.OPEN,
        preset=preset,
        rules=rules(preset),
        starter_id=None,
        limit=services.policy.move_limit,
        seq=0,
        commitment=verifiable.game_commitment(secret).hex(),
        root=None,
        rated=True,
        created_at=services.clock.now(),
    )


def _sit_down(uow: Uow, course: Course, name: str, number: int) -> str:
    player = uow.players.add(name, zone="Europe/Berlin")
    email = f"{name.lower()}{number}@home.example"
    address = uow.players.add_address(player.id, email, proven=True)
    seat = lobby.sit_down(uow, course, player, address.id)
    assert isinstance(seat, Seat), seat
    # Their first letters were answered already: each move now is like any other.
    course.change_seat(replace(seat, greeted=True))
    return email


def _foreseen(row: GameRow, secret: bytes, chance: random.Random) -> Iterator[Turn]:
    entropy = verifiable.player_entropy([b""] * len(PEOPLE))
    first = verifiable.first_dealer(row.rules, secret, row.id, entropy)
    game = _after(None, start(row.rules, first))
    while game.phase == "running":
        needed = next_deal(game)
        if needed is not None:
            game = _after(game, _dealt(game, needed, row.id, secret))
            continue
        turn = _next_turn(game, chance)
        yield turn
        verdict = decide(game, turn.seat, turn.move, turn.at)
        assert isinstance(verdict, Accepted), verdict
        game = _after(game, verdict.events)


def _dealt(game: Game, needed: DealNeeded, game_id: int, secret: bytes) -> tuple[Event, ...]:
    entropy = verifiable.player_entropy([b""] * len(PEOPLE))
    chance = verifiable.chance(game.rules, secret, game_id, entropy, needed.round, needed.attempt)
    return deal_out(game, chance)


def _next_turn(game: Game, chance: random.Random) -> Turn:
    seat = waits(game)[0].seat
    at = position(game, seat)
    assert at is not None
    seen = view(game, seat)
    if seen.wants == "bid":
        return Turn(seat, at, Bid(chance.choice(seen.legal_bids)))
    return Turn(seat, at, Play(chance.choice(seen.legal_cards)))


def _after(game: Game | None, events: Iterable[Event]) -> Game:
    for event in events:
        game = evolve(game, event)
    assert game is not None
    return game


def advance(services: Services, table: Table, turns: Iterable[Turn]) -> GameRow:
    """Make these moves in one unit of work and without letters; return the row after them."""
    with services.uow() as uow:
        course = open_course(services, uow, table.row.id)
        for turn in turns:
            verdict = course.move(turn.seat, turn.move, turn.at)
            assert isinstance(verdict, Accepted), verdict
            course.go_on()
        course.close()
        uow.commit()
    return course.row
