"""The listener on real sockets."""

import asyncio
import os
import queue
import signal
import smtplib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from pbem.app.trust import NO_ORIGIN, Origin
from pbem.mailin.limits import MAX_BYTES
from pbem.mailin.listener import Accepts, Endpoint, Listener
from tests.mailin.letters import letter

ALICE, BOB, CAROL = (f"play+{name}@cards.example.org" for name in ("alice", "bob", "carol"))
UNKNOWN = "play+mallory@cards.example.org"
BREAKS = "play+breaks@cards.example.org"
LATER = "play+later@cards.example.org"
REPLACED = "play+replaced@cards.example.org"


class Shelf:
    """A doorstep that keeps letters in a list; `full` recipients make storing fail."""

    def __init__(self) -> None:
        self.stored: list[tuple[bytes, str, tuple[str, ...], str]] = []
        self.origins: list[Origin] = []
        self.full: set[str] = set()
        self.held: threading.Event | None = None
        self.waits = threading.Event()

    def accepts(self, recipient: str) -> Accepts:
        if recipient == BREAKS:
            raise ConnectionError("no database")
        if recipient == LATER:
            return "later"
        if recipient == REPLACED:
            return "revoked"
        return "unknown" if recipient == UNKNOWN else "yes"

    def store(
        self,
        raw: bytes,
        recipient: str,
        recipients: Sequence[str],
        transport: str,
        origin: Origin,
    ) -> None:
        self.origins.append(origin)
        if self.held is not None:
            self.waits.set()
            assert self.held.wait(10)
        if recipient in self.full:
            raise OSError("disk full")
        self.stored.append((raw, recipient, tuple(recipients), transport))


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@contextmanager
def running(listener: Listener) -> Iterator[None]:
    """The listener in a thread with a loop of its own."""
    opened: queue.Queue[asyncio.AbstractEventLoop] = queue.Queue()
    stop = asyncio.Event()

    async def live() -> None:
        await listener.open()
        opened.put(asyncio.get_running_loop())
        await stop.wait()
        await listener.close()

    thread = threading.Thread(target=asyncio.run, args=(live(),))
    thread.start()
    loop = opened.get(timeout=10)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def listener(shelf: Shelf) -> Iterator[Listener]:
    here = Endpoint("127.0.0.1", 0)
    listener = Listener(shelf, hostname="cards.example.org", smtp=here, lmtp=here)
    with running(listener):
        yield listener


class Wire:
    """A raw connection: one line out, one reply (all its lines) in."""

    def __init__(self, port: int, greeting: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._file = self._socket.makefile("rb")
        assert self.reply().startswith("220")
        assert self(f"{greeting} client.example.com").startswith("250")

    def __call__(self, line: str) -> str:
        self.send(line.encode() + b"\r\n")
        return self.reply()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def reply(self) -> str:
        line = self._file.readline().decode()
        while line[3:4] == "-":
            line = self._file.readline().decode()
        return line.strip()

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@pytest.fixture
def lmtp(listener: Listener) -> Iterator[Wire]:
    wire = Wire(listener.port("lmtp"), "LHLO")
    yield wire
    wire.close()


@pytest.fixture
def smtp(listener: Listener) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", listener.port("smtp"), timeout=10) as client:
        client.ehlo()
        yield client


def data(wire: Wire, raw: bytes) -> None:
    assert wire("DATA").startswith("354")
    wire.send(raw.replace(b"\n", b"\r\n") + b"\r\n.\r\n")


def test_lmtp_tells_the_fate_of_each_recipient(lmtp, shelf):
    assert lmtp("MAIL FROM:<alice@example.com>").startswith("250")
    assert lmtp(f"RCPT TO:<{ALICE}>").startswith("250")
    assert lmtp(f"RCPT TO:<{UNKNOWN}>").startswith("550 5.1.1")
    assert lmtp(f"RCPT TO:<{BOB}>").startswith("250")
    assert lmtp(f"RCPT TO:<{CAROL}>").startswith("250")
    shelf.full = {BOB}
    data(lmtp, letter())

    replies = [lmtp.reply() for _ in range(3)]

    assert [reply[:3] for reply in replies] == ["250", "451", "250"]
    assert lmtp("NOOP").startswith("250")
    assert [(one[1], one[2], one[3]) for one in shelf.stored] == [
        (ALICE, (ALICE, BOB, CAROL), "lmtp"),
        (CAROL, (ALICE, BOB, CAROL), "lmtp"),
    ]


def test_a_letter_is_stored_as_it_came_with_its_return_path(lmtp, shelf):
    raw = letter("bid 2\n.hidden\n")
    lmtp("MAIL FROM:<alice@example.com>")
    lmtp(f"RCPT TO:<{ALICE}>")
    data(lmtp, raw.replace(b"\n.hidden", b"\n..hidden"))
    assert lmtp.reply().startswith("250")

    assert shelf.stored[0][0] == (
        b"Return-Path: <alice@example.com>\r\n" + raw.replace(b"\n", b"\r\n") + b"\r\n"
    )


def test_a_report_comes_with_the_null_path(lmtp, shelf):
    assert lmtp("MAIL FROM:<>").startswith("250")
    assert lmtp(f"RCPT TO:<{ALICE}>").startswith("250")
    data(lmtp, letter())
    assert lmtp.reply().startswith("250")

    assert shelf.stored[0][0].startswith(b"Return-Path: <>\r\nFrom: ")


@pytest.mark.parametrize("recipient", [BREAKS, LATER])
def test_a_door_in_trouble_asks_to_come_again(lmtp, recipient):
    lmtp("MAIL FROM:<alice@example.com>")

    assert lmtp(f"RCPT TO:<{recipient}>").startswith("451")
    assert lmtp("DATA").startswith("503")


def test_a_crowd_of_recipients_is_taken_in_turns(lmtp):
    lmtp("MAIL FROM:<alice@example.com>")
    replies = [lmtp(f"RCPT TO:<play+p{n}@cards.example.org>")[:3] for n in range(101)]

    assert replies == ["250"] * 100 + ["452"]


def test_a_line_end_of_lf_alone_ends_no_letter(lmtp, shelf):
    lmtp("MAIL FROM:<alice@example.com>")
    lmtp(f"RCPT TO:<{ALICE}>")
    assert lmtp("DATA").startswith("354")
    lmtp.send(b"From: alice@example.com\r\n\r\nbid 2\n.\nMAIL FROM:<m@example.com>\r\n.\r\n")
    assert lmtp.reply().startswith("250")

    assert b"MAIL FROM" in shelf.stored[0][0]


def test_smtp_takes_a_letter_for_several(smtp, shelf):
    refused = smtp.sendmail("alice@example.com", [ALICE, UNKNOWN, BOB], letter())

    assert refused[UNKNOWN][0] == 550
    assert [(one[1], one[3]) for one in shelf.stored] == [(ALICE, "smtp"), (BOB, "smtp")]


def test_smtp_says_later_when_a_letter_could_not_be_stored(smtp, shelf):
    shelf.full = {BOB}

    with pytest.raises(smtplib.SMTPDataError) as refused:
        smtp.sendmail("alice@example.com", [ALICE, BOB], letter())

    assert refused.value.smtp_code == 451
    shelf.full = set()
    smtp.sendmail("alice@example.com", [ALICE, BOB], letter())


def test_a_letter_over_ten_mebibytes_is_refused(listener, shelf):
    with smtplib.SMTP("127.0.0.1", listener.port("smtp"), timeout=10) as client:
        client.ehlo()
        assert client.mail("alice@example.com", [f"SIZE={MAX_BYTES + 1}"])[0] == 552
        client.mail("alice@example.com")
        client.rcpt(ALICE)
        code, said = client.data(letter() + (b"x" * 98 + b"\r\n") * (MAX_BYTES // 100 + 1))

    assert (code, said) == (552, b"Error: Too much mail data")
    assert shelf.stored == []


def test_long_lines_and_raw_utf_8_are_taken(smtp, shelf):
    smtp.sendmail("alice@example.com", [ALICE], letter("x" * 30_000 + "\n♠A\n"))

    assert "♠A".encode() in shelf.stored[0][0]


def test_other_sessions_go_on_while_a_letter_is_being_stored(listener, shelf):
    shelf.held = threading.Event()
    slow = Wire(listener.port("lmtp"), "LHLO")
    slow("MAIL FROM:<alice@example.com>")
    slow(f"RCPT TO:<{ALICE}>")
    data(slow, letter())
    assert shelf.waits.wait(10)

    quick = Wire(listener.port("smtp"), "EHLO")
    assert quick("NOOP").startswith("250")
    assert shelf.stored == []
    shelf.held.set()

    assert slow.reply().startswith("250")
    slow.close()
    quick.close()


def test_nothing_of_a_letter_is_logged(smtp, shelf, caplog):
    caplog.set_level("DEBUG")
    shelf.full = {ALICE}
    with pytest.raises(smtplib.SMTPDataError):
        smtp.sendmail("alice@example.com", [ALICE], letter())

    own = [r.getMessage() for r in caplog.records if r.name.startswith(("pbem", "mail"))]
    assert own == ["the door failed: OSError"]


def test_a_listener_needs_somewhere_to_listen(shelf):
    with pytest.raises(ValueError, match="nowhere"):
        Listener(shelf, hostname="cards.example.org")


def test_a_taken_port_is_said_and_nothing_is_left_open(shelf, listener):
    taken = Endpoint("127.0.0.1", listener.port("smtp"))
    second = Listener(
        shelf, hostname="cards.example.org", smtp=Endpoint("127.0.0.1", 0), lmtp=taken
    )

    with pytest.raises(OSError):
        asyncio.run(second.open())
    with pytest.raises(KeyError):
        second.port("smtp")


PROCESS = """
import asyncio, sys
from pbem.mailin.listener import Endpoint, Listener
class Door:
    def accepts(self, recipient): return "yes"
    def store(self, raw, recipient, recipients, transport, origin): pass
async def main():
    listener = Listener(Door(), hostname="x.example", smtp=Endpoint("127.0.0.1", 0))
    running = asyncio.ensure_future(listener.run())
    while not listener.is_open:
        await asyncio.sleep(0.01)
    print(listener.port("smtp"), flush=True)
    await running
asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_process_ends_when_it_is_told_to(number):
    command = [sys.executable, "-c", PROCESS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
            client.sendmail("alice@example.com", [ALICE], letter())
        os.kill(process.pid, number)
        assert process.wait(10) == 0


def test_who_writes_to_an_address_that_was_replaced_is_told_so_at_the_door(shelf, smtp, lmtp):
    smtp.mail("alice@example.com")
    code, text = smtp.rcpt(REPLACED)
    lmtp("MAIL FROM:<alice@example.com>")

    assert code == 550
    assert b"was replaced" in text
    assert lmtp(f"RCPT TO:<{REPLACED}>").startswith("550 5.1.6")
    assert shelf.stored == []


def test_who_handed_a_letter_in_is_known_by_smtp_alone(shelf, smtp, lmtp):
    smtp.sendmail("alice@example.com", [ALICE], letter())
    lmtp("MAIL FROM:<alice@example.com>")
    lmtp(f"RCPT TO:<{ALICE}>")
    data(lmtp, letter())
    assert lmtp.reply().startswith("250")

    by_smtp, by_lmtp = shelf.origins
    assert by_smtp.peer == "127.0.0.1"
    assert by_smtp.helo
    assert by_lmtp == NO_ORIGIN
