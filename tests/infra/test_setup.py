"""`pbem setup` on a real mailbox, with a submission server that drops mail into it."""

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from click.testing import CliRunner

from pbem import embedded
from pbem.cli import commands
from pbem.config import settings_from
from pbem.config_mailbox import mailbox
from pbem.config_values import relay
from pbem.mailin.imap.fetching import PROCESSED
from pbem.wiring.mailbox_health import sick_mailbox
from pbem.wiring.one_mailbox.providers import PROVIDERS, provider_of
from tests import dovecot
from tests.infra.test_deploy import sourced
from tests.infra.test_imap import until
from tests.mailin.letters import letter

USER, PASSWORD = dovecot.USER, dovecot.PASSWORD


class Submission:
    """Takes mail of who logs in, and puts it into the mailbox as its provider would."""

    def __init__(self, server: dovecot.Dovecot) -> None:
        self.server = server
        self.kind = "good"
        self.envelopes: list[tuple[str, str]] = []

    def login(self, _server, _session, _envelope, _mechanism, given) -> AuthResult:
        return AuthResult(
            success=(given.login, given.password) == (USER.encode(), PASSWORD.encode())
        )

    async def handle_RCPT(self, _server, session, envelope, address, _options) -> str:
        if not session.authenticated:
            return "530 5.7.0 Log in first"
        if self.kind == "refuses" and "+" in envelope.mail_from:
            return "550 5.7.1 Sender address not owned"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, _session, envelope) -> str:
        [to] = envelope.rcpt_tos
        self.envelopes.append((envelope.mail_from, to))
        sender = USER if self.kind == "own sender" else envelope.mail_from
        raw = f"Return-Path: <{sender}>\r\n".encode() + envelope.content
        if self.kind == "cuts":
            raw = raw.replace(to.encode(), USER.encode())
        if self.kind == "no plus" and "+" in to:
            return "250 OK"
        if not to.endswith("@cards.example.org"):
            return "250 OK"
        self.server.put(raw, folder="Junk" if self.kind == "spam" and "+" in to else "INBOX")
        return "250 OK"


@pytest.fixture
def submission(server, monkeypatch) -> Iterator[tuple[Submission, int]]:
    server.empty()
    monkeypatch.setenv("SSL_CERT_FILE", str(server.authority))
    handler = Submission(server)
    controller = Controller(
        handler,
        hostname="127.0.0.1",
        port=embedded.free_port(),
        authenticator=handler.login,
        auth_require_tls=False,
    )
    controller.start()
    try:
        yield handler, controller.port
    finally:
        controller.stop()


class Setup:
    """The command with all options, of which some may be others."""

    def __init__(self, folder: Path, imap_port: int, smtp_port: int) -> None:
        self.file = folder / "of the house" / "pbem.env"
        self.file.parent.mkdir()
        self.secret = folder / "password"
        self.secret.write_text(f"{PASSWORD}\n")
        self.options = {
            "--file": str(self.file),
            "--address": USER,
            "--password-file": str(self.secret),
            "--imap": f"imaps://127.0.0.1:{imap_port}",
            "--smtp": f"smtp://127.0.0.1:{smtp_port}",
            "--base-url": "http://127.0.0.1:8000",
            "--operator-name": "Erik O'Lund",
            "--wait": "20",
        }

    def __call__(self, *flags: str, typed: str = "", **changes: str | None):
        options = self.options | {
            f"--{name.replace('_', '-')}": value for name, value in changes.items()
        }
        words = [
            word for name, value in options.items() if value is not None for word in (name, value)
        ]
        done = CliRunner().invoke(commands, ["setup", *words, *flags], input=typed)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert "hush" not in done.output
        return done


@pytest.fixture
def setup(server, submission, tmp_path) -> Setup:
    return Setup(tmp_path, server.port, submission[1])


def test_options_alone_make_a_server_that_can_be_started(setup, server, submission, tmp_path):
    done = setup()

    assert done.exit_code == 0, done.output
    assert "Both came back" in done.output
    assert "its own sender" not in done.output
    file = setup.file
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]
    command = done.output.splitlines()[-1].strip()
    assert command.endswith("pbem serve")
    said = subprocess.run(
        ["sh", "-ec", command.replace("pbem serve", 'printf %s "$PBEM_OPERATOR_NAME"')],
        env={},
        capture_output=True,
        text=True,
    )
    assert said.stdout == "Erik O'Lund"
    settings = settings_from(sourced(file.read_text(), tmp_path))
    assert settings.service_address == USER
    assert not settings.owns_domain
    assert settings.database_url == f"sqlite:///{file.parent}/pbem.db"
    assert settings.imap.password == settings.relay.password == PASSWORD
    assert sick_mailbox(settings.imap) is None
    # Both ways that mail comes by, with the envelope sender that all mails have.
    (sender, plain), (_, reply) = submission[0].envelopes
    assert plain == USER
    assert reply.startswith("play+")
    assert sender.startswith("play+bounce.")
    assert server.contents() == []
    assert len(server.contents(PROCESSED)) == 2


def test_the_service_starts_from_that_file_and_answers_a_letter(
    setup, server, submission, tmp_path
):
    assert setup().exit_code == 0
    given = sourced(setup.file.read_text(), tmp_path)
    given |= {"PBEM_WEB_LISTEN": f"127.0.0.1:{embedded.free_port()}", "PBEM_NEWS_DELAY": "0"}
    log = tmp_path / "log"
    with log.open("wb") as out:
        service = subprocess.Popen(
            [sys.executable, "-m", "pbem.cli", "serve"],
            env=os.environ | given,
            stdout=out,
            stderr=out,
            cwd=Path(__file__).parents[2],
        )
    try:
        until(lambda: has_been_looked_at(given), log.read_text)
        server.put(letter("help\n", to=USER, sender="Dora <dora@example.com>"))
        until(
            lambda: "dora@example.com" in [to for _, to in submission[0].envelopes], log.read_text
        )
    finally:
        service.terminate()
        service.wait(60)
    assert len(server.contents(PROCESSED)) == 3
    assert "hush" not in log.read_text()


def has_been_looked_at(given: dict[str, str]) -> bool:
    """Whether the service has seen its mailbox, and takes for new what comes now."""
    path = given["PBEM_DATABASE_URL"].removeprefix("sqlite:///")
    question = "SELECT count(*) FROM mailboxes WHERE validity IS NOT NULL"
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return database.execute(question).fetchone() == (1,)
    except sqlite3.OperationalError:
        return False


def test_questions_are_asked_and_a_wrong_password_is_asked_again(setup, tmp_path):
    setup.options = {name: setup.options[name] for name in ("--file", "--wait", "--imap", "--smtp")}
    answers = [
        "nobody",
        USER,
        "cards",
        "no hush",
        PASSWORD,
        "http://cards.example.org",
        "http://127.0.0.1:8000",
        "Erik Lund",
        "erik@example.org",
    ]

    done = setup(typed="\n".join(answers) + "\n")

    assert done.exit_code == 0, done.output
    assert "'nobody' is no mail address" in done.output
    assert f"refuses the user {USER}, or the password." in done.output
    assert "(an app password)" in done.output
    assert "links in mails show hands" in done.output
    settings = settings_from(sourced(setup.file.read_text(), tmp_path))
    assert settings.service_address == "play+cards@cards.example.org"
    assert settings.operator_email == "erik@example.org"


def test_a_file_that_is_there_is_not_written_over_unasked(setup, submission):
    setup.file.write_text("mine")

    assert "--overwrite" in setup().output
    asked = setup(typed="n\n", password_file=None)
    assert (asked.exit_code, setup.file.read_text()) == (1, "mine")
    submission[0].kind = "own sender"
    done = setup("--overwrite")
    assert (done.exit_code, "writes its own sender" in done.output) == (0, True)
    assert "PBEM_KEYS=" in setup.file.read_text()


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("no plus", "one to a reply address (address+token@) did not."),
        ("cuts", "nothing in it says any more which address it was sent to."),
        ("spam", "was put among the spam."),
        ("refuses", "did not take a mail: 550 5.7.1 Sender address not owned"),
    ],
)
def test_what_keeps_letters_from_coming_back_is_told_in_words(
    setup,
    server,
    submission,
    kind,
    told,
):
    if kind == "spam":
        with server.client() as person:
            person.create_folder("Junk")
    submission[0].kind = kind

    done = setup(wait="1")

    assert told in done.output
    assert done.exit_code == 1


def test_what_is_wrong_with_the_options_is_told_by_name(setup):
    for changes, told in (
        ({"imap": "imap.example.org"}, "--imap: write a server without user and password"),
        ({"base_url": None}, "give --base-url: nobody can be asked"),
        ({"smtp": "smtps://127.0.0.1:9"}, "Submission: Nobody listens at 127.0.0.1:9."),
    ):
        done = setup(**changes)
        assert told in done.output
        assert done.exit_code == 1
    setup.secret.write_text("no hush\n")
    assert "IMAP: 127.0.0.1 refuses the user" in setup().output
    assert not setup.file.exists()


def test_the_table_of_providers_can_be_used_as_it_stands():
    for provider in {*PROVIDERS.values(), provider_of("me@cards.example.org")}:
        scheme, _, place = provider.imap.partition("://")
        assert mailbox(f"{scheme}://u:p@{place}").security == "tls"
        scheme, _, place = provider.smtp.partition("://")
        assert relay(f"{scheme}://u:p@{place}").security in {"tls", "starttls"}
    assert os.environ.get("PBEM_IMAP_URL") is None
