"""A letter from a mail server's pipe: the real command in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.delivering import DATA_CODE, LATER_CODE, NO_USER_CODE
from pbem.mailin.envelope import piped, piped_recipients, piped_sender, with_return_path
from pbem.mailin.limits import MAX_BYTES
from pbem.rules.moves import Position
from pbem.signing import reply_token
from tests.infra.houses import environ_of, house_of
from tests.mailin.letters import letter

SERVICE = "play@cards.example.org"
UNKNOWN = "play+aaaabbbbccccddddeeeeffff22@cards.example.org"


@pytest.fixture
def environ(database_url, broker_url):
    return environ_of(database_url, broker_url)


@pytest.fixture
def house(environ):
    with house_of(environ) as opened:
        yield opened


def deliver(environ: dict[str, str], raw: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Pipe a letter as a mail server does, which has no environment but what it says."""
    command = [sys.executable, "-m", "pbem.cli", "letters", "deliver", *words]
    surroundings = {"PATH": os.environ["PATH"], **environ}
    if "COVERAGE_PROCESS_CONFIG" in os.environ:
        surroundings["COVERAGE_PROCESS_CONFIG"] = os.environ["COVERAGE_PROCESS_CONFIG"]
    home = Path(__file__).parents[2]
    return subprocess.run(command, input=raw, env=surroundings, capture_output=True, cwd=home)


def letters(house):
    with house.services.uow() as uow:
        found = [uow.letters.get(one.id) for one in uow.letters.newest(9)]
    return [one for one in found if one is not None]


def pending_address(house) -> str:
    token = reply_token(house.settings.keys, "pending", 5, Position(0, 0), 0)
    return f"play+{token}@cards.example.org"


def test_a_piped_letter_is_stored_as_it_came_with_its_envelope(environ, house):
    done = deliver(environ, letter(), "--recipient", SERVICE, "--sender", "alice@example.com")

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    [stored] = letters(house)
    assert stored.raw == b"Return-Path: <alice@example.com>\r\n" + letter()
    assert (stored.recipient, stored.transport) == (SERVICE, "pipe")


def test_postfix_and_exim_say_in_the_environment_what_the_envelope_says(environ, house):
    ours = pending_address(house)
    mbox = b"From alice@example.com  Tue Mar  3 08:14:00 2026\n" + letter()
    postfix = {
        "ORIGINAL_RECIPIENT": ours,
        "RECIPIENT": "pbem@localhost",
        "SENDER": "MAILER-DAEMON",
    }

    assert deliver(environ | postfix, mbox).returncode == 0
    exim = {"RECIPIENT": SERVICE, "LOCAL_PART": "play", "SENDER": "alice@example.com"}
    assert deliver(environ | exim, letter()).returncode == 0

    by_exim, by_postfix = letters(house)
    assert by_postfix.raw == b"Return-Path: <>\r\n" + letter()
    assert (by_postfix.recipient, by_postfix.lane) == (ours, "pending:5")
    assert by_exim.raw.startswith(b"Return-Path: <alice@example.com>\r\n")
    assert by_exim.recipient == SERVICE


def test_an_unknown_address_is_told_as_such_and_stores_nothing(environ, house):
    for words in (["--recipient", UNKNOWN], ["--recipient=carol@cards.example.org"]):
        assert deliver(environ, letter(), *words).returncode == NO_USER_CODE
    # Not even by another name of the same recipient.
    names = {"ORIGINAL_RECIPIENT": UNKNOWN, "RECIPIENT": SERVICE}
    done = deliver(environ | names, letter())

    assert done.returncode == NO_USER_CODE
    assert UNKNOWN.encode() not in done.stderr
    assert letters(house) == []


def test_of_several_recipients_those_who_are_known_get_it_once(environ, house):
    words = [f"--recipient={one}" for one in (SERVICE, UNKNOWN, pending_address(house))]

    assert deliver(environ, letter(), *words).returncode == 0
    assert deliver(environ, letter(), *words).returncode == 0

    assert {one.recipient for one in letters(house)} == {SERVICE, pending_address(house)}
    assert len(letters(house)) == 2


def test_what_is_too_big_or_empty_is_no_letter(environ, house):
    whole = letter() + b"x" * (MAX_BYTES - len(letter()))

    assert deliver(environ, whole + b"x", "--recipient", SERVICE).returncode == DATA_CODE
    assert deliver(environ, b"", "--recipient", SERVICE).returncode == DATA_CODE
    assert letters(house) == []
    assert deliver(environ, whole, "--recipient", SERVICE).returncode == 0
    assert len(letters(house)) == 1


def test_while_the_store_is_down_the_letter_is_to_be_brought_again(environ, house):
    down = {**environ, "PBEM_DATABASE_URL": "postgresql://pbem:hush@127.0.0.1:9/pbem"}

    done = deliver(down, letter(), "--recipient", pending_address(house))

    assert done.returncode == LATER_CODE
    assert b"could not be stored (OperationalError)" in done.stderr
    for secret in (b"hush", b"bid 2", pending_address(house).encode()):
        assert secret not in done.stderr
    assert deliver(environ, letter(), "--recipient", SERVICE).returncode == 0


def test_a_store_without_our_tables_is_no_fault_of_the_letter(environ, postgres_url):
    foreign = postgres_url.replace("postgresql+psycopg:", "postgresql:")

    done = deliver(environ | {"PBEM_DATABASE_URL": foreign}, letter(), "--recipient", SERVICE)

    assert done.returncode == LATER_CODE
    assert b"could not be stored" in done.stderr
    assert b"bid 2" not in done.stderr


def test_without_a_broker_the_letter_is_stored_all_the_same(environ, house):
    deaf = {**environ, "PBEM_REDIS_URL": "redis://127.0.0.1:9/0"}

    assert deliver(deaf, letter(), "--recipient", SERVICE).returncode == 0
    assert len(letters(house)) == 1


@pytest.mark.parametrize("words", [[], ["--recipent", SERVICE], ["--recipient", SERVICE, "x"]])
def test_what_is_set_wrongly_loses_no_letter(environ, words):
    done = deliver(environ, letter(), *words)

    assert done.returncode == LATER_CODE
    assert b"Traceback" not in done.stderr


def test_a_half_written_configuration_loses_no_letter(environ):
    half = {name: value for name, value in environ.items() if name != "PBEM_KEYS"}

    done = deliver(half, letter(), "--recipient", SERVICE)

    assert done.returncode == LATER_CODE
    assert b"PBEM_KEYS is not set." in done.stderr


SCRIPT = Path(__file__).parents[2] / "deploy" / "postfix" / "pbem-deliver"


def test_the_script_for_operators_reads_the_settings_and_loses_nothing_without(
    environ, house, tmp_path
):
    settings, program = tmp_path / "pbem.env", tmp_path / "pbem"
    text = SCRIPT.read_text().replace("/etc/pbem/pbem.env", str(settings))
    script = tmp_path / "deliver"
    script.write_text(text.replace("/opt/pbem/bin/pbem", str(program)))
    words = ["sh", str(script), f"--recipient={SERVICE}", "--sender="]

    assert subprocess.run(words, input=letter()).returncode == LATER_CODE

    quoted = {name: f"{name}='{value}'\n" for name, value in environ.items()}
    settings.write_text("".join(quoted.values()))
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m pbem.cli "$@"\n')
    program.chmod(0o755)
    home = Path(__file__).parents[2]
    assert subprocess.run(words, input=letter(), cwd=home).returncode == 0
    assert letters(house)[0].raw == b"Return-Path: <>\r\n" + letter()


def test_envelopes_are_read_as_mail_servers_write_them():
    assert with_return_path(b"x", None) == b"x"
    assert with_return_path(b"x", "two words") == b"x"
    assert with_return_path(b"x", "<>") == b"Return-Path: <>\r\nx"
    assert piped(b"From: alice@example.com\n\nx") == b"From: alice@example.com\n\nx"
    assert piped(b"From alice Tue Mar 3\r\nSubject: x\r\n") == b"Subject: x\r\n"
    assert piped_sender(None, {}) is None
    assert piped_sender("", {"SENDER": "alice@example.com"}) == ""
    assert piped_sender("<MAILER-DAEMON>", {}) == ""
    assert piped_recipients({"RECIPIENT": " a@b ", "ORIGINAL_RECIPIENT": "a@b"}) == ("a@b",)
