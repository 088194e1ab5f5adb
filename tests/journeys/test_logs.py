"""What the processes of the service write down while they work opens nothing and names nobody."""

import contextlib
import http.client
import re
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest

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
