"""The door for raw letters: who is known here, and storing before anybody is told 250."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from pbem.app.incoming import ToInvitation, ToPending, ToSeat, seat_lane
from pbem.app.ports import Bell, Clock, Uow, UowFactory
from pbem.app.trust import NO_ORIGIN, Origin
from pbem.mailin.addresses import Identity, our_address
from pbem.mailin.desks import reply_desk, standing
from pbem.mailin.listener import Accepts
from pbem.mailin.pace import NoCounter, Pace
from pbem.signing import Keys

Taken = Literal["stored", "unknown", "replayed"]
_ANY_PACE: Final = Pace(NoCounter())
_TAKEN: Final = frozenset({"yes", "revoked"})
_Made = Literal["first", "again", "other"]


@dataclass(frozen=True, slots=True)
class _Brought:
    """A letter as it was brought, for whichever of its recipients."""

    raw: bytes
    recipients: tuple[str, ...]
    transport: str
    origin: Origin


class StoringDoorstep:
    """Takes letters for the listeners, the pipe and the webhooks alike.

    A letter is one row per recipient and bytes: the same delivery made twice is
    stored once, whichever way it comes.
    """

    def __init__(
        self,
        *,
        uow: UowFactory,
        keys: Keys,
        identity: Identity,
        bell: Bell,
        clock: Clock,
        pace: Pace = _ANY_PACE,
    ) -> None:
        self._uow = uow
        self._keys = keys
        self._identity = identity
        self._bell = bell
        self._clock = clock
        self._pace = pace

    def is_ours(self, recipient: str) -> bool:
        """Return whether an address has the form of ours, whoever may be behind it."""
        return our_address(recipient, self._identity) is not None

    def accepts(self, recipient: str) -> Accepts:
        """Return whether mail to this address is for us. Trouble with the store raises."""
        ours = our_address(recipient, self._identity)
        if ours is None:
            return "unknown"
        if not ours.token:
            return "yes"
        with self._uow() as uow:
            return standing(uow, self._keys, ours)

    def store(
        self,
        raw: bytes,
        recipient: str,
        recipients: Sequence[str],
        transport: str,
        origin: Origin = NO_ORIGIN,
    ) -> None:
        """Store a letter durably, then ring; any trouble raises, and nothing is stored."""
        letter = _Brought(raw, tuple(recipients), transport, origin)
        until = self._until(letter, recipient)
        with self._uow() as uow:
            letter_id = self._add(uow, letter, recipient, until)
            uow.after_commit(lambda: self._bell.letters([letter_id]))
            uow.commit()

    def take(
        self,
        raw: bytes,
        recipients: Sequence[str],
        transport: str,
        call: str = "",
        origin: Origin = NO_ORIGIN,
    ) -> Taken:
        """Store a letter for those of its recipients that are known here, all or none.

        `call` names the call of a webhook that brought it. The same call made again is
        stored already; with another letter in it, it is a replay, and nothing is stored. That
        also holds of a call that brought a letter for nobody here.
        """
        # In order, so that two calls which store the same letters never wait for each other.
        # What came to an address that was replaced is answered: there was no refusing it.
        known = [one for one in sorted(set(recipients)) if self.accepts(one) in _TAKEN]
        letter = _Brought(raw, tuple(recipients), transport, origin)
        until = {one: self._until(letter, one) for one in known}
        with self._uow() as uow:
            made = self._made(uow, f"{transport} {call}", raw, recipients) if call else "first"
            if made == "other":
                return "replayed"
            if not known:
                uow.commit()
                return "unknown"
            if made == "again":
                return "stored"
            ids = [self._add(uow, letter, one, until[one]) for one in known]
            uow.after_commit(lambda: self._bell.letters(ids))
            uow.commit()
        return "stored"

    def _made(self, uow: Uow, call: str, raw: bytes, recipients: Sequence[str]) -> _Made:
        """Note a call; return whether it was made before, with this content or with other."""
        content, now = _delivery_key("\n".join(recipients), raw), self._clock.now()
        is_first = uow.letters.first_time(f"call {call}", now)
        is_new = uow.letters.first_time(f"call {call} {content}", now)
        if is_first:
            return "first"
        return "other" if is_new else "again"

    def _until(self, letter: "_Brought", recipient: str) -> datetime | None:
        """Count a letter, before anything of the database is held; return when it may be read."""
        ours = our_address(recipient, self._identity)
        delay = self._pace.delay(letter.raw, ours, letter.origin.peer)
        return self._clock.now() + delay if delay else None

    def _add(
        self, uow: Uow, letter: "_Brought", recipient: str, not_before: datetime | None
    ) -> int:
        return uow.letters.add(
            raw=letter.raw,
            recipient=recipient,
            recipients=letter.recipients,
            lane=self._lane(uow, recipient),
            transport=letter.transport,
            key=_delivery_key(recipient, letter.raw),
            at=self._clock.now(),
            origin=letter.origin,
            not_before=not_before,
        )

    def _lane(self, uow: Uow, recipient: str) -> str | None:
        """Return the lane of a letter: what is for one seat is read in the order of receipt."""
        ours = our_address(recipient, self._identity)
        if ours is None or ours.box != "reply":
            return None
        match reply_desk(uow, self._keys)(ours.token):
            case ToSeat(seat_id):
                return seat_lane(seat_id)
            case ToInvitation(invitation_id):
                return f"invitation:{invitation_id}"
            case ToPending(pending_id):
                return f"pending:{pending_id}"
            case _:
                return None


def _delivery_key(recipient: str, raw: bytes) -> str:
    whole = hashlib.sha256(recipient.lower().encode("utf-8", "surrogateescape"))
    whole.update(b"\n")
    whole.update(raw)
    return whole.hexdigest()
