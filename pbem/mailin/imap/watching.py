"""Watching a mailbox until one is told to stop: reconnecting, waiting, one reader at a time."""

import contextlib
import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Final

from imapclient.exceptions import LoginError

from pbem.mailin.imap.box import Folder
from pbem.mailin.imap.fetching import HOLD_SECONDS, Fetching, Lost

# Servers end an IDLE after half an hour, and some forget to tell of letters.
_IDLE_SECONDS: Final = 300
_POLL_SECONDS: Final = 60
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 300.0
# Mail providers lock out who tries a wrong password again and again.
_LOGIN_PAUSE: Final = 60.0
_HOLD_EVERY: Final = HOLD_SECONDS // 3

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Watch:
    """Fetches letters whenever they come. `pause` is how long it waits after the next fault."""

    fetching: Fetching
    open_folder: Callable[[], AbstractContextManager[Folder]]
    stop: threading.Event = field(default_factory=threading.Event)
    pause: float = _FIRST_PAUSE

    def run(self) -> None:
        """Fetch until `stop` is set. Whatever breaks, it connects again."""
        while not self.stop.is_set():
            try:
                self._watch()
            except Lost:
                self.stop.wait(_HOLD_EVERY)
            except LoginError:
                _log.error("the mailbox refuses user or password; see `pbem doctor`")
                self._rest(_LOGIN_PAUSE)
            except Exception as fault:  # noqa: BLE001 - a letter must never be lost by a bug
                # The message of the fault may hold an address or the letter.
                _log.error("fetching failed: %s", type(fault).__name__)
                self._rest(0)
        with contextlib.suppress(Exception):
            self.fetching.leave()

    def _rest(self, least: float) -> None:
        self.stop.wait(max(self.pause, least))
        self.pause = min(self.pause * 2, _LONGEST_PAUSE)

    def _watch(self) -> None:
        # Who may not read should not even log in.
        self.fetching.hold()
        with self.open_folder() as folder:
            while not self.stop.is_set():
                self.fetching.fetch(folder)
                self.pause = _FIRST_PAUSE
                seconds = _IDLE_SECONDS if folder.tells_news else _POLL_SECONDS
                folder.wait(seconds, self._goes_on)

    def _goes_on(self, second: int) -> bool:
        """Whether to go on waiting; in between, others are kept from the mailbox."""
        if second % _HOLD_EVERY == _HOLD_EVERY - 1:
            self.fetching.hold()
        return not self.stop.is_set()
