"""The door for raw letters: who is known here, and storing before anybody is told 250."""

import hashlib
from collections.abc import Sequence

from pbem.app.incoming import ToInvitation, ToPending, ToSeat, seat_lane
from pbem.app.ports import Bell, Clock, Uow, UowFactory
from pbem.mailin.addresses import Identity, our_address
from pbem.mailin.desks import is_known, reply_desk
from pbem.mailin.listener import Accepts
from pbem.signing import Keys


class StoringDoorstep:
    """Takes letters for the listeners and the webhook alike.

    A letter is one row per recipient and bytes: the same delivery made twice is
    stored once, whichever way it comes.
    """

    def __init__(
        self, *, uow: UowFactory, keys: Keys, identity: Identity, bell: Bell, clock: Clock
    ) -> None:
        self._uow = uow
        self._keys = keys
        self._identity = identity
        self._bell = bell
        self._clock = clock

    def accepts(self, recipient: str) -> Accepts:
        """Return whether mail to this address is for us. Trouble with the store raises."""
        ours = our_address(recipient, self._identity)
        if ours is None:
            return "unknown"
        if not ours.token:
            return "yes"
        with self._uow() as uow:
            return "yes" if is_known(uow, self._keys, ours) else "unknown"

    def store(self, raw: bytes, recipient: str, recipients: Sequence[str], transport: str) -> None:
        """Store a letter durably, then ring; any trouble raises, and nothing is stored."""
        with self._uow() as uow:
            letter_id = uow.letters.add(
                raw=raw,
                recipient=recipient,
                recipients=recipients,
                lane=self._lane(uow, recipient),
                transport=transport,
                key=_delivery_key(recipient, raw),
                at=self._clock.now(),
            )
            uow.after_commit(lambda: self._bell.letters([letter_id]))
            uow.commit()

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
