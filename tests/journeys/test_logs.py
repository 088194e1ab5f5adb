"""What the processes of the service write down while they work opens nothing and names nobody."""

import contextlib
import http.client
import re
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Table, select, update

from pbem.mailin.limits import MAX_BYTES
from pbem.store.schema import events, letters, outbox
from tests.hostile.test_undelivered import report
from tests.journeys.town import Person, Town, wait_until

SERVICE = "play@cards.example.org"


@pytest.fixture
def town(database_url: str, broker_url: str, tmp_path: Path) -> Iterator[Town]:
    town = Town(database_url, broker_url, tmp_path)
    town.environ["PBEM_LOG_LEVEL"] = "debug"
    town.environ["PBEM_HOOK_KEYS"] = "hush" * 8
    town.postman.start()
    town.start("listen", "worker", "beat", "web")
    try:
        town.wait_for_doors()
        yield town
    finally:
        town.stop()


def visit(town: Town, method: str, path: str, body: bytes = b"", **headers: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", town.web_port, timeout=30)
    connection.request(method, path, body or None, headers)
    told = connection.getresponse().read().decode()
    connection.close()
    return told


def new_mail(person: Person, what: str):
    return wait_until(what, lambda: (person.new_mails() or [None])[-1])


def sent_to(town: Town, sender: str, to: str, letter: bytes) -> int:
    """Hand in a letter without telling its size before; return the code of the door."""
    with smtplib.SMTP("127.0.0.1", town.smtp_port, timeout=30) as door:
        door.ehlo()
        door.mail(sender)
        assert door.rcpt(to)[0] == 250
        return door.data(letter)[0]


def states(town: Town, table: Table) -> set[str]:
    with contextlib.closing(town.house()) as house, house.engine.connect() as connection:
        return set(connection.execute(select(table.c.state)).scalars())


def test_no_log_says_more_of_what_goes_wrong(town: Town):
    """A bug at a letter, a report of failure, what is too large, and an unknown recipient."""
    anna, nobody = Person(town, "Anna"), Person(town, "Nobody")
    anna.write(SERVICE, "practice")
    anna.say_yes(new_mail(anna, "a question"))
    turn = new_mail(anna, "the start of a game")
    back_to = town.postman.sender(anna.email)
    assert "+" in back_to
    large = b"Subject: my hand is secret\r\n\r\n" + b"the same words again\r\n" * (MAX_BYTES // 21)
    assert sent_to(town, anna.email, turn.reply_to, large) == 552
    # A full mailbox passes, so that the game goes on.
    assert sent_to(town, "", back_to, report(anna.email, status="4.2.2")) == 250
    wait_until("the report to be read", lambda: "new" not in states(town, letters))
    town.postman.unknown.add(nobody.email)
    nobody.write(SERVICE, "practice")
    wait_until("the question to have failed", lambda: "failed" in states(town, outbox))
    with contextlib.closing(town.house()) as house, house.engine.begin() as connection:
        town.kill("worker")
        connection.execute(update(events).values(payload="a queen of spades"))
    town.start("worker")
    anna.write(turn.reply_to, "say these are my words", turn)
    wait_until("the letter to be put aside", lambda: "shunted" in states(town, letters), 40)

    written = town.logs() + visit(town, "GET", "/metrics")

    assert "blew up" in written
    assert re.search(r"notice \d+: failed", written)
    secrets = {anna.email, nobody.email, "nobody@", "these are my words", "queen of spades"}
    secrets |= {"my hand is secret", "the same words again", "there is no"}
    for address in (turn.reply_to, back_to):
        secrets.add(address.partition("+")[2].partition("@")[0].removeprefix("bounce."))
    assert [one for one in secrets if one.lower() in written.lower()] == []


def test_no_log_and_no_metric_holds_what_opens_something_or_names_somebody(town: Town):
    anna, mallory = Person(town, "Anna"), Person(town, "Mallory")
    anna.write(SERVICE, "practice")
    anna.say_yes(new_mail(anna, "a question"))
    turn = new_mail(anna, "the start of a game")
    anna.write(turn.reply_to, "play XX", turn)
    refused = new_mail(anna, "a refusal")
    mallory.write(turn.reply_to, "say I am Anna", turn)
    new_mail(anna, "a warning")
    with (
        smtplib.SMTP("127.0.0.1", town.smtp_port, timeout=30) as door,
        contextlib.suppress(smtplib.SMTPException),
    ):
        door.sendmail(mallory.email, ["play+" + "a" * 26 + "@cards.example.org"], b"\r\nx\r\n")
    path = turn.link.partition(str(town.web_port))[2]
    assert "<form" in visit(town, "GET", path)
    visit(town, "POST", path)
    visit(town, "GET", "/t/bfgjklmnpqrtvwxyzbfg")
    visit(
        town,
        "POST",
        "/hooks/mail",
        b"From: x@y.example\r\n\r\nQS",
        **{"X-Pbem-Recipient": turn.reply_to},
    )
    metrics = visit(town, "GET", "/metrics")
    anna.write(refused.reply_to, "status", refused)
    new_mail(anna, "an answer")

    written = town.logs() + metrics

    assert "read" in written or "notice" in written
    secrets = {anna.email, mallory.email, "hush" * 8, path.rpartition("/")[2], "a" * 26}
    secrets |= {mail.reply_to.partition("+")[2].partition("@")[0] for mail in anna.seen} - {""}
    secrets |= set(re.findall(r"Hand: .*", turn.text)) | {"I am Anna", "play XX"}
    assert [one for one in secrets if one.lower() in written.lower()] == []
