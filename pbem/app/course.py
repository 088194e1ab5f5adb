"""The course of one table within one unit of work: moves go in, facts come out.

Everything that follows from a move happens here before the transaction ends: the
next deal is handed out, bots and stand-ins act, and the people who are waited for
next get a wait and a notice. Either all of it is committed, or nothing.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pbem.app.notices import Facts, Notices, Reply
from pbem.app.ports import Uow
from pbem.app.records import By, GameRow, GameStatus, Recorded, Seat, WaitRow
from pbem.app.services import Services
from pbem.app.waiting import write_waits
from pbem.bots.steady import choose
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
    waits,
)
from pbem.rules.events import (
    ClockRanOut,
    DealRevealed,
    DealScored,
    Event,
    GameEnded,
    Handover,
    SeatHandedOver,
    SecretRevealed,
)
from pbem.rules.moves import Move, Position, Wait
from pbem.rules.refusals import GameNotRunning, Refusal
from pbem.rules.views import view

# A table of bots alone would play a whole game in one transaction; it pauses
# here and a worker lets it go on.
_MOVES_AT_ONCE = 120


@dataclass(frozen=True, slots=True)
class _Told:
    """What the closing of a course must tell: which deals ended, and whether all did."""

    deals: tuple[int, ...]
    over: bool


class BotAtFaultError(Exception):
    """A bot made a move that the rules refuse: a bug, never a player's mistake."""

    def __init__(self, game_id: int, seat: int, refusal: str) -> None:
        super().__init__(f"game {game_id}: the bot at seat {seat} was refused: {refusal}")


class Course:
    """The running of one locked table."""

    def __init__(self, services: Services, uow: Uow, row: GameRow, game: Game | None) -> None:
        self._services = services
        self._uow = uow
        self._now = services.clock.now()
        self._notices = Notices(services, uow, row.id, self._now)
        self._records: list[Recorded] = []
        self._moved: set[int] = set()
        self._unfinished = False
        self.had_begun = game is not None
        self.row = row
        self.seats: tuple[Seat, ...] = uow.seats.of(row.id)
        self.game = game
        self._waited = () if game is None else waits(game)

    @property
    def now(self) -> datetime:
        return self._now

    @property
    def records(self) -> tuple[Recorded, ...]:
        """The facts recorded so far in this unit of work."""
        return tuple(self._records)

    def running(self) -> Game:
        """Return the state of a game that has begun."""
        if self.game is None:
            raise LookupError(f"game {self.row.id} has not begun")
        return self.game

    def position(self, seat: int) -> Position | None:
        return None if self.game is None else position(self.game, seat)

    def is_over(self) -> bool:
        """Whether the game has just ended, or had before."""
        return self.game is not None and self.game.phase == "over"

    def begin(self, events: tuple[Event, ...]) -> None:
        """Record the first facts of the game."""
        self._record(events, "service")

    def move(self, seat: int, move: Move, at: Position | None) -> Accepted | Refusal:
        """Judge a person's move and record it; a refusal changes nothing."""
        if self.game is None or self.row.status is not GameStatus.RUNNING:
            return GameNotRunning(over=self.row.status is GameStatus.OVER)
        verdict = decide(self.game, seat, move, at)
        if isinstance(verdict, Accepted):
            self._moved.add(seat)
            self._record(verdict.events, "person")
        return verdict

    def hand_over(self, seat: int, why: Handover) -> None:
        self._record((SeatHandedOver(seat, why),), "person")

    def run_out(self, wait: Wait) -> None:
        """Let the stand-in act once for a seat whose time is over."""
        self._record((ClockRanOut(wait.deal, wait.seat),), "service")
        self._act_for(wait.seat)

    def go_on(self) -> None:
        """Hand out deals and let bots act until a person is waited for or the game is over."""
        for _ in range(_MOVES_AT_ONCE):
            if not self._step():
                return
        self._unfinished = True

    def close(self, *, reply: Reply | None = None, first: bool = False) -> bool:
        """Write down what happened and what is waited for, and queue the notices.

        `reply` is what the letter of a seat is answered with: the seat gets no other
        mail about what happened. Return whether one of the notices carries it.
        `first`: the game has just begun, everybody is told.
        """
        told = self._write_log()
        new_waits = self._write_waits()
        if self._unfinished:
            game_id, bell = self.row.id, self._services.bell
            self._uow.after_commit(lambda: bell.game(game_id))
        if first or told.over:
            self._tell_all("start" if first else "over", reply)
            return True
        self._tell(new_waits, told, reply)
        return False

    def notify(
        self,
        seat: Seat,
        kind: str,
        *,
        key: str,
        at: Position | None = None,
        facts: Facts | None = None,
    ) -> bool:
        """Queue a notice for the owner of a seat; False if there is one with this key already."""
        return self._notices.add(seat, kind, key, at, facts)

    def seat_numbered(self, number: int) -> Seat:
        return next(seat for seat in self.seats if seat.number == number)

    def change_seat(self, seat: Seat) -> None:
        """Keep a changed seat row, here and in the store."""
        self._uow.seats.save(seat)
        self.seats = tuple(seat if old.id == seat.id else old for old in self.seats)

    def _record(self, events: tuple[Event, ...], by: By) -> None:
        for event in events:
            seq = self.row.seq + 1
            self.row = replace(self.row, seq=seq)
            self._records.append(Recorded(seq, self._now, by, event))
            self.game = evolve(self.game, event)
            self._reveal(event)

    def _reveal(self, event: Event) -> None:
        """Show the secret of a deal that was scored, and of the game that is over."""
        match event:
            case DealScored(deal):
                self._record((DealRevealed(deal, self._deal_secret().hex()),), "service")
            case GameEnded():
                self._record((SecretRevealed(self._secret().hex()),), "service")
            case _:
                pass

    def _deal_secret(self) -> bytes:
        """Return the secret of the deal that was scored last."""
        last = self.running().last_deal
        if last is None:
            raise LookupError(f"no deal of game {self.row.id} was scored")
        return verifiable.deal_secret(self._secret(), self.row.id, last.round, last.attempt)

    def _secret(self) -> bytes:
        return self._uow.games.secret(self.row.id)

    def _step(self) -> bool:
        """Do one thing that needs no person; False if there is none."""
        game = self.running()
        if game.phase == "over":
            return False
        needed = next_deal(game)
        if needed is not None:
            self._deal(needed)
            return True
        seat = next((wait.seat for wait in waits(game) if self._is_automatic(wait.seat)), None)
        if seat is None:
            return False
        self._act_for(seat)
        return True

    def _deal(self, needed: DealNeeded) -> None:
        # The state before the cards are out is small and secret-free: it is what
        # later moves start from.
        game = self.running()
        self._uow.log.keep(self.row, game)
        entropy = verifiable.player_entropy([seat.seed.encode() for seat in self.seats])
        chance = verifiable.chance(
            self.row.rules, self._secret(), self.row.id, entropy, needed.round, needed.attempt
        )
        self._record(deal_out(game, chance), "service")

    def _is_automatic(self, number: int) -> bool:
        return number in self.running().stand_ins or self.seat_numbered(number).is_bot

    def _act_for(self, seat: int) -> None:
        game = self.running()
        verdict = decide(game, seat, choose(view(game, seat)))
        if not isinstance(verdict, Accepted):
            raise BotAtFaultError(self.row.id, seat, type(verdict).__name__)
        self._moved.add(seat)
        self._record(verdict.events, "bot")

    def _write_log(self) -> _Told:
        events = [record.event for record in self._records]
        over = any(isinstance(event, GameEnded) for event in events)
        if over:
            # A game that only bots were left to finish says nothing of its players.
            rated = self.row.rated and any(
                not seat.is_bot and not seat.stand_in for seat in self.seats
            )
            self.row = replace(self.row, status=GameStatus.OVER, ended_at=self._now, rated=rated)
        if self._records:
            self._uow.log.append(self.row.id, self._records)
            self._uow.games.save(self.row)
            self._uow.log.keep(self.row, self.running())
        deals = tuple(event.deal for event in events if isinstance(event, DealScored))
        return _Told(deals, over)

    def _write_waits(self) -> list[WaitRow]:
        return write_waits(self._uow, self.row, self._now, self._awaited(), self._kept())

    def _kept(self) -> frozenset[Wait]:
        """Return what was waited for before, of seats that have not moved since."""
        return frozenset(wait for wait in self._waited if wait.seat not in self._moved)

    def _awaited(self) -> tuple[Wait, ...]:
        game = self.running()
        if game.phase == "over" or self._unfinished:
            return ()
        return tuple(wait for wait in waits(game) if not self._is_automatic(wait.seat))

    def _people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.player_id is not None and seat.mails]

    def _tell_all(self, kind: Literal["start", "over"], reply: Reply | None) -> None:
        """Tell everybody that the game has begun, or is over; with the reply to whom it is for."""
        for seat in self._people():
            at = self.position(seat.number or 0) if kind == "start" else None
            facts = reply.facts if reply is not None and reply.seat_id == seat.id else None
            self._notices.post(seat, kind, f"{kind}:{seat.id}", at, facts)

    def _tell(self, new_waits: list[WaitRow], told: _Told, reply: Reply | None) -> None:
        on_turn = {row.seat for row in new_waits}
        for seat in self._people():
            number = seat.number or 0
            at = self.position(number)
            if reply is not None and reply.seat_id == seat.id:
                continue
            if number in on_turn and at is not None:
                self._notices.turn(seat, at)
            elif told.deals:
                self._notices.news(seat, told.deals[-1])


def open_course(services: Services, uow: Uow, game_id: int) -> Course:
    """Lock a table and continue it from its log."""
    row = uow.games.locked(game_id)
    begun = row.status in (GameStatus.RUNNING, GameStatus.OVER)
    return Course(services, uow, row, uow.log.game(row) if begun else None)
