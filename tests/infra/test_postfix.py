"""A real Postfix with the settings that operators get hands letters to our door."""

import smtplib
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pbem import embedded
from pbem.mailin.limits import MAX_BYTES
from pbem.mailin.listener import Endpoint, Listener
from pbem.rules.moves import Position
from pbem.signing import reply_token
from tests import postfix
from tests.debian import NotHere
from tests.infra.houses import environ_of, house_of
from tests.infra.test_delivering import deliver
from tests.mailin.letters import letter
from tests.mailin.test_listener import running

SERVICE = "play@cards.example.org"
UNKNOWN = "play+aaaabbbbccccddddeeeeffff22@cards.example.org"


def reply_address(house, number: int) -> str:
    token = reply_token(house.settings.keys, "pending", number, Position(0, 0), 0)
    return f"play+{token}@cards.example.org"


@pytest.fixture
def environ(database_url, broker_url):
    return environ_of(database_url, broker_url)


@pytest.fixture
def house(environ):
    with house_of(environ) as opened:
        yield opened


@pytest.fixture(scope="module")
def lmtp_port() -> int:
    return embedded.free_port()


@pytest.fixture(scope="module")
def mx(lmtp_port) -> Iterator[postfix.Postfix]:
    changes = {"virtual_transport": f"lmtp:inet:127.0.0.1:{lmtp_port}"}
    with _skipping(), postfix.postfix(changes) as server:
        yield server


@contextmanager
def _skipping() -> Iterator[None]:
    try:
        yield
    except NotHere as why:
        pytest.skip(str(why))


@contextmanager
def listening(house, port: int) -> Iterator[None]:
    listener = Listener(
        house.doorstep, hostname="cards.example.org", lmtp=Endpoint("127.0.0.1", port)
    )
    with running(listener):
        yield


@contextmanager
def client(mx, source: str = "127.0.0.1") -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", mx.port, timeout=30, source_address=(source, 0)) as smtp:
        smtp.ehlo()
        yield smtp


def stored(house) -> list[tuple[str, str, bytes]]:
    """Return recipient, way and bytes of each letter, the oldest first."""
    with house.services.uow() as uow:
        found = [uow.letters.get(one.id) for one in uow.letters.newest(20)]
    return [(one.recipient, one.transport, one.raw) for one in reversed(found)]


def until(claim, mx) -> None:
    end = time.monotonic() + 60
    while not claim():
        assert time.monotonic() < end, mx.log()
        time.sleep(0.05)


def test_postfix_knows_all_settings_and_complains_of_none(mx):
    names = {line.partition(" =")[0] for line in postfix.fragment({}).splitlines() if "=" in line}
    named = {name for name in names if name.isidentifier()}

    assert {"virtual_transport", "message_size_limit"} <= named
    assert named <= {line.partition(" =")[0] for line in mx.settings("-n").splitlines()}
    assert named <= {line.partition(" =")[0] for line in mx.settings("-d").splitlines()}
    assert "warning" not in mx.log()


def test_a_letter_is_stored_for_each_recipient_and_strangers_are_refused_at_once(
    mx, house, lmtp_port
):
    known = [SERVICE, reply_address(house, 5), reply_address(house, 6).upper()]
    raw = letter("bid 2\n", headers="Subject: Re: Deal 1\n").replace(b"\n", b"\r\n")
    with listening(house, lmtp_port), client(mx) as smtp:
        smtp.mail("alice@example.com")
        told = [smtp.rcpt(one) for one in (*known, UNKNOWN, "carol@cards.example.org")]
        assert smtp.data(raw)[0] == 250
        until(lambda: len(stored(house)) == 3, mx)

    assert [code for code, _ in told] == [250, 250, 250, 550, 550]
    assert b"No such address here" in told[3][1]
    recipients = {recipient for recipient, _, _ in stored(house)}
    assert {one.lower() for one in recipients} == {one.lower() for one in known}
    for _, way, kept in stored(house):
        assert way == "lmtp"
        assert kept.startswith(b"Return-Path: <alice@example.com>\r\n")
        assert kept.endswith(raw)
    until(lambda: mx.queued() == 0, mx)


def test_while_our_listener_is_down_letters_wait_and_come_once_later(mx, house, lmtp_port):
    fresh, seen = reply_address(house, 7), reply_address(house, 8)
    with listening(house, lmtp_port), client(mx) as smtp:
        smtp.mail("alice@example.com")
        assert smtp.rcpt(seen)[0] == 250
    with client(mx) as smtp:
        smtp.mail("alice@example.com")
        # Nobody could say whether there is such an address: the sender keeps the letter.
        assert smtp.rcpt(fresh)[0] == 450
        assert smtp.rcpt(seen)[0] == 250
        assert smtp.data(letter("bid 3\n"))[0] == 250
    until(lambda: "status=deferred" in mx.log(), mx)
    assert (mx.queued(), stored(house)) == (1, [])

    def comes_again() -> bool:
        with client(mx) as smtp:
            smtp.mail("alice@example.com")
            return smtp.rcpt(fresh)[0] == 250

    with listening(house, lmtp_port):
        mx.flush()
        until(lambda: mx.queued() == 0, mx)
        until(comes_again, mx)
    assert [recipient for recipient, _, _ in stored(house)] == [seen]


def test_what_postfix_takes_is_not_too_big_for_us(mx, house, lmtp_port):
    line = b"x" * 76 + b"\r\n"
    head = letter("").replace(b"\n", b"\r\n")
    most = (MAX_BYTES - len(head) - 1000) // len(line)
    with listening(house, lmtp_port), client(mx, postfix.AT_HOME) as smtp:
        smtp.sendmail("alice@example.com", [SERVICE], head + line * most)
        with pytest.raises(smtplib.SMTPResponseException) as refused:
            smtp.sendmail("alice@example.com", [SERVICE], head + line * (most + 20))
        until(lambda: mx.queued() == 0, mx)

    assert refused.value.smtp_code == 552
    assert len(stored(house)) == 1


@pytest.mark.parametrize("limit", ["message", "recipient"])
def test_a_mail_server_that_sends_too_much_is_asked_to_come_later_and_the_house_is_not(
    house, lmtp_port, limit
):
    changes = {
        "virtual_transport": f"lmtp:inet:127.0.0.1:{lmtp_port}",
        f"smtpd_client_{limit}_rate_limit": "2",
    }
    with _skipping(), postfix.postfix(changes) as mx, listening(house, lmtp_port):
        codes = {source: three_letters(mx, source) for source in ("127.0.0.1", postfix.AT_HOME)}
        assert mx.settings("-h", "anvil_rate_time_unit") == "1h\n"

    assert codes == {"127.0.0.1": [250, 250, 450], postfix.AT_HOME: [250, 250, 250]}


def three_letters(mx, source: str) -> list[int]:
    """Send three letters; return the answer to each."""
    codes = []
    for _ in range(3):
        with client(mx, source) as smtp:
            code, _ = smtp.mail("alice@example.com")
            codes.append(smtp.rcpt(SERVICE)[0] if code == 250 else code)
    return codes


# Postfix pipes as a user who may not be able to read Python or this checkout: what stands in
# for /opt/pbem/bin/pbem hands everything on to the user who runs the tests, and waits.
STUB = """#!/bin/sh
job=$(mktemp -d {folder}/jobs/XXXXXX) || exit 70
env -0 > $job/environ; cat > $job/letter; printf '%s\\n' "$@" > $job/words
mkfifo -m 666 $job/code
mv $job/words $job/ready
read code < $job/code
exit $code
"""


@contextmanager
def relayed(folder: Path) -> Iterator[Path]:
    """Yield a program that is `pbem`, for whoever may read and write in the folder."""
    (folder / "jobs").mkdir()
    (folder / "jobs").chmod(0o777)
    program = folder / "pbem"
    program.write_text(STUB.format(folder=folder))
    over = threading.Event()
    thread = threading.Thread(target=_relay, args=(folder / "jobs", over))
    thread.start()
    try:
        yield program
    finally:
        over.set()
        thread.join()


def _relay(jobs: Path, over: threading.Event) -> None:
    done: set[Path] = set()
    with ExitStack() as pipes:
        while not over.wait(0.02):
            for ready in set(jobs.glob("*/ready")) - done:
                done.add(ready)
                # Opened both ways and kept open, it never waits for the other end.
                code = pipes.enter_context((ready.parent / "code").open("r+b", buffering=0))
                code.write(b"%d\n" % _run(ready.parent))


def _run(job: Path) -> int:
    pairs = (one.partition("=") for one in (job / "environ").read_text().split("\0"))
    environ = {name: value for name, _, value in pairs if name.startswith("PBEM_")}
    letters, command, *words = (job / "ready").read_text().splitlines()
    assert (letters, command) == ("letters", "deliver")
    return deliver(environ, (job / "letter").read_bytes(), *words).returncode


@pytest.fixture
def piped(environ) -> Iterator[tuple[postfix.Postfix, Path]]:
    """A Postfix that pipes, and the file of settings that its script reads."""
    with tempfile.TemporaryDirectory(prefix="pbem-piped-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        settings, script = folder / "pbem.env", folder / "pbem-deliver"
        settings.write_text("".join(f"{name}='{value}'\n" for name, value in environ.items()))
        with relayed(folder) as program:
            text = (postfix.DEPLOY / "pbem-deliver").read_text()
            text = text.replace("/etc/pbem/pbem.env", str(settings))
            script.write_text(text.replace("/opt/pbem/bin/pbem", str(program)))
            for one in (program, script):
                one.chmod(0o755)
            extra = "pbem_destination_recipient_limit = 1\n"
            changes = {"virtual_transport": "pbem"}
            with _skipping(), postfix.postfix(changes, script, extra) as server:
                yield server, settings


def test_the_pipe_stores_likewise_and_keeps_what_cannot_be_stored(piped, house):
    mx, settings = piped
    away = settings.with_name("away")
    settings.rename(away)
    ours = reply_address(house, 9)
    with client(mx, postfix.AT_HOME) as smtp:
        smtp.sendmail("alice@example.com", [SERVICE, ours], letter("bid 2\n"))
    until(lambda: mx.log().count("status=deferred") >= 2, mx)
    assert stored(house) == []
    assert mx.queued() == 1

    away.rename(settings)
    mx.flush()
    until(lambda: mx.queued() == 0, mx)

    assert {(recipient, way) for recipient, way, _ in stored(house)} == {
        (SERVICE, "pipe"),
        (ours, "pipe"),
    }
    for _, _, kept in stored(house):
        assert kept.startswith(b"Return-Path: <alice@example.com>\r\n")
        assert b"\nbid 2\n" in kept
