"""Reading stored letters, one lane at a time, and shunting those that blow up."""

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.message import Message
from typing import Final

from pbem.app import letters
from pbem.app.delivery import is_unasked_complaint
from pbem.app.incoming import Incoming, ToSeat
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
from pbem.signing import KeyGoneError, Keys
from pbem.wiring.faults import is_passing, where
from pbem.wiring.resolving import check_by_dns

log = logging.getLogger(__name__)


Check = Callable[[bytes, Origin], Trust]
"""Finds out whether a sender's domain vouches for a letter; it may take seconds."""

_IN_TURN: Final = 20


class _Unchecked(Exception):
    """A letter is to be checked first, with nothing of the database held."""

    def __init__(self, letter: StoredLetter) -> None:
        super().__init__(letter.id)
        self.letter = letter


@dataclass(slots=True)
class _Reading:
    """Reads a letter, and remembers which one it was, should that blow up."""

    keys: Keys
    identity: Identity
    senders: Senders
    checked: dict[int, Trust] = field(default_factory=dict)
    letter_id: int | None = None

    def __call__(self, uow: Uow, letter: StoredLetter) -> Incoming:
        self.letter_id = letter.id
        incoming = self._read(uow, letter)
        if self.senders.check != "own" or not _must_be_checked(incoming):
            return incoming
        if letter.id not in self.checked:
            raise _Unchecked(letter)
        return replace(incoming, trust=self.checked[letter.id])

    def _read(self, uow: Uow, letter: StoredLetter) -> Incoming:
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
        if self.senders.check != "results":
            return "none"
        if origin.found:
            return judged(origin.found, head)
        if origin.peer:
            # No server of ours stood before us, so that all in it was written by the sender.
            return "none"
        return trust_by_header(message, head, self.senders.servers)


@dataclass(frozen=True, slots=True)
class LetterReader:
    """Reads letters that were stored."""

    services: Services
    keys: Keys = field(repr=False)
    identity: Identity
    senders: Senders = NO_SENDERS
    check: Check = check_by_dns

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
        known: dict[int, Trust] = {}
        for _ in range(_IN_TURN):
            try:
                return self._read_one(claim, known)
            except _Unchecked as first:
                known[first.letter.id] = self._checked(first.letter)
                claim = _in_lane_of(first.letter.id)
        raise AssertionError("letters of one lane were exchanged without end")

    def _checked(self, letter: StoredLetter) -> Trust:
        """Check a letter. Whatever goes wrong with that, it is read all the same."""
        try:
            return self.check(letter.raw, letter.origin)
        except Exception as fault:  # noqa: BLE001 - said in the next line
            log.error("letter %s could not be checked: %s", letter.id, where(fault))  # noqa: TRY400
            return "none"

    def _read_one(self, claim: Claim, known: dict[int, Trust]) -> int | None:
        reading = _Reading(self.keys, self.identity, self.senders, known)
        try:
            return letters.read_one(self.services, claim, reading)
        except _Unchecked:
            raise
        except LetterStaysSealed as fault:
            self._shunt(fault.letter_id, fault, fault.reason)
            return fault.letter_id
        except Exception as fault:
            if reading.letter_id is None or is_passing(fault):
                raise
            self._shunt(reading.letter_id, fault, _why(fault))
            return reading.letter_id

    def _shunt(self, letter_id: int, fault: Exception, reason: str = "") -> None:
        log.error("letter %s blew up: %s", letter_id, reason or where(fault))
        trace = "".join(traceback.format_exception(fault))
        with self.services.uow() as uow:
            uow.letters.shunt(letter_id, trace, reason)
            uow.commit()


def _why(fault: Exception) -> str:
    """Return the reason for an operator that can mend it, or nothing."""
    if not isinstance(fault, KeyGoneError):
        return ""
    return f"its table needs key {fault.key_id}, which is not in PBEM_KEYS; retry once it is back"


def _must_be_checked(incoming: Incoming) -> bool:
    """Whether it makes a difference who wrote a letter."""
    is_for_seat = bool(incoming.lines) and isinstance(incoming.to, ToSeat)
    return is_for_seat or is_unasked_complaint(incoming)


def _in_lane_of(letter_id: int) -> Claim:
    return lambda uow: uow.letters.next_in_lane(letter_id)
