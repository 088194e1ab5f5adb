"""The listener: takes letters by LMTP and SMTP, and says 250 only for what is stored."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.app.trust import NO_ORIGIN, Origin
from pbem.mailin.envelope import with_return_path
from pbem.mailin.limits import MAX_BYTES

Accepts = Literal["yes", "unknown", "revoked", "later"]
Transport = Literal["lmtp", "smtp"]

_MAX_RECIPIENTS: Final = 100
_LINE: Final = 64 * 1024

_TAKEN: Final = "250 2.0.0 OK"
_UNKNOWN: Final = "550 5.1.1 No such address here"
_REVOKED: Final = "550 5.1.6 This reply address was replaced; answer the newest mail of the table"
_LATER: Final = "451 4.3.0 Try again later"
_REFUSALS: Final = {"unknown": _UNKNOWN, "revoked": _REVOKED}
_TOO_MANY: Final = "452 4.5.3 Too many recipients"

_log = logging.getLogger(__name__)


class Doorstep(Protocol):
    """What the listener asks; both may block, and both may raise (that is a 451)."""

    def accepts(self, recipient: str) -> Accepts:
        """Return whether mail to this address is for us."""

    def store(
        self,
        raw: bytes,
        recipient: str,
        recipients: Sequence[str],
        transport: str,
        origin: Origin,
    ) -> None:
        """Store a letter for one of its recipients; it is durable when this returns."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to listen. Port 0 takes a free one."""

    host: str
    port: int


class _Smtp(SMTP):
    # Programs that write lines longer than the standard allows exist; refusing their
    # letters would only lose moves.
    line_length_limit = _LINE


class _Lmtp(LMTP):
    line_length_limit = _LINE


class _Handler:
    """The answers of one transport. The work is done in threads, so that the loop lives."""

    def __init__(self, doorstep: Doorstep, transport: Transport) -> None:
        self._doorstep = doorstep
        self._transport = transport

    async def handle_RCPT(  # noqa: N802 - the hook's name and form
        self,
        _server: SMTP,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if len(envelope.rcpt_tos) >= _MAX_RECIPIENTS:
            return _TOO_MANY
        verdict = await _or_later(lambda: asyncio.to_thread(self._doorstep.accepts, address))
        if verdict != "yes":
            return _REFUSALS.get(verdict, _LATER)
        envelope.rcpt_tos.append(address)
        return _TAKEN

    async def handle_DATA(  # noqa: N802 - the hook's name
        self, _server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store one letter per recipient; LMTP is told of each, SMTP of all together."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        raw = with_return_path(content, envelope.mail_from or "")
        recipients = tuple(envelope.rcpt_tos)
        origin = self._origin(session)
        statuses = [await self._stored(raw, one, recipients, origin) for one in recipients]
        if self._transport == "lmtp":
            return "\r\n".join(statuses)
        # What is stored already is known by its bytes when the letter comes again.
        return _LATER if _LATER in statuses else _TAKEN

    async def handle_exception(self, error: Exception) -> str:
        _log.error("listener session failed: %s", type(error).__name__)
        return _LATER

    def _origin(self, session: Session) -> Origin:
        """Return who handed the letter in; by LMTP that is a mail server of our own."""
        peer = session.peer[0] if self._transport == "smtp" and session.peer else ""
        return Origin(peer=str(peer), helo=session.host_name or "") if peer else NO_ORIGIN

    async def _stored(
        self, raw: bytes, recipient: str, recipients: tuple[str, ...], origin: Origin
    ) -> str:
        async def store() -> Accepts:
            await asyncio.to_thread(
                self._doorstep.store, raw, recipient, recipients, self._transport, origin
            )
            return "yes"

        return _TAKEN if await _or_later(store) == "yes" else _LATER


async def _or_later(ask: Callable[[], Awaitable[Accepts]]) -> Accepts:
    """Return the door's answer; whatever is broken behind it, the sender shall come again."""
    try:
        return await ask()
    except Exception as error:  # noqa: BLE001 - a letter must never be lost by a bug
        # The message of the error may hold an address or the letter.
        _log.error("the door failed: %s", type(error).__name__)
        return "later"


class Listener:
    """Listens where it is told to, until it is closed."""

    def __init__(
        self,
        doorstep: Doorstep,
        *,
        hostname: str,
        smtp: Endpoint | None = None,
        lmtp: Endpoint | None = None,
    ) -> None:
        if smtp is None and lmtp is None:
            raise ValueError("the listener has nowhere to listen")
        self._doorstep = doorstep
        self._hostname = hostname
        self._ends: dict[Transport, Endpoint | None] = {"smtp": smtp, "lmtp": lmtp}
        self._servers: dict[Transport, asyncio.Server] = {}

    async def open(self) -> None:
        """Begin to listen.

        Raises:
            OSError: an address cannot be listened on; then none is.
        """
        # The library logs addresses, and of a letter sent as commands every line. What
        # goes wrong is logged by the handler.
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)
        loop = asyncio.get_running_loop()
        try:
            for transport, end in self._ends.items():
                if end is not None:
                    self._servers[transport] = await loop.create_server(
                        self._protocol(transport, loop), end.host, end.port
                    )
        except OSError:
            await self.close()
            raise

    @property
    def is_open(self) -> bool:
        return all(transport in self._servers for transport, end in self._ends.items() if end)

    def port(self, transport: Transport) -> int:
        """Return the port that an open listener has for this transport."""
        port: int = self._servers[transport].sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        for server in self._servers.values():
            server.close()
            await server.wait_closed()
        self._servers.clear()

    async def run(self) -> None:
        """Listen until SIGTERM or SIGINT."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        await self.open()
        try:
            await stop.wait()
        finally:
            await self.close()

    def _protocol(
        self, transport: Transport, loop: asyncio.AbstractEventLoop
    ) -> Callable[[], SMTP]:
        kind = _Lmtp if transport == "lmtp" else _Smtp
        handler = _Handler(self._doorstep, transport)
        return lambda: kind(
            handler,
            data_size_limit=MAX_BYTES,
            enable_SMTPUTF8=True,
            hostname=self._hostname,
            ident="pbem",
            loop=loop,
        )
