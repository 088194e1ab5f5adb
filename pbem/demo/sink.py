"""A mail server that keeps every mail as a file: `python -m pbem.demo.sink PORT FOLDER`."""

import asyncio
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Final

from aiosmtpd.smtp import SMTP, Envelope, Session

HOST: Final = "127.0.0.1"
# On top of each file: whose mailbox it lies in.
DELIVERED: Final = "Delivered-To"


class KeepingHandler:
    """Keeps mails as `000001.eml`, `000002.eml`, ... in the order of their receipt."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last = max((int(path.stem) for path in folder.glob("*.eml")), default=0)

    async def handle_DATA(  # noqa: N802 - the hook's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Keep a copy for each recipient; durable when 250 is said."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        for recipient in envelope.rcpt_tos:
            self._keep(f"{DELIVERED}: {recipient}\r\n".encode() + content)
        return "250 2.0.0 OK"

    def _keep(self, mail: bytes) -> None:
        self._last += 1
        path = self._folder / f"{self._last:06}.eml"
        half = path.with_suffix(".new")
        with half.open("wb") as out:
            out.write(mail)
            out.flush()
            os.fsync(out.fileno())
        half.rename(path)


async def _run(port: int, folder: Path) -> None:
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    loop = asyncio.get_running_loop()
    handler = KeepingHandler(folder)
    server = await loop.create_server(
        lambda: SMTP(handler, hostname="home.example", enable_SMTPUTF8=True, loop=loop), HOST, port
    )
    over = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, over.set)
    await over.wait()
    server.close()


if __name__ == "__main__":
    asyncio.run(_run(int(sys.argv[1]), Path(sys.argv[2])))
