"""A folder of a mailbox, as far as it is needed: what is new, and putting letters away."""

import contextlib
import logging
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from pbem.config_mailbox import ImapBox

_CONNECT_SECONDS: Final = 30
_ANSWER_SECONDS: Final = 60
_HEADER: Final = "BODY.PEEK[HEADER]"
_WHOLE: Final = "BODY.PEEK[]"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """A letter in the folder, of which only the header has been fetched. `size` in bytes."""

    header: bytes
    size: int
    came: datetime


class Folder:
    r"""An open folder. UIDs count together with `validity` only.

    Nothing here sets or reads `\\Seen`: people may open the mailbox too.
    """

    def __init__(self, client: IMAPClient, name: str) -> None:
        self._client = client
        self._made: dict[str, str] = {}
        told: dict[bytes, Any] = client.select_folder(name)
        self.validity = int(told[b"UIDVALIDITY"])
        self._next = int(told.get(b"UIDNEXT", 0))

    @property
    def newest(self) -> int:
        """The highest UID that was given when the folder was opened; 0 if there was none."""
        return self._next - 1 if self._next else max(self._client.search(), default=0)

    @property
    def tells_news(self) -> bool:
        """The server says by itself when a letter comes."""
        return bool(self._client.has_capability("IDLE"))

    def after(self, uid: int) -> list[int]:
        """Return the UIDs above this one, in their order."""
        # "5:*" names the last letter even if its UID is 3.
        return sorted(one for one in self._client.search(["UID", f"{uid + 1}:*"]) if one > uid)

    def header(self, uid: int) -> Found | None:
        """Return what a letter's header and envelope say; None if it is gone."""
        told = self._fetch(uid, [_HEADER, "RFC822.SIZE", "INTERNALDATE"])
        if told is None or b"BODY[HEADER]" not in told:
            return None
        return Found(told[b"BODY[HEADER]"] or b"", told[b"RFC822.SIZE"], told[b"INTERNALDATE"])

    def letter(self, uid: int) -> bytes | None:
        """Return a whole letter; None if it is gone, or the server cannot read it."""
        told = self._fetch(uid, [_WHOLE])
        return None if told is None else told.get(b"BODY[]") or None

    def _fetch(self, uid: int, parts: list[str]) -> dict[bytes, Any] | None:
        found: dict[bytes, Any] | None = self._client.fetch([uid], parts).get(uid)
        return found

    def put(self, uid: int, folder: str) -> bool:
        """Move a letter; False if the server would not, and it stays where it is."""
        try:
            self._move(uid, self._folder(folder))
        except IMAPClientAbortError:
            raise
        except IMAPClientError as fault:
            _log.warning("a letter could not be moved to %s (%s)", folder, type(fault).__name__)
            return False
        return True

    def _move(self, uid: int, folder: str) -> None:
        if self._client.has_capability("MOVE"):
            self._client.move([uid], folder)
            return
        # Without UIDPLUS all that anybody has marked as deleted would go with it.
        self._client.copy([uid], folder)
        self._client.delete_messages([uid], silent=True)
        self._client.uid_expunge([uid])

    def _folder(self, name: str) -> str:
        """Return the folder of this name, which is made where the server keeps people's own."""
        if name not in self._made:
            personal = self._client.namespace().personal if self._has_namespaces else None
            prefix = personal[0][0] if personal else ""
            self._made[name] = f"{prefix}{name}"
            if not self._client.folder_exists(self._made[name]):
                self._client.create_folder(self._made[name])
        return self._made[name]

    @property
    def _has_namespaces(self) -> bool:
        return bool(self._client.has_capability("NAMESPACE"))

    def wait(self, seconds: int, each_second: Callable[[int], bool]) -> None:
        """Return when something happens in the folder, time is over, or a second says False."""
        if not self.tells_news:
            for second in range(seconds):
                time.sleep(1)
                if not each_second(second):
                    return
            self._client.noop()
            return
        # What came right before IDLE began is told in one packet with its beginning, and
        # seen only at its end.
        if not self._idle(range(1), each_second):
            self._idle(range(1, seconds), each_second)

    def _idle(self, seconds: range, each_second: Callable[[int], bool]) -> bool:
        """Let the server tell what happens; return whether the waiting is over."""
        is_over = False
        self._client.idle()
        try:
            for second in seconds:
                is_over = self._has_news() or not each_second(second)
                if is_over:
                    break
        finally:
            _, told = self._client.idle_done()
        return is_over or bool(told)

    def _has_news(self) -> bool:
        """Look for a second; a connection that is broken is news as well."""
        began = time.monotonic()
        return bool(self._client.idle_check(timeout=1)) or time.monotonic() - began < 1 / 2


@contextlib.contextmanager
def opened(box: ImapBox) -> Iterator[Folder]:
    """Yield the folder of a mailbox.

    Raises:
        OSError: the server is out of reach, or its certificate does not do.
        LoginError: user or password are wrong (`imapclient.exceptions`).
        IMAPClientError: there is no such folder, or the server does what it should not.
    """
    with connected(box) as client:
        client.login(box.user, box.password)
        yield Folder(client, box.folder)


@contextlib.contextmanager
def connected(box: ImapBox) -> Iterator[IMAPClient]:
    """Yield a client that has not logged in yet."""
    # At its most talkative the library logs whole letters.
    logging.getLogger("imapclient").setLevel(logging.CRITICAL)
    client = IMAPClient(
        box.host,
        box.port,
        ssl=box.security == "tls",
        ssl_context=ssl.create_default_context() if box.security == "tls" else None,
        timeout=SocketTimeout(_CONNECT_SECONDS, _ANSWER_SECONDS),
    )
    client.normalise_times = False
    try:
        if box.security == "starttls":
            client.starttls(ssl.create_default_context())
        yield client
    finally:
        with contextlib.suppress(OSError, IMAPClientError):
            client.shutdown()
