"""The demo: a mailbox to play from, through the real service, that goes on where it was."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.demo import place
from pbem.demo.letterbox import mail_numbered, mails_in
from pbem.demo.mailbox import create_mailbox
from pbem.demo.replying import new_mail, reply_to
from pbem.outages import CONFIG_CODE, NotStarted
from tests.infra.houses import environ_of

PATIENCE = 120

MAIL = b"""Delivered-To: you@home.example\r
From: "Oh Hell: your turn" <play@cards.example>\r
Reply-To: play+token@cards.example\r
Subject: Oh Hell K7Q2, deal 1 of 13\r
Date: Tue, 3 Mar 2026 08:14:00 +0000\r
Message-ID: <one@cards.example>\r
References: <root@cards.example>\r
Content-Type: multipart/alternative; boundary=b\r
\r
--b\r
Content-Type: text/plain; charset=utf-8\r
\r
Robin, your bid: <0> or <1>.\r
--b\r
Content-Type: text/html; charset=utf-8\r
\r
<html><head></head><body><script>alert(1)</script><b>Robin</b></body></html>\r
--b--\r
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "000001.eml").write_bytes(MAIL)
    return tmp_path


@pytest.fixture
def page(folder):
    return create_mailbox(folder, 9).test_client()


def get(client, path: str, **more):
    return client.get(path, base_url="http://127.0.0.1:8201", **more)


def test_a_mail_is_shown_as_a_mail_program_does(page):
    shown = get(page, "/").get_data(as_text=True)

    assert "Oh Hell K7Q2, deal 1 of 13" in shown
    assert "Robin, your bid: &lt;0&gt; or &lt;1&gt;." in shown
    assert "sandbox=" in shown
    assert "<script>alert" not in shown


def test_the_html_of_a_mail_may_do_nothing(page):
    html = get(page, "/mail/1/html")

    policy = html.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    assert '<base target="_blank">' in html.get_data(as_text=True)


def test_an_empty_mailbox_and_a_missing_mail_are_told(tmp_path):
    page = create_mailbox(tmp_path, 9).test_client()

    assert "No mail yet" in get(page, "/").get_data(as_text=True)
    assert get(page, "/mail/7").status_code == 404


def test_other_sites_cannot_use_the_mailbox(page):
    assert page.get("/", base_url="http://evil.example").status_code == 400
    for origin, status in (("http://evil.example", 403), ("http://127.0.0.1:8201", 200)):
        sent = page.post(
            "/mail/1/reply",
            base_url="http://127.0.0.1:8201",
            headers={"Origin": origin},
            data={"text": "1"},
        )
        assert sent.status_code == status


def test_what_was_typed_is_kept_when_the_mail_server_is_away(page):
    shown = page.post("/mail/1/reply", base_url="http://127.0.0.1:8201", data={"text": "my bid"})

    assert "Not sent: the mail server did not take it" in shown.get_data(as_text=True)
    assert "my bid" in shown.get_data(as_text=True)


def test_waiting_opens_the_next_mail(page, folder):
    assert "Waiting" in get(page, "/wait?after=1").get_data(as_text=True)
    (folder / "000002.eml").write_bytes(MAIL)

    assert get(page, "/wait?after=1").headers["Location"] == "/mail/2"


def test_a_reply_is_what_a_mail_program_sends(folder):
    reply = reply_to(mail_numbered(folder, 1), "1\n")

    assert reply["From"] == "you@home.example"
    assert reply["To"] == "play+token@cards.example"
    assert reply["Subject"] == "Re: Oh Hell K7Q2, deal 1 of 13"
    assert reply["In-Reply-To"] == "<one@cards.example>"
    assert reply["References"] == "<root@cards.example> <one@cards.example>"
    typed, _, quoted = reply.get_content().partition("\n\nOn Tue, 03 Mar 2026 08:14:00 +0000, ")
    assert typed == "1"
    assert "> Robin, your bid: <0> or <1>." in quoted
    assert new_mail("a@x.example", "b@x.example", "help")["Subject"] == "Cards"


def test_the_place_keeps_its_key_and_ports_and_belongs_to_one_demo(tmp_path):
    environ = {"PBEM_DEMO_DIR": str(tmp_path / "demo")}
    with place.opened(environ, fresh=False) as first:
        (first.mails / "000001.eml").write_bytes(MAIL)
        with pytest.raises(NotStarted, match="running already"), place.opened(environ, fresh=True):
            raise AssertionError("two demos in one place")

    with place.opened(environ, fresh=False) as second:
        assert second.key == first.key
        assert [mail.number for mail in mails_in(second.mails)] == [1]
    with place.opened(environ, fresh=True) as third:
        assert third.key != first.key
        assert mails_in(third.mails) == []
    assert (tmp_path / "demo" / "place.json").stat().st_mode & 0o077 == 0


def test_an_installed_demo_keeps_its_state_where_programs_do(monkeypatch, tmp_path):
    monkeypatch.setattr(place.os, "access", lambda *_: False)

    assert place._folder({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "pbem-demo"
    assert place._folder({}) == Path.home() / ".local" / "state" / "pbem-demo"


@contextmanager
def running(folder: Path):
    """The demo as a process of its own, from its greeting to a Ctrl-C."""
    environ = {**os.environ, "PBEM_DEMO_DIR": str(folder)}
    command = [sys.executable, "-m", "pbem.cli", "demo"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as demo:
        try:
            lines = iter(demo.stdout.readline, "")
            found = (re.search(r"Your mailbox:\s+(\S+)", line) for line in lines)
            yield next(match[1] for match in found if match)
        finally:
            demo.send_signal(signal.SIGINT)
            rest = demo.communicate(timeout=PATIENCE)[0]
    assert demo.returncode == 0
    assert "Stopped." in rest


def newest(folder: Path, after: int):
    """Wait for a mail, and return its number and text."""
    until = time.monotonic() + PATIENCE
    while not (mails := [mail for mail in mails_in(folder / "mails") if mail.number > after]):
        assert time.monotonic() < until, (folder / "log").read_text()
        time.sleep(0.05)
    return mails[0]


def offered(line: str) -> str:
    """Return a bid that the first line of a mail offers: some are barred, as the cards fall."""
    return re.findall(r"<(\d+)>", line)[0]


def answer(mailbox: str, number: int, typed: str) -> None:
    data = urllib.parse.urlencode({"text": typed}).encode()
    request = urllib.request.Request(f"{mailbox}/mail/{number}/reply", data)
    with urllib.request.urlopen(request, timeout=30) as done:
        assert done.status == 200


@pytest.mark.slow
def test_the_demo_is_played_by_mail_and_goes_on_after_a_ctrl_c(tmp_path):
    with running(tmp_path) as mailbox:
        first = newest(tmp_path, after=0)
        assert first.text.startswith("Robin, ")
        bid = offered(first.first_line)
        answer(mailbox, first.number, bid)
        second = newest(tmp_path, after=first.number)
        assert f"<{bid}> is done" in second.first_line

    assert json.loads((tmp_path / "place.json").read_text())["key"]
    with running(tmp_path) as again:
        answer(again, second.number, "scores")
        third = newest(tmp_path, after=second.number)
        assert third.header("In-Reply-To")
        assert first.header("Subject").split(",")[0] == third.header("Subject").split(",")[0]


@pytest.mark.parametrize("command", ["demo", "serve"])
def test_a_misspelt_setting_is_told_at_once_and_nothing_is_started(command, tmp_path):
    environ = {
        **environ_of(f"sqlite:///{tmp_path / 'pbem.db'}", ""),
        "PATH": os.environ["PATH"],
        "PBEM_DEMO_DIR": str(tmp_path / "demo"),
        "PBEM_MOVE_LIMITS": "3",
    }

    ended = subprocess.run(
        [sys.executable, "-m", "pbem.cli", command],
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert ended.returncode == CONFIG_CODE
    assert "PBEM_MOVE_LIMITS is no setting of this service. Did you mean PBEM_MOVE_LIMIT?" in (
        ended.stderr
    )
    assert not (tmp_path / "demo" / "log").exists()
