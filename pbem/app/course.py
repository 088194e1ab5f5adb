"""The course of one table within one unit of work: moves go in, facts come out.

Everything that follows from a move happens here before the transaction ends: the
next deal is handed out, bots and stand-ins act, and the people who are waited for
next get a wait and a notice. Either all of it is committed, or nothing.
"""

from dataclasses import replace
from datetime import datetime

from pbem.app.notices import Facts, Hearers, News, Notices, Reply
from pbem.app.ports import Uow
from pbem.app.records import By, GameRow, GameStatus, Recorded, Seat, WaitRow
from pbem.app.services import Services
from pbem.app.timing import remind_at
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
        self.notices = Notices(services, uow, row.id, self._now)
        self._records: list[Recorded] = []
        self._moved: set[int] = set()
        self._answered: set[int] = set()
        self._unfinished = False
        self.had_begun = game is not None
        self.row = row
        self.seats: tuple[Seat, ...] = uow.seats.of(row.id)
        self.game = game
        self._waited = () if game is None else waits(game)
        self._rested = self.rests

    @property
    def now(self) -> datetime:
        return self._now

    @property
    def rests(self) -> bool:
        """Whether the table stands still: all its people have stopped, and some may come back."""
        people = [seat for seat in self.seats if not seat.is_bot]
        return all(seat.stand_in for seat in people) and not all(seat.resigned for seat in people)

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
            self._answered.add(seat)
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
        hearers = self._hearers(new_waits, reply)
        if first or told.over:
            self.notices.tell_all("start" if first else "over", hearers)
            return True
        self.notices.tell(hearers, told)
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
        return self.notices.add(seat, kind, key, at, facts)

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
        seat = self.seat_numbered(number)
        is_left = number in self.running().stand_ins and (seat.resigned or not self.rests)
        return is_left or seat.is_bot

    def _act_for(self, seat: int) -> None:
        game = self.running()
        verdict = decide(game, seat, choose(view(game, seat)))
        if not isinstance(verdict, Accepted):
            raise BotAtFaultError(self.row.id, seat, type(verdict).__name__)
        self._moved.add(seat)
        self._record(verdict.events, "bot")

    def _write_log(self) -> News:
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
        return News(deals, over, bool(self._moved), self.row.seq)

    def _write_waits(self) -> list[WaitRow]:
        lasts = self._services.policy.rest_lasts if self.rests else self.row.limit
        row = replace(self.row, limit=lasts)
        return write_waits(
            self._uow, row, self._now, self._awaited(), self._kept(), self._remind_at
        )

    def _remind_at(self, wait: Wait, deadline: datetime) -> datetime | None:
        if self.rests:
            return None
        owner = self._uow.players.seated(self.seat_numbered(wait.seat).player_id or 0)
        return remind_at(self._services.policy, owner, self._now, deadline)

    def _kept(self) -> frozenset[Wait]:
        """Return what was waited for before, of seats that have not moved since.

        The clocks of a table that stands still are others than those of one at play.
        """
        if self.rests != self._rested:
            return frozenset()
        return frozenset(wait for wait in self._waited if wait.seat not in self._moved)

    def _awaited(self) -> tuple[Wait, ...]:
        game = self.running()
        if game.phase == "over" or self._unfinished:
            return ()
        return tuple(wait for wait in waits(game) if not self._is_automatic(wait.seat))

    def _hearers(self, new_waits: list[WaitRow], reply: Reply | None) -> Hearers:
        return Hearers(
            tuple(seat for seat in self.seats if seat.player_id is not None and seat.mails),
            self.position,
            {row.seat: row.deadline for row in new_waits},
            reply,
            frozenset(self._answered),
        )


def open_course(services: Services, uow: Uow, game_id: int) -> Course:
    """Lock a table and continue it from its log."""
    row = uow.games.locked(game_id)
    begun = row.status in (GameStatus.RUNNING, GameStatus.OVER)
    return Course(services, uow, row, uow.log.game(row) if begun else None)
