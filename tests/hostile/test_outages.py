"""Database, queue and mail server fail at each hop: nothing is lost and nothing done twice."""

import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import psycopg
import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from pbem import store
from pbem.app import upkeep
from pbem.app.records import InvitationState, LetterState
from pbem.doorbell import CeleryBell
from pbem.mailin.listener import Endpoint, Listener
from pbem.mailout.post import Delivered, Refused, TryLater
from pbem.wiring.reading import LetterReader
from tests.hostile.front import SERVICE, Front, Person, Table
from tests.infra.houses import ALICE

NOWHERE = "postgresql://nobody@127.0.0.1:9/none"


def without_database(front: Front) -> Front:
    """The same house in front of a database that does not answer."""
    away = store.uow_factory(store.open_engine(NOWHERE), front.house.settings.keys)
    lost = object.__new__(Front)
    lost.__dict__ |= front.__dict__
    lost.services = replace(front.services, uow=away)
    lost.reader = replace(front.reader, services=lost.services)
    lost.office = replace(front.office, services=lost.services)
    return lost


@contextmanager
def cut_connections(front: Front) -> Iterator[None]:
    """End all connections of the house from the server's side, as a restart does."""
    url = make_url(front.house.settings.database_url)
    plain = url.set(drivername="postgresql", database="postgres").render_as_string(
        hide_password=False
    )
    with psycopg.connect(plain, autocommit=True) as admin:
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        admin.execute(end, [url.database])
        yield


def test_the_hook_says_503_while_the_database_is_down(front: Front):
    from pbem.signing import hook_signature

    url = {
        "database_url": NOWHERE.replace("postgresql:", "postgresql+psycopg:"),
        "hook_keys": (b"h" * 24,),
    }
    from pbem.wiring import open_house

    down = open_house(replace(front.house.settings, **url))
    client = down.pages().test_client()
    raw = Person(front, "Alice").raw("help", SERVICE)
    now = int(time.time())
    header = f"t={now},v2={hook_signature(b'h' * 24, now, SERVICE, raw)}"

    said = client.post(
        "/hooks/mail", data=raw, headers={"X-Pbem-Signature": header, "X-Pbem-Recipient": SERVICE}
    )

    assert said.status_code == 503
    assert client.get("/healthz").status_code == 503
    down.close()


def test_the_listener_says_451_while_the_database_is_down(front: Front):
    import asyncio

    from pbem.mailin.doorstep import StoringDoorstep

    away = store.uow_factory(store.open_engine(NOWHERE), front.house.settings.keys)
    door = StoringDoorstep(
        uow=away,
        keys=front.house.settings.keys,
        identity=front.reader.identity,
        bell=front.services.bell,
        clock=front.clock,
    )
    raw = Person(front, "Alice").raw("help", SERVICE)

    def send(port: int) -> int:
        with smtplib.SMTP("127.0.0.1", port) as smtp:
            smtp.ehlo()
            smtp.mail(ALICE)
            smtp.rcpt(SERVICE)
            code, _ = smtp.data(raw)
            smtp.mail(ALICE)
            seat, _ = smtp.rcpt(f"play+{'a' * 26}@cards.example.org")
            assert seat == 451
            return code

    async def run() -> int:
        listener = Listener(door, hostname="cards.example.org", smtp=Endpoint("127.0.0.1", 0))
        await listener.open()
        try:
            return await asyncio.to_thread(send, listener.port("smtp"))
        finally:
            await listener.close()

    assert asyncio.run(run()) == 451
    assert front.letters() == []


def test_a_letter_stays_unread_while_the_database_is_down(table: Table, front: Front):
    turn = table.on_turn()
    [letter] = front.store(
        turn.raw(turn.last.answers()[-1], turn.last.reply_to), turn.last.reply_to
    )

    with pytest.raises(DBAPIError):
        without_database(front).reader.read(letter)

    assert front.letter(letter).state is LetterState.NEW
    front.run()
    assert front.letter(letter).verdict == "applied"


# What the statement is for: each hop of reading a letter.
HOPS = ["letters", "acted", "games", "seats", "addresses", "events", "waits", "outbox", "COMMIT"]


@pytest.mark.parametrize("hop", HOPS)
def test_a_connection_lost_at_any_hop_of_reading_loses_nothing(
    table: Table, front: Front, hop: str
):
    from sqlalchemy import event

    turn = table.on_turn()
    before = table.seq
    [letter] = front.store(
        turn.raw(turn.last.answers()[-1], turn.last.reply_to), turn.last.reply_to
    )
    cut: list[str] = []

    def cut_once(connection, _cursor, statement, *_more) -> None:
        if not cut and hop in statement:
            cut.append(statement)
            with cut_connections(front):
                pass

    def cut_commit(_connection) -> None:
        if not cut:
            cut.append("COMMIT")
            with cut_connections(front):
                pass

    if hop == "COMMIT":
        event.listen(front.house.engine, "commit", cut_commit)
    else:
        event.listen(front.house.engine, "before_cursor_execute", cut_once)

    with pytest.raises(DBAPIError):
        front.reader.read(letter)

    assert cut
    assert front.letter(letter).state is LetterState.NEW
    assert table.seq == before
    front.run()
    assert front.letter(letter).verdict == "applied"
    assert table.seq == before + 1


def test_a_notice_stays_while_the_database_is_down(table: Table, front: Front):
    turn = table.on_turn()
    [letter] = front.store(turn.raw("status", turn.last.reply_to), turn.last.reply_to)
    front.reader.read(letter)
    [due] = front.due()
    sent = len(front.server.tried)

    with pytest.raises(DBAPIError):
        without_database(front).office.send(due)

    assert len(front.server.tried) == sent
    front.run()
    assert len(front.server.tried) == sent + 1


def test_a_database_lost_after_the_mail_went_out_sends_the_same_bytes_again(table, front):
    turn = table.on_turn()
    [letter] = front.store(turn.raw("status", turn.last.reply_to), turn.last.reply_to)
    front.reader.read(letter)
    [due] = front.due()

    def deliver(raw: bytes, sender: str, recipient: str):
        taken = front.server(raw, sender, recipient)
        with cut_connections(front):
            return taken

    with pytest.raises(DBAPIError):
        replace(front.office, deliver=deliver).send(due)
    front.clock.wait(hours=1)
    front.run()

    once, again = front.server.mails[turn.email][-2:]
    assert once == again
    assert front.later() == []


def test_a_dead_queue_loses_no_letter_and_the_sweep_finds_it(table: Table, front: Front):
    turn = table.on_turn()
    dead = CeleryBell("redis://127.0.0.1:9/0")
    front.services = replace(front.services, bell=dead)
    front.door._bell = dead
    front.reader = LetterReader(front.services, front.reader.keys, front.reader.identity)

    for _ in range(20):
        front.door.store(
            turn.raw("status", turn.last.reply_to),
            turn.last.reply_to,
            (turn.last.reply_to,),
            "lmtp",
        )
    [letter] = front.store(
        turn.raw(turn.last.answers()[-1], turn.last.reply_to), turn.last.reply_to
    )
    front.reader.read(letter)

    assert front.letter(letter).verdict == "applied"
    assert front.due()
    # With a queue again, the sweep rings for what waits.
    rung: list[int] = []
    rings = {"letters": rung.extend, "notices": rung.extend, "game": rung.append}
    awake = type("Bell", (), {**rings, "heard": lambda: None})
    upkeep.sweep(replace(front.services, bell=awake))
    assert set(front.due()) <= set(rung)


def test_pages_work_while_the_queue_is_down(table: Table, front: Front):
    turn = table.on_turn()
    client = front.house.pages().test_client()

    path = turn.last.link.removeprefix("https://cards.example.org")

    assert client.get(path).status_code == 200
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "answer",
    [
        TryLater(0, "ConnectionRefusedError"),
        TryLater(451, "busy"),
        Refused(554, "no", of_recipient=False),
    ],
)
def test_a_mail_that_is_not_taken_is_tried_again_with_the_same_bytes(table, front, answer):
    turn = table.on_turn()
    front.server.answer = lambda _: answer
    front.put(turn.raw("status", turn.last.reply_to), turn.last.reply_to)
    waits = []
    for _ in range(4):
        [notice] = front.later()
        waits.append(notice.not_before - front.clock.now())
        front.clock.time = notice.not_before
        front.run()
    front.server.answer = lambda _: Delivered("250")
    [notice] = front.later()
    front.clock.time = notice.not_before
    front.run()

    raws = [raw for recipient, raw in front.server.tried if recipient == turn.email][-6:]
    assert len(set(raws)) == 1
    assert waits == sorted(waits)
    assert waits[0] < waits[-1]
    assert front.later() == []


def test_a_mail_that_cannot_be_rendered_is_tried_less_and_less(table, front, monkeypatch):
    from pbem.wiring import post

    turn = table.on_turn()
    whole = post.compose
    monkeypatch.setattr(post, "compose", lambda *_: 1 // 0)
    front.put(turn.raw("status", turn.last.reply_to), turn.last.reply_to)
    waits = []
    for _ in range(4):
        [notice] = front.later()
        waits.append(notice.not_before - front.clock.now())
        front.clock.time = notice.not_before
        front.run()
    monkeypatch.setattr(post, "compose", whole)
    front.clock.wait(hours=5)
    front.run()

    assert waits == sorted(waits)
    assert waits[-1] > 3 * waits[0]
    assert front.later() == []


def test_an_address_that_is_refused_is_shown_at_the_table_until_it_takes_mail_again(table, front):
    alice, bob, _ = table.people
    front.server.answer = lambda to: (
        Refused(550, "no such user", of_recipient=True) if to == bob.email else Delivered("250")
    )
    bob.reply("status")
    alice.reply("status")
    assert "Mail does not reach Bob (since " in " ".join(alice.last.text.split())
    with front.services.uow() as uow:
        [(_, address)] = uow.players.at(bob.email)
    assert address.failing == "550 no such user"

    front.server.answer = lambda _: Delivered("250")
    start = next(mail for mail in front.mails(bob.email) if "deal 1" in mail.subject)
    bob.reply("scores", start)
    alice.reply("status")

    assert "does not reach" not in alice.last.text


def test_an_invitation_that_is_refused_is_told_to_the_starter(front: Front):
    alice, bob = Person(front, "Alice"), Person(front, "Bob")
    front.server.answer = lambda to: (
        Refused(550, "no such user", of_recipient=True) if to == bob.email else Delivered("250")
    )
    alice.write(f"new nomination_whist with {bob.email} and 2 bots")
    alice.reply("yes")

    told = " ".join(alice.last.text.split())
    assert f"mail to ({bob.email}) does not arrive" in told
    assert "open (1)" in told
    with front.services.uow() as uow:
        [invitation] = uow.invitations.of(1)
    assert invitation.state is InvitationState.UNDELIVERABLE
