"""A round of a worker: called by one ring, it reads the letters that wait.

What it costs to call a worker is so paid once for a heap of letters, and not for each.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.app import letters
from pbem.app.ports import Bell, LetterStaysSealed, Uow
from pbem.app.records import StoredLetter
from pbem.wiring.reading import LetterReader

# So long other work waits for a round to end, and the mails of its letters to be rung for.
_SECONDS: Final = 0.2
_LETTERS: Final = 32


@dataclass(slots=True)
class _Gathering:
    """A bell that rings for all notices of a round together, at its end."""

    bell: Bell
    waiting: list[int] = field(default_factory=list)

    def letters(self, ids: Sequence[int]) -> None:
        self.bell.letters(ids)

    def heard(self) -> None:
        self.bell.heard()

    def notices(self, ids: Sequence[int]) -> None:
        self.waiting.extend(ids)

    def game(self, game_id: int) -> None:
        self.bell.game(game_id)

    def ring(self) -> None:
        self.bell.notices(self.waiting)


@dataclass(slots=True)
class _Claims:
    """Claims one letter after the other, and none a second time.

    `last` is the letter claimed last, `are_more` whether others may have been unread then.
    """

    last: int = 0
    are_more: bool = False

    def __call__(self, uow: Uow) -> StoredLetter | None:
        try:
            found = uow.letters.next_waiting(self.last)
        except LetterStaysSealed as fault:
            self.last, self.are_more = fault.letter_id, True
            raise
        if found is None:
            return None
        letter, self.are_more = found
        self.last = letter.id
        return letter


def read_waiting(reader: LetterReader) -> bool:
    """Read unread letters that are in nobody's hands, for a fifth of a second at most.

    Whatever is left then is rung for again. Return False if a letter is left behind one
    in other hands, who may not look behind it: another try is to be made.

    A letter that blows up or cannot be opened is shunted. One at which the database fails
    stays unread, and its fault is raised after the others were read.
    """
    services = reader.services
    # Before anything is looked for: what is stored from now on rings for itself.
    services.bell.heard()
    gathering = _Gathering(services.bell)
    try:
        return _Round(replace(reader, services=replace(services, bell=gathering))).go()
    finally:
        gathering.ring()


@dataclass(slots=True)
class _Round:
    """The letters of one round, of which `read` were read and at one of which there was a fault."""

    reader: LetterReader
    claims: _Claims = field(default_factory=_Claims)
    read: int = 0
    until: float = field(default_factory=lambda: time.monotonic() + _SECONDS)
    fault: Exception | None = None

    def go(self) -> bool:
        is_done = self._go()
        if self.fault is not None:
            raise self.fault
        return is_done

    def _go(self) -> bool:
        while self._read_one():
            if not self.claims.are_more:
                return True
            if self.read == 1:
                # Others may help. If none has time, the next round finds nothing.
                self._ring()
            if self.read == _LETTERS or time.monotonic() > self.until:
                self._ring()
                return True
        return not letters.is_any_behind(self.reader.services)

    def _read_one(self) -> bool:
        """Read the next letter; return whether there was one."""
        before = self.claims.last
        try:
            letter_id = self.reader.read_one(self.claims)
        except Exception as fault:
            if self.claims.last == before:
                raise
            self._pass_over(fault)
            return True
        self.read += letter_id is not None
        # A letter that had to be checked may be in other hands by now.
        return letter_id is not None or self.claims.last != before

    def _pass_over(self, fault: Exception) -> None:
        """Go on behind a letter that cannot be read now, perhaps after a long wait."""
        self.fault = fault
        self.until = time.monotonic() + _SECONDS

    def _ring(self) -> None:
        # Without a letter that was read, this would ring for the same faults for ever.
        if self.read:
            self.reader.services.bell.letters([self.claims.last])
