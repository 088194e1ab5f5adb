"""Reading stored letters, one lane at a time, and shunting those that blow up."""

import logging
import traceback
from dataclasses import dataclass, field
from email.message import Message

from pbem.app import letters
from pbem.app.incoming import Incoming
from pbem.app.letters import Claim
from pbem.app.ports import LetterStaysSealed, Uow
from pbem.app.records import StoredLetter
from pbem.app.services import Services
from pbem.app.trust import Origin, Trust
from pbem.config_senders import NO_SENDERS, Senders
from pbem.mailin.addresses import Identity
from pbem.mailin.desks import bounce_desk, reply_desk
from pbem.mailin.headers import Head
from pbem.mailin.reader import read
from pbem.mailin.results import judged, trust_by_header
from pbem.signing import Keys
from pbem.wiring.faults import is_passing, where

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Reading:
    """Reads a letter, and remembers which one it was, should that blow up."""

    keys: Keys
    identity: Identity
    senders: Senders
    letter_id: int | None = None

    def __call__(self, uow: Uow, letter: StoredLetter) -> Incoming:
        self.letter_id = letter.id
        return read(
            letter.raw,
            recipient=letter.recipient,
            recipients=letter.recipients,
            identity=self.identity,
            resolve=reply_desk(uow, self.keys),
            resolve_bounce=bounce_desk(uow, self.keys),
            judge=lambda message, head: self._trust(message, head, letter.origin),
        )

    def _trust(self, message: Message, head: Head, origin: Origin) -> Trust:
        if self.senders.check == "off":
            return "none"
        if origin.found:
            return judged(origin.found, head)
        return trust_by_header(message, head, self.senders.servers)


@dataclass(frozen=True, slots=True)
class LetterReader:
    """Reads letters that were stored."""

    services: Services
    keys: Keys = field(repr=False)
    identity: Identity
    senders: Senders = NO_SENDERS

    def read(self, letter_id: int) -> bool:
        """Read the unread letters of this letter's lane, oldest first, up to this one.

        Return whether it is read. It is not if one before it is in other hands, who
        do not look behind them: this one is to be tried again.

        A letter that blows up or cannot be opened is shunted with its traceback and does
        not hold up the others. A database out of reach shunts nothing: the letter stays unread.
        """
        while (read_now := self.read_one(_in_lane_of(letter_id))) is not None:
            if read_now == letter_id:
                return True
        return not letters.is_unread(self.services, letter_id)

    def read_one(self, claim: Claim) -> int | None:
        """Read the letter that is claimed, or shunt it; return its id, None if there is none."""
        reading = _Reading(self.keys, self.identity, self.senders)
        try:
            return letters.read_one(self.services, claim, reading)
        except LetterStaysSealed as fault:
            self._shunt(fault.letter_id, fault, fault.reason)
            return fault.letter_id
        except Exception as fault:
            if reading.letter_id is None or is_passing(fault):
                raise
            self._shunt(reading.letter_id, fault)
            return reading.letter_id

    def _shunt(self, letter_id: int, fault: Exception, reason: str = "") -> None:
        log.error("letter %s blew up: %s", letter_id, reason or where(fault))
        trace = "".join(traceback.format_exception(fault))
        with self.services.uow() as uow:
            uow.letters.shunt(letter_id, trace, reason)
            uow.commit()


def _in_lane_of(letter_id: int) -> Claim:
    return lambda uow: uow.letters.next_in_lane(letter_id)
