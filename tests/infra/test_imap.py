"""Letters are fetched from a real mailbox: each once, whatever breaks, and no others."""

import contextlib
import threading
import time
from dataclasses import replace

import pytest

from pbem.config_mailbox import mailbox
from pbem.mailin.imap.box import Folder, opened
from pbem.mailin.imap.fetching import PROCESSED, QUARANTINE, Fetching, Lost
from pbem.mailin.limits import MAX_BYTES, head_alone
from pbem.rules.moves import Position
from pbem.signing import reply_token
from pbem.wiring.fetching import watch_of
from pbem.wiring.mailbox_health import sick_mailbox
from tests import dovecot
from tests.infra.houses import ALICE, begin_game, environ_of, house_of
from tests.mailin.letters import letter

SERVICE = "play@cards.example.org"


@pytest.fixture
def box(server, monkeypatch):
    server.empty()
    monkeypatch.setenv("SSL_CERT_FILE", str(server.authority))
    return mailbox(server.url)


@pytest.fixture
def environ(database_url, broker_url):
    return environ_of(database_url, broker_url) | {"PBEM_OWN_DOMAIN": "no"}


@pytest.fixture
def house(environ):
    with house_of(environ) as opened_house:
        yield opened_house


@pytest.fixture
def fetching(house, box) -> Fetching:
    """One that has looked once into the empty mailbox."""
    found = watch_of(house, box).fetching
    fetch(found, box)
    return found


def fetch(fetching: Fetching, box, kind=contextlib.nullcontext) -> None:
    with opened(box) as folder, kind(folder) as seen:
        fetching.fetch(seen)


def mail(number: int, to: str = SERVICE, body: str = "help\n", headers: str = "") -> bytes:
    text = letter(body, to=to, message_id=f"<{number}@example.com>", headers=headers)
    return text.replace(b"\n", b"\r\n")


def pending_address(house, number: int) -> str:
    token = reply_token(house.settings.keys, "pending", number, Position(0, 0), 0)
    return f"play+{token}@cards.example.org"


def stored(house) -> list[tuple[str, bytes]]:
    with house.services.uow() as uow:
        found = [uow.letters.get(one.id) for one in uow.letters.newest(50)]
    assert all(one.transport == "imap" for one in found)
    return [(one.recipient, one.raw) for one in reversed(found)]


def test_letters_for_us_are_stored_as_they_are_and_moved_the_others_stay_untouched(
    server, box, house, fetching
):
    ours, other = pending_address(house, 5), pending_address(house, 6)
    private = mail(1, to="carol@cards.example.org", body="Dear Carol\n")
    forged = mail(2, to="play+aaaabbbbccccddddeeeeffff22@cards.example.org")
    # What servers noted of the envelope comes before what the sender wrote.
    noted = mail(3, to=f"friends@example.org, {other}", headers=f"Delivered-To: {ours}\n")
    plain = mail(4, to=f"Cards <{SERVICE}>")
    server.put(private, forged, noted, plain)
    with server.client() as person:
        person.select_folder("INBOX")
        person.add_flags(person.search(), [b"\\Seen"])

    fetch(fetching, box)
    fetch(fetching, box)

    assert stored(house) == [(ours, noted), (SERVICE, plain)]
    assert server.contents(PROCESSED) == [noted, plain]
    assert server.contents() == [private, forged]
    server.put(private)
    fetch(fetching, box)
    with server.client() as person:
        person.select_folder("INBOX", readonly=True)
        assert len(person.search("UNSEEN")) == 1


def test_what_lay_there_before_the_first_look_is_left_alone(server, box, house):
    server.put(mail(1), mail(2))
    fetching = watch_of(house, box).fetching

    fetch(fetching, box)
    server.put(mail(3))
    fetch(fetching, box)

    assert stored(house) == [(SERVICE, mail(3))]
    assert server.contents() == [mail(1), mail(2)]


class Breaks:
    """A folder whose connection ends at the second move, before or after it was made."""

    def __init__(self, folder: Folder, *, is_made: bool) -> None:
        self._folder = folder
        self._is_made = is_made
        self._moves = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._folder, name)

    def put(self, uid: int, name: str) -> bool:
        self._moves += 1
        if self._moves == 2:
            if self._is_made:
                self._folder.put(uid, name)
            raise ConnectionResetError
        return self._folder.put(uid, name)


@pytest.mark.parametrize("is_made", [False, True])
def test_broken_off_in_the_middle_nothing_is_lost_or_doubled(server, box, house, fetching, is_made):
    letters = [mail(number) for number in range(4)]
    server.put(*letters)

    def breaking(folder):
        return contextlib.nullcontext(Breaks(folder, is_made=is_made))

    with pytest.raises(ConnectionResetError):
        fetch(fetching, box, breaking)
    assert len(stored(house)) == 2
    fetching.leave()
    fetch(watch_of(house, box).fetching, box)

    assert [raw for _, raw in stored(house)] == letters
    assert sorted(server.contents(PROCESSED)) == letters
    assert server.contents() == []


def test_what_comes_right_before_the_waiting_is_not_waited_for(server, box):
    seconds = []
    with opened(box) as folder:
        server.put(mail(1))
        folder.wait(30, lambda second: seconds.append(second) or True)

    assert len(seconds) < 30


def test_new_uids_of_the_server_lose_and_double_nothing(server, box, house):
    with server.client() as person:
        person.create_folder("Cards")
    cards = replace(box, folder="Cards")
    fetching = watch_of(house, cards).fetching
    fetch(fetching, cards)
    server.put(mail(1), mail(2), folder="Cards")
    fetch(fetching, cards)
    with server.client() as person:
        person.delete_folder("Cards")
        person.create_folder("Cards")
        # One that was read already, one that came meanwhile, and one of long ago.
        person.append("Cards", mail(2))
        person.append("Cards", mail(3))
        person.append("Cards", mail(4), msg_time=fetching.clock.now().replace(year=2020))

    fetch(fetching, cards)

    assert [raw for _, raw in stored(house)] == [mail(1), mail(2), mail(3)]
    assert server.contents("Cards") == [mail(4)]


def test_one_reader_at_a_time(server, box, house, fetching):
    second = watch_of(house, box).fetching
    server.put(mail(1))

    with pytest.raises(Lost):
        fetch(second, box)
    assert stored(house) == []
    fetching.leave()
    fetch(second, box)

    assert stored(house) == [(SERVICE, mail(1))]
    with pytest.raises(Lost):
        fetch(fetching, box)


def test_what_is_too_big_or_cannot_be_stored_goes_into_quarantine(
    server, box, house, fetching, monkeypatch
):
    big = mail(1, body="x" * 70 + "\n") + b"x" * MAX_BYTES
    server.put(big, mail(2), mail(3))
    take = fetching.door.take

    def poisoned(raw, *words):
        if raw == mail(2):
            raise ValueError("nobody can store this")
        return take(raw, *words)

    monkeypatch.setattr(fetching.door, "take", poisoned)
    for _ in range(2):
        with pytest.raises(ValueError, match="nobody"):
            fetch(fetching, box)
    fetch(fetching, box)

    # Of what is too big the header is kept, so that its writer can be told.
    head = head_alone(mail(1))
    assert stored(house) == [(SERVICE, head), (SERVICE, mail(3))]
    assert server.contents(QUARANTINE) == [big, mail(2)]
    # Moved back by a person it is a new letter.
    monkeypatch.undo()
    monkeypatch.setenv("SSL_CERT_FILE", str(server.authority))
    server.put(mail(2))
    fetch(fetching, box)
    assert [raw for _, raw in stored(house)] == [head, mail(3), mail(2)]


def test_the_same_mail_by_imap_and_lmtp_acts_once(server, box, house, fetching):
    begin_game(house)
    with house.services.uow() as uow:
        [seat] = [one for one in uow.seats.of(1) if one.player_id is not None][:1]
    token = reply_token(house.settings.keys, "seat", seat.id, Position(1, 1), seat.generation)
    ours = f"play+{token}@cards.example.org"
    said = mail(1, to=ours, body="say hello\n").replace(b"alice@example.com", ALICE.encode())
    server.put(said)

    fetch(fetching, box)
    house.doorstep.store(b"Return-Path: <x@y.example>\r\n" + said, ours, (ours,), "lmtp")
    assert house.read_letters()

    with house.services.uow() as uow:
        assert sorted(one.verdict for one in uow.letters.newest(9)) == ["applied", "duplicate"]
        assert len(uow.talks.since(1, fetching.clock.now().replace(year=2020))) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"password": "wrong"}, "refuses the user play@cards.example.org, or the password."),
        ({"folder": "Cards"}, "has no folder Cards."),
        ({"host": "localhost"}, "certificate of localhost:"),
        ({"port": 9}, "Nobody listens at 127.0.0.1:9."),
        ({"host": "no.such.invalid"}, "There is no host no.such.invalid."),
    ],
)
def test_the_doctor_says_in_words_what_is_wrong_with_a_mailbox(box, change, told):
    assert sick_mailbox(box) is None
    what, cure = sick_mailbox(replace(box, **change))

    assert told in what
    assert cure
    assert dovecot.PASSWORD not in what + cure


def until(claim, what=lambda: "") -> None:
    end = time.monotonic() + 60
    while not claim():
        assert time.monotonic() < end, what()
        time.sleep(0.05)


def test_letters_are_waited_for_also_while_the_server_is_away(server, box, house, fetching, caplog):
    caplog.set_level("DEBUG")
    fetching.leave()
    watch = watch_of(house, box)
    thread = threading.Thread(target=watch.run)
    thread.start()
    try:
        server.put(mail(1))
        until(lambda: len(stored(house)) == 1, lambda: caplog.text)
        server.stop()
        until(lambda: "fetching failed" in caplog.text, lambda: caplog.text)
        server.start()
        server.put(mail(2))
        until(lambda: len(stored(house)) == 2, lambda: caplog.text)
    finally:
        watch.stop.set()
        thread.join()
    # It leaves the mailbox to the next one at once.
    fetching.hold()
    for secret in ("hush", "help", "alice@", SERVICE):
        assert secret not in caplog.text
