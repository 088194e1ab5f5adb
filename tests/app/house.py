"""A small house for tests of the use cases: the real store, a clock one can turn, loaded chance."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from pbem.app import letters
from pbem.app.incoming import Desk, Incoming, ToInvitation, ToPending, ToSeat, ToService
from pbem.app.notice_records import Notice
from pbem.app.ports import ActedBefore, UowFactory
from pbem.app.records import GameRow, Player, Seat
from pbem.app.services import Policy, Services
from pbem.app.trust import Trust
from pbem.orders.orders import NewGame
from pbem.rules.moves import Position
from pbem.rules.options import Rules

START = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)


class TurnedClock:
    """A clock that stands until it is turned."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def turn(self, by: timedelta) -> None:
        self.at += by


class LoadedChance:
    """The same secrets and codes in each run, drawn from a name."""

    def __init__(self, name: str = "a") -> None:
        self._name = name
        self._count = itertools.count(1)

    def secret(self) -> bytes:
        return hashlib.sha256(f"{self._name}{next(self._count)}".encode()).digest()

    def table_code(self) -> str:
        return f"K{next(self._count):03d}"

    def join_code(self) -> str:
        return f"JJKKLLMMNNPP{next(self._count):03d}"


@dataclass
class Rings:
    """Remembers what was rung."""

    letter_ids: list[int] = field(default_factory=list)
    notice_ids: list[int] = field(default_factory=list)
    game_ids: list[int] = field(default_factory=list)

    def letters(self, ids: Sequence[int]) -> None:
        self.letter_ids.extend(ids)

    def heard(self) -> None: ...

    def notices(self, ids: Sequence[int]) -> None:
        self.notice_ids.extend(ids)

    def game(self, game_id: int) -> None:
        self.game_ids.append(game_id)


class House:
    """The use cases over a store, with a cast."""

    def __init__(
        self, uow: UowFactory, *, clock: TurnedClock | None = None, secret: str = "a"
    ) -> None:
        self.clock = clock or TurnedClock()
        self.bell = Rings()
        policy = Policy(
            service_address="play@cards.example.org",
            operator_name="Erik Lund",
            operator_email="erik@cards.example.org",
        )
        self.services = Services(uow, self.clock, LoadedChance(secret), self.bell, policy)
        self._letters = itertools.count(1)

    def player(self, name: str, email: str = "") -> Player:
        """Return a new player with a proven address (`alice@home.example`)."""
        with self.services.uow() as uow:
            player = uow.players.add(name, zone="Europe/Berlin")
            uow.players.save(replace(player, zone_told=True))
            uow.players.add_address(player.id, email or f"{name.lower()}@home.example", proven=True)
            uow.commit()
        return player

    def table(
        self,
        *names: str,
        preset: str = "nomination_whist",
        bots: int = 0,
        own: Rules | None = None,
    ) -> tuple[GameRow, dict[str, Seat]]:
        """Start a game of these people; the first is the starter. All have been greeted.

        `own` are rules to play by instead of those of the preset.
        """
        from pbem.app import pages

        starter, *others = [self.player(name) for name in names]
        order = NewGame(preset=preset, bots=bots, players=len(names) + bots)
        created = pages.new_game(self.services, starter.id, order, own)
        assert created.done is not None, created
        code = created.done.text
        for other in others:
            joined = pages.join(self.services, other.id, self.game(code).join_code)
            assert joined.done is not None, joined
        return self.game(code), self.seats(code)

    def game(self, code: str) -> GameRow:
        with self.services.uow() as uow:
            row = uow.games.by_code(code)
        assert row is not None
        return row

    def seats(self, code: str) -> dict[str, Seat]:
        with self.services.uow() as uow:
            row = uow.games.by_code(code)
            assert row is not None
            return {seat.name: seat for seat in uow.seats.of(row.id)}

    def position(self, seat: Seat) -> Position:
        from pbem.app import pages

        page = pages.seat_sight(self.services, seat.id)
        assert page is not None
        assert page.sight.view is not None
        return page.sight.view.position or Position(0, 0)

    def letter(
        self,
        seat: Seat,
        *lines: str,
        sender: str = "",
        at: Position | None = None,
        key: str = "",
        unread: tuple[str, ...] = (),
        trust: Trust = "none",
    ) -> letters.Taken:
        """Deliver a letter to a seat's reply address, for its present position."""
        to = ToSeat(seat.id, at or self.position(seat))
        return self.deliver(
            to, sender or self.email_of(seat), *lines, key=key, unread=unread, trust=trust
        )

    def deliver(
        self,
        to: Desk,
        sender: str,
        *lines: str,
        key: str = "",
        unread: tuple[str, ...] = (),
        trust: Trust = "none",
    ) -> letters.Taken:
        number = next(self._letters)
        incoming = Incoming(
            kind="orders" if lines else "empty",
            to=to,
            sender=sender,
            sender_name=sender.partition("@")[0].title(),
            lines=lines,
            unread=unread,
            offset=timedelta(hours=1),
            key=key or f"letter-{number}",
            message_id=f"<{number}@home.example>",
            why_empty=None if lines else "nothing",
            trust=trust,
        )
        with self.services.uow() as uow:
            taken = letters.take(self.services, uow, incoming)
            try:
                uow.commit()
            except ActedBefore:
                return letters.Taken(*letters.DUPLICATE)
        return taken

    def to_service(self, sender: str, *lines: str) -> letters.Taken:
        return self.deliver(ToService(), sender, *lines)

    def order(self, sender: str, *lines: str) -> letters.Taken:
        """Write to the service address and say yes to the mail that asks whether one did."""
        assert self.to_service(sender, *lines).verdict == "asked"
        pending_id = self.notices("confirm")[-1].facts["pending_id"]
        assert isinstance(pending_id, int)
        return self.to_pending(pending_id, sender, "yes")

    def to_invitation(self, invitation_id: int, sender: str, *lines: str) -> letters.Taken:
        return self.deliver(ToInvitation(invitation_id), sender, *lines)

    def to_pending(self, pending_id: int, sender: str, *lines: str) -> letters.Taken:
        return self.deliver(ToPending(pending_id), sender, *lines)

    def email_of(self, seat: Seat) -> str:
        with self.services.uow() as uow:
            return uow.players.address(seat.address_id or 0).email

    def notices(self, kind: str = "") -> list[Notice]:
        """Return all notices that are waiting, oldest first, of one kind or of all."""
        far = self.clock.now() + timedelta(days=1000)
        with self.services.uow() as uow:
            found = [uow.outbox.get(notice_id) for notice_id in uow.outbox.due(far, 10_000)]
        waiting = sorted((notice for notice in found if notice), key=lambda notice: notice.id)
        return [notice for notice in waiting if not kind or notice.kind == kind]
