"""Letters that the tests write, and the shared corpus."""

import base64
from pathlib import Path

from pbem.app.incoming import Desk, Incoming, ToSeat
from pbem.mailin.addresses import Identity
from pbem.mailin.conformance import cases_of
from pbem.mailin.reader import read
from pbem.rules.moves import Position

CORPUS = Path(__file__).parent.parent / "cases" / "letters"
CASES = cases_of(CORPUS)
HOUSE = Identity("play@cards.example.org", "cards.example.org")
SEAT = ToSeat(7, Position(3, 2))
TOKEN = "aaaabbbbccccddddeeeeffff22"
OTHER = "aaaabbbbccccddddeeeeffff33"
REPLY = f"play+{TOKEN}@cards.example.org"


def resolve(token: str) -> Desk | None:
    return {TOKEN: SEAT, OTHER: ToSeat(8, Position(1, 1))}.get(token)


def letter(
    body: str | bytes = "bid 2\n",
    *,
    sender: str = "Alice <alice@example.com>",
    kind: str = "text/plain; charset=utf-8",
    message_id: str | None = "<1@example.com>",
    to: str = REPLY,
    headers: str = "",
) -> bytes:
    """A letter with LF; `headers` are whole lines."""
    head = f"From: {sender}\nTo: {to}\nDate: Tue, 3 Mar 2026 08:14:00 +0100\n" + headers
    if message_id is not None:
        head += f"Message-ID: {message_id}\n"
    if kind:
        head += f"MIME-Version: 1.0\nContent-Type: {kind}\n"
    return head.encode() + b"\n" + (body if isinstance(body, bytes) else body.encode())


def taken(raw: bytes, recipient: str = REPLY, recipients: tuple[str, ...] = ()) -> Incoming:
    return read(
        raw,
        recipient=recipient,
        recipients=recipients or (recipient,),
        identity=HOUSE,
        resolve=resolve,
    )


def lines(body: str | bytes, **changes: str) -> list[str]:
    return list(taken(letter(body, **changes)).lines)


def multipart(kind: str, *parts: tuple[str, str]) -> bytes:
    """A letter of these (content type and further headers, body) parts."""
    body = "".join(f"--edge\nContent-Type: {head}\n\n{text}\n" for head, text in parts)
    return letter(body + "--edge--\n", kind=f'multipart/{kind}; boundary="edge"')


def picture(size: int) -> str:
    return base64.encodebytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * (size // 256)).decode()
