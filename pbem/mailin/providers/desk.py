"""Where the calls of all providers come together: what is answered, and what is stored."""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol, assert_never

from pbem.app.ports import Clock
from pbem.app.trust import Origin
from pbem.mailin.doorstep import Taken
from pbem.mailin.envelope import with_return_path
from pbem.mailin.providers.calls import Call, Confirm, Noted, Posted, Reading, Refused, Why

Reader = Callable[[Call, datetime], Reading]
"""Reads the calls of one provider, with the keys that are set for it, as of a time."""

TAKEN: Final = 200
CLOSED: Final = 404
REPLAYED: Final = 403
LATER: Final = 503
# What is genuine and yet no letter is because of a setting there: until that is mended the
# provider shall come again.
_STATUSES: Final[Mapping[Why, int]] = {
    "absent": 401,
    "wrong": 403,
    "old": 403,
    "malformed": 400,
    "too_big": 413,
    "unfit": LATER,
}
# Postmark gives a letter up for good at a 403, which a password must not do that is being changed.
_PATIENT: Final = frozenset({"postmark"})

_log = logging.getLogger(__name__)


class Door(Protocol):
    def take(
        self, raw: bytes, recipients: Sequence[str], transport: str, call: str, origin: Origin
    ) -> Taken:
        """Store a letter for those who are known here, once for each call."""


class ProviderDesk:
    """Takes calls for the webhooks of those providers that are set up."""

    def __init__(
        self,
        *,
        door: Door,
        readers: Mapping[str, Reader],
        confirm: Callable[[str], object],
        clock: Clock,
    ) -> None:
        self._door = door
        self._readers = readers
        self._confirm = confirm
        self._clock = clock

    def __call__(self, provider: str, headers: Mapping[str, str], body: bytes) -> int:
        """Return the HTTP status that answers a call; names of headers are in lower case.

        200 only once the letter is stored, or if it is for nobody here. Trouble with the
        store, or with fetching a certificate, raises: the provider is to come again.
        """
        reader = self._readers.get(provider)
        if reader is None:
            return CLOSED
        match reader(Call(headers, body), self._clock.now()):
            case Posted() as letter:
                return self._stored(provider, letter)
            case Refused(why, hint):
                return _refused(provider, why, hint)
            case Confirm(url):
                self._confirm(url)
                _log.info("%s asked whether letters are wanted, and was told yes", provider)
            case Noted():
                _log.info("%s called about no letter", provider)
            case other:
                assert_never(other)
        return TAKEN

    def _stored(self, provider: str, letter: Posted) -> int:
        raw = with_return_path(letter.raw, letter.sender)
        origin = Origin(found=letter.found)
        taken = self._door.take(raw, letter.recipients, provider, letter.call, origin)
        if taken == "replayed":
            _log.warning("%s: a call was made again with another letter", provider)
            return REPLAYED
        if taken == "unknown":
            # A bounce now would go to whoever was named as the sender.
            _log.warning("%s brought a letter to an address that is not known here", provider)
        return TAKEN


def _refused(provider: str, why: Why, hint: str) -> int:
    _log.warning("a call of %s was not taken: %s%s", provider, why, f"; {hint}" if hint else "")
    status = _STATUSES[why]
    return 401 if status == 403 and provider in _PATIENT else status
