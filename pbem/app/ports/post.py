"""Mail that came in, mail that goes out, and what mailed links and questions lead to."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from pbem.app.notice_records import NewNotice, Notice
from pbem.app.records import Link, StoredLetter
from pbem.app.trust import NO_ORIGIN, Origin


class ActedBefore(Exception):
    """A mail with the same key has acted already: nothing of this one may hold."""


class LetterStaysSealed(Exception):
    """The key of a stored letter is gone, or its bytes were altered: it cannot be opened."""

    def __init__(self, letter_id: int, reason: str) -> None:
        super().__init__(letter_id, reason)
        self.letter_id = letter_id
        self.reason = reason


class Letters(Protocol):
    def add(  # noqa: PLR0913 - a letter arrives with all of it at once
        self,
        *,
        raw: bytes,
        recipient: str,
        recipients: Sequence[str],
        lane: str | None,
        transport: str,
        key: str,
        at: datetime,
        origin: Origin = NO_ORIGIN,
        not_before: datetime | None = None,
    ) -> int:
        """Store a raw letter once per `key`; return its id, or that of the first.

        Until `not_before` it is kept back, and with it what comes after it in its lane.
        """

    def next_in_lane(self, letter_id: int) -> StoredLetter | None:
        """Claim the oldest unread letter of this letter's lane; None if taken or done.

        Raises:
            LetterStaysSealed: it is there, and cannot be opened.
        """

    def next_waiting(self, after: int = 0) -> tuple[StoredLetter, bool] | None:
        """Claim the first unread letter behind `after` that is first in its lane and not taken.

        Return it, and whether others were unread then; None if there is none.

        Raises:
            LetterStaysSealed: it is there, and cannot be opened.
        """

    def is_any_behind(self) -> bool:
        """Tell whether an unread letter has another one of its lane before it."""

    def is_unread(self, letter_id: int) -> bool: ...

    def finish(
        self, letter_id: int, verdict: str, reason: str, *, game_id: int | None = None
    ) -> None:
        """Note what became of a letter, and which game it was for (it is kept as long)."""

    def shunt(self, letter_id: int, trace: str, reason: str = "") -> None:
        """Put a letter aside that could not be read; the reason is told in lists of letters."""

    def reopen(self, letter_id: int) -> bool: ...

    def unread(self, limit: int) -> list[int]: ...

    def came_in_time(self, lane: str, at: datetime) -> bool:
        """Tell whether a letter of this lane came in by then, and could be read, but is not."""

    def get(self, letter_id: int) -> StoredLetter | None:
        """Return a letter, without those parts of it whose seals do not open."""

    def newest(self, limit: int) -> list[StoredLetter]:
        """Return the newest letters, newest first, without what is sealed of them."""

    def oldest_unread(self) -> datetime | None:
        """Return when the oldest unread letter came in that is not kept back."""

    def held_back(self) -> int:
        """Count the unread letters that wait because others like them came too often."""

    def first_time(self, key: str, at: datetime) -> bool:
        """Note that a mail with this key acts; False if one has acted already."""

    def acts_once(self, key: str, at: datetime) -> None:
        """Note likewise, at the commit, which raises `ActedBefore` if one has acted already."""


class Outbox(Protocol):
    def add(self, notice: NewNotice) -> int | None:
        """Queue a notice; None if one with this key is there already."""

    def post(self, notice: NewNotice, then: Callable[[int], None]) -> None:
        """Queue a notice at the commit at the latest; hand on its id, unless it was there."""

    def claimed(self, notice_id: int) -> Notice | None:
        """Return a waiting notice, locked; None if it is done or in other hands."""

    def get(self, notice_id: int) -> Notice | None: ...

    def by_message_id(self, message_id: str) -> Notice | None:
        """Return the notice whose mail bears this id."""

    def save(self, notice: Notice) -> None: ...

    def say_more(self, notice: Notice, facts: dict[str, object]) -> None:
        """Let a notice that was queued in this unit of work say more."""

    def due(self, now: datetime, limit: int) -> list[int]: ...

    def waiting(self, game_id: int, seat_id: int) -> list[Notice]: ...

    def held(self, player_id: int) -> list[Notice]:
        """Return the notices for a player that wait and were never tried."""

    def put_off(self, notice_id: int, until: datetime) -> None:
        """Let a notice that was never tried come at another time; one that was stays as it is."""

    def next_number(self, seat_id: int) -> int:
        """Return the number of the next mail to this seat, from 1."""

    def hold_seat(self, seat_id: int) -> None:
        """Keep other workers from this seat's notices until the unit of work ends."""

    def last_shown(self, seat_id: int) -> tuple[int, int]:
        """Return how many mails to this seat were made, and up to which event those sent tell."""

    def told_up_to(self, seat_id: int) -> int:
        """Return the event up to which mails that went out have told this seat, 0 for none."""

    def last_sent(self, game_id: int, seat_id: int) -> tuple[int | None, datetime | None]:
        """Return number, and moment of coming up, of the newest mails that went out to a seat."""

    def last_number(self, game_id: int, seat_id: int) -> int:
        """Return the highest number that a mail to this seat bears, 0 for none (for `replay`)."""

    def told(self, seat_id: int, seq: int) -> None:
        """Note that a mail that went out tells this seat everything up to this event number."""

    def oldest_waiting(self) -> datetime | None:
        """Return since when the longest waiting notice could have been sent."""


class Links(Protocol):
    def add(self, token: str, link: Link) -> None:
        """Store a link under a hash of its token; again is no fault."""

    def get(self, token: str) -> Link | None: ...


class Pending(Protocol):
    """Things that wait for a mailed yes: a new address, a sign-in, a new game."""

    def add(
        self,
        purpose: str,
        email: str,
        facts: dict[str, object],
        expires_at: datetime,
        *,
        player_id: int | None = None,
    ) -> int: ...

    def of_player(self, player_id: int, purpose: str) -> list[tuple[int, str]]:
        """Return what of this kind waits at the asking of a player: id and address."""

    def get(self, pending_id: int) -> tuple[str, str, dict[str, object], datetime] | None: ...

    def take(self, pending_id: int) -> tuple[str, str, dict[str, object], datetime] | None:
        """Return and remove it; None if it is not there."""
