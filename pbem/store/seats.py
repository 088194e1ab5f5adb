"""Seats and invitations."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Row,
    and_,
    bindparam,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    tuple_,
    update,
)

from pbem.app.records import Invitation, InvitationState, Seat
from pbem.store.choices import CHOICE_COLUMNS
from pbem.store.columns import UtcTime, word
from pbem.store.players import REACH, SqlPlayers
from pbem.store.schema import addresses, invitations, players, seats
from pbem.store.work import Work

_SEAT_VALUES = (
    "number",
    "player_id",
    "address_id",
    "name",
    "seed",
    "generation",
    "stand_in",
    "resigned",
    "mails",
    "greeted",
    "asked_to_resign",
)
_ADD = insert(seats).returning(seats.c.id)
_GET = select(seats).where(seats.c.id == bindparam("seat_id"))
_OF = (
    select(seats)
    .where(seats.c.game_id == bindparam("game_id"))
    .order_by(seats.c.number, seats.c.id)
)
# With their owners, and the addresses to which their mails go: whoever locks a table
# mostly asks next whether a letter came from there.
_OF_HELD = (
    _OF.add_columns(
        *(
            players.c[name].label(f"owner_{name}")
            for name in ("name", "zone", "zone_told", "locale", *CHOICE_COLUMNS)
        ),
        *(addresses.c[name].label(f"owner_{name}") for name in ("email", "proven", *REACH)),
    )
    .join(players, players.c.id == seats.c.player_id, isouter=True)
    .join(
        addresses,
        and_(addresses.c.id == seats.c.address_id, addresses.c.player_id == seats.c.player_id),
        isouter=True,
    )
)
_OF_PLAYER = (
    select(seats)
    .where(seats.c.player_id == bindparam("player_id"))
    .order_by(seats.c.game_id, seats.c.id)
)
_OTHERS = addresses.alias("others")
# Where mail goes to another address of the same player, it does arrive.
_ELSEWHERE = exists().where(
    _OTHERS.c.player_id == seats.c.player_id,
    _OTHERS.c.id != addresses.c.id,
    _OTHERS.c.proven,
    _OTHERS.c.failing.is_(None),
)
_UNREACHABLE = (
    select(seats.c.id, addresses.c.failing_since)
    .join(addresses, addresses.c.id == seats.c.address_id)
    .where(
        seats.c.game_id == bindparam("game_id"),
        addresses.c.failing.is_not(None),
        # The first failure that may pass is not for all to know.
        or_(addresses.c.suppressed.is_not(None), addresses.c.failures != 1),
        or_(addresses.c.suppressed.is_(None), not_(_ELSEWHERE)),
    )
)
_SAVE = (
    update(seats)
    .where(seats.c.id == bindparam("row_id"))
    .values({name: bindparam(name) for name in _SEAT_VALUES})
)

_MOVE_MAILS = (
    update(seats)
    .where(seats.c.player_id == bindparam("whose"), seats.c.address_id == bindparam("from_id"))
    .values(address_id=bindparam("to_id"))
)

_ADD_INVITATION = insert(invitations).returning(invitations.c.id)
_GET_INVITATION = select(invitations).where(invitations.c.id == bindparam("invitation_id"))
_SAVE_INVITATION = (
    update(invitations)
    .where(invitations.c.id == bindparam("row_id"))
    .values({name: bindparam(name) for name in ("email", "state", "expires_at", "generation")})
)
_INVITATIONS_OF = (
    select(invitations)
    .where(invitations.c.game_id == bindparam("game_id"))
    .order_by(invitations.c.id)
)
# What its sender took back again was in somebody's mailbox all the same.
_UNANSWERED = (
    select(func.count())
    .select_from(invitations)
    .where(
        invitations.c.inviter_id == bindparam("inviter_id"),
        invitations.c.created_at >= bindparam("since"),
        invitations.c.state.in_((word("open"), word("expired"))),
    )
)
_INVITER = (
    select(players.c.id)
    .where(players.c.id == bindparam("inviter_id"))
    .with_for_update(key_share=True)
)
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_EXPIRED = (
    select(invitations)
    .where(
        invitations.c.state == word("open"),
        invitations.c.expires_at <= bindparam("now"),
        tuple_(invitations.c.expires_at, invitations.c.id)
        > tuple_(bindparam("after", type_=UtcTime()), bindparam("after_id")),
    )
    .order_by(invitations.c.expires_at, invitations.c.id)
    .limit(bindparam("most"))
)


class SqlSeats:
    """The places at the tables.

    A seat is asked for by its id several times on the way of a letter, and is read
    once. The seats of a game are read afresh until its row is locked, and once more
    then; they are what `get` returns from then on.
    """

    def __init__(self, work: Work, players: SqlPlayers) -> None:
        self._work = work
        self._players = players
        self._known: dict[int, Seat] = {}
        self._tables: dict[int, tuple[int, ...]] = {}

    def add(self, seat: Seat) -> Seat:
        """Store a new seat (its `id` is 0) and return it with its id."""
        self._tables.pop(seat.game_id, None)
        values = _seat_values(seat) | {"game_id": seat.game_id}
        return replace(seat, id=self._work.value(_ADD, values))

    def get(self, seat_id: int) -> Seat | None:
        """Return a seat as it was when this unit of work last read or saved it."""
        if seat_id not in self._known:
            row = self._work.row(_GET, {"seat_id": seat_id})
            if row is None:
                return None
            self._known[seat_id] = _seat(row)
        return self._known[seat_id]

    def of(self, game_id: int) -> tuple[Seat, ...]:
        """Return the seats of a game by number, or before the start by id."""
        if game_id in self._tables:
            return tuple(self._known[seat_id] for seat_id in self._tables[game_id])
        is_held = game_id in self._work.held
        rows = self._work.rows(_OF_HELD if is_held else _OF, {"game_id": game_id})
        seats = tuple(_seat(row) for row in rows)
        self._known.update((seat.id, seat) for seat in seats)
        if is_held:
            self._tables[game_id] = tuple(seat.id for seat in seats)
            for row in rows:
                self._players.see_owner(row)
        return seats

    def of_player(self, player_id: int) -> tuple[Seat, ...]:
        """Return the seats of a player at all tables, by game."""
        return tuple(_seat(row) for row in self._work.rows(_OF_PLAYER, {"player_id": player_id}))

    def unreachable(self, game_id: int) -> dict[int, datetime | None]:
        """Return the ids of a game's seats whose player mail does not reach, and since when."""
        rows = self._work.rows(_UNREACHABLE, {"game_id": game_id})
        return {row.id: row.failing_since for row in rows}

    def save(self, seat: Seat) -> None:
        self._work.changed_one(_SAVE, _seat_values(seat) | {"row_id": seat.id})
        before = self._known.get(seat.id)
        if before is None or before.number != seat.number:
            # They sit in another order now.
            self._tables.pop(seat.game_id, None)
        self._known[seat.id] = seat

    def move_mails(self, player_id: int, from_id: int, to_id: int) -> None:
        """Send the mails of a player's seats to another address; their tables are held."""
        self._work.run(_MOVE_MAILS, {"whose": player_id, "from_id": from_id, "to_id": to_id})
        self._known.clear()
        self._tables.clear()


class SqlInvitations:
    """Who was asked to which table, and what they answered."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def add(self, invitation: Invitation) -> Invitation:
        """Store a new invitation (its `id` is 0) and return it with its id."""
        values = _invitation_values(invitation) | {
            "game_id": invitation.game_id,
            "inviter_id": invitation.inviter_id,
            "created_at": self._work.clock.now(),
        }
        return replace(invitation, id=self._work.value(_ADD_INVITATION, values))

    def get(self, invitation_id: int) -> Invitation | None:
        row = self._work.row(_GET_INVITATION, {"invitation_id": invitation_id})
        return None if row is None else _invitation(row)

    def save(self, invitation: Invitation) -> None:
        values = _invitation_values(invitation) | {"row_id": invitation.id}
        self._work.changed_one(_SAVE_INVITATION, values)

    def of(self, game_id: int) -> list[Invitation]:
        rows = self._work.rows(_INVITATIONS_OF, {"game_id": game_id})
        return [_invitation(row) for row in rows]

    def unanswered(self, inviter_id: int, since: datetime) -> int:
        """Count a player's invitations since then that are open, or ended without an answer.

        The player's row is locked until the unit of work ends: who counts after another
        sees what that one has sent.
        """
        self._work.value(_INVITER, {"inviter_id": inviter_id})
        count: int = self._work.value(_UNANSWERED, {"inviter_id": inviter_id, "since": since})
        return count

    def expired(
        self, now: datetime, limit: int, after: Invitation | None = None
    ) -> list[Invitation]:
        """Return open invitations whose time is over, the oldest first, or those behind `after`."""
        at, after_id = (after.expires_at, after.id) if after else (_LONG_AGO, 0)
        values = {"now": now, "most": limit, "after": at, "after_id": after_id}
        return [_invitation(row) for row in self._work.rows(_EXPIRED, values)]


def _seat_values(seat: Seat) -> dict[str, object]:
    return {name: getattr(seat, name) for name in _SEAT_VALUES}


def _seat(row: Row[Any]) -> Seat:
    return Seat(
        id=row.id,
        game_id=row.game_id,
        number=row.number,
        player_id=row.player_id,
        address_id=row.address_id,
        name=row.name,
        seed=row.seed,
        generation=row.generation,
        stand_in=row.stand_in,
        resigned=row.resigned,
        mails=row.mails,
        greeted=row.greeted,
        asked_to_resign=row.asked_to_resign,
    )


def _invitation_values(invitation: Invitation) -> dict[str, object]:
    return {
        "email": invitation.email,
        "state": invitation.state.value,
        "expires_at": invitation.expires_at,
        "generation": invitation.generation,
    }


def _invitation(row: Row[Any]) -> Invitation:
    return Invitation(
        id=row.id,
        game_id=row.game_id,
        email=row.email,
        inviter_id=row.inviter_id,
        state=InvitationState(row.state),
        expires_at=row.expires_at,
        generation=row.generation,
    )
