"""From a folder to the door: each letter for us once, the others untouched."""

import logging
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from pbem.app.ports import Clock, ReadUpTo, UowFactory
from pbem.mailin.addresses import Identity
from pbem.mailin.doorstep import StoringDoorstep
from pbem.mailin.imap.box import Folder, Found
from pbem.mailin.imap.picking import recipient_of
from pbem.mailin.limits import MAX_BYTES, head_alone

PROCESSED: Final = "Processed"
QUARANTINE: Final = "Quarantine"

HOLD_SECONDS: Final = 60
_TRIES: Final = 3
# Clocks differ.
_SLACK: Final = timedelta(hours=1)

_log = logging.getLogger(__name__)


class Lost(Exception):
    """Another reader has the mailbox now."""


@dataclass(slots=True)
class Fetching:
    """Fetches what is new in one mailbox. `name` and `reader` say which one, and who.

    A letter is stored first, then moved, then noted as read: wherever that is broken off,
    it is fetched again, and the door knows it by its bytes.
    """

    door: StoringDoorstep
    uow: UowFactory
    clock: Clock
    identity: Identity
    name: str
    reader: str
    _failed: Counter[int] = field(default_factory=Counter)

    def hold(self) -> ReadUpTo:
        """Take the mailbox for a minute, or keep it.

        Raises:
            Lost: another reader has it.
        """
        now = self.clock.now()
        with self.uow() as uow:
            until = now + timedelta(seconds=HOLD_SECONDS)
            read = uow.mailboxes.hold(self.name, self.reader, now, until)
            uow.commit()
        if read is None:
            raise Lost
        return read

    def leave(self) -> None:
        """Let others have the mailbox."""
        with self.uow() as uow:
            uow.mailboxes.leave(self.name, self.reader)
            uow.commit()

    def fetch(self, folder: Folder) -> None:
        """Hand in all letters for us that are new in the folder.

        What lay there before the first look stays there: it was written to nobody of us.

        Raises:
            Lost: another reader has taken the mailbox.
        """
        read = self.hold()
        if read.validity is None:
            self._note(folder, folder.newest)
            return
        start = read.uid if read.validity == folder.validity else 0
        if read.validity != folder.validity:
            _log.warning("the mailbox has new UIDs and is read from its beginning")
        for uid in folder.after(start):
            self.hold()
            self._one(folder, uid, read)
            self._note(folder, uid)

    def _note(self, folder: Folder, uid: int) -> None:
        with self.uow() as uow:
            is_ours = uow.mailboxes.note(self.name, self.reader, folder.validity, uid)
            uow.commit()
        if not is_ours:
            raise Lost

    def _one(self, folder: Folder, uid: int, read: ReadUpTo) -> None:
        found = folder.header(uid)
        if found is None or found.came < read.since - _SLACK:
            return
        recipient = self._recipient(found)
        if recipient is None:
            return
        if found.size > MAX_BYTES:
            _log.warning("a letter of %s bytes is put into quarantine", found.size)
            # Who wrote it shall be told; the header is enough for that.
            self._is_stored(uid, head_alone(found.header), recipient)
            folder.put(uid, QUARANTINE)
            return
        is_stored = self._is_stored(uid, folder.letter(uid), recipient)
        folder.put(uid, PROCESSED if is_stored else QUARANTINE)

    def _recipient(self, found: Found) -> str | None:
        """Return which address of ours a letter came to, also one that was replaced; else None."""
        recipient = recipient_of(found.header, self.identity)
        is_ours = recipient is not None and self.door.accepts(recipient) != "unknown"
        return recipient if is_ours else None

    def _is_stored(self, uid: int, raw: bytes | None, recipient: str) -> bool:
        """Store a letter; False if it cannot be read, or was tried in vain several times."""
        if raw is None:
            _log.warning("a letter cannot be read and is put into quarantine")
            return False
        try:
            self.door.take(raw, (recipient,), "imap")
        except Exception as fault:
            # The store may be down; but it has just taken a note, and one letter shall not
            # keep all others waiting for ever.
            self._failed[uid] += 1
            if self._failed[uid] < _TRIES:
                raise
            _log.error("a letter is put into quarantine: %s", type(fault).__name__)
            return False
        return True
