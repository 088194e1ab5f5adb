"""Commands do their work, and tell what goes wrong in one clear line."""

import os
import re
import subprocess
import sys
from base64 import b64decode
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import commands
from pbem.cli.faults import as_one_line
from pbem.outages import CONFIG_CODE
from tests.infra.houses import begin_game, environ_of, house_of

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def environ(database_url, broker_url):
    return environ_of(database_url, broker_url)


@pytest.fixture
def house(environ):
    with house_of(environ) as opened:
        yield opened


def run(environ: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as an operator does, in a process of its own."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    command = [sys.executable, "-m", "pbem.cli", *words]
    return subprocess.run(command, env={**plain, **environ}, capture_output=True, text=True)


@pytest.fixture
def here(monkeypatch):
    """Run a command in this process."""
    for name in [name for name in os.environ if name.startswith("PBEM_")]:
        monkeypatch.delenv(name)

    def run_here(environ: dict[str, str], *words: str):
        with ExitStack() as stack:
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            for name, value in environ.items():
                patch.setenv(name, value)
            with patch.context() as logs:
                logs.setattr("pbem.cli.house.set_up_logs", lambda *_: None)
                return CliRunner().invoke(commands, words, catch_exceptions=False)

    return run_here


def test_every_command_has_its_help(here):
    names = re.findall(r"^  ([a-z]+)  ", here({}, "--help").output, re.MULTILINE)

    assert {"serve", "demo", "migrate", "letters", "replay", "verify", "rules", "doctor"} <= {
        *names
    }
    for name in names:
        shown = here({}, name, "--help")
        assert shown.exit_code == 0
        assert "Usage:" in shown.output


def test_an_unknown_command_is_refused(here):
    assert here({}, "fly").exit_code == 2


def test_a_half_written_configuration_is_told_in_whole_without_a_traceback():
    done = run({"PBEM_SMTP_URL": "smtps://me@mx.example.org"}, "serve")

    assert done.returncode == CONFIG_CODE
    assert "Traceback" not in done.stderr
    assert "PBEM_DATABASE_URL is not set." in done.stderr
    assert "PBEM_SMTP_URL: write both user and password" in done.stderr


@pytest.mark.parametrize("command", [("migrate",), ("letters", "list"), ("replay", "--all")])
def test_a_database_that_is_down_is_told_in_one_line(environ, command):
    down = {**environ, "PBEM_DATABASE_URL": "postgresql://pbem:hush@127.0.0.1:9/pbem"}

    done = run(down, *command)

    assert done.returncode == 4
    assert len(done.stderr.strip().splitlines()) == 1
    assert "The database does not answer" in done.stderr
    assert "hush" not in done.stderr


def test_a_worker_without_broker_says_how_to_get_one(environ):
    without = {name: value for name, value in environ.items() if name != "PBEM_REDIS_URL"}

    for command in ("worker", "beat", "web"):
        done = run(without, command)
        assert done.returncode == CONFIG_CODE
        assert "PBEM_REDIS_URL is not set." in done.stderr


def test_a_listener_without_a_place_to_listen_says_so(environ):
    done = run(environ, "listen")

    assert done.returncode == CONFIG_CODE
    assert "Set PBEM_LMTP_LISTEN or PBEM_SMTP_LISTEN" in done.stderr


def test_faults_that_are_bugs_keep_their_traceback():
    with pytest.raises(ZeroDivisionError), as_one_line():
        raise ZeroDivisionError


def test_a_new_key_has_the_next_id(here):
    first = here({}, "keys", "new").output.strip()
    second = here({"PBEM_KEYS": f"7:abc,{first}"}, "keys", "new").output.strip()

    assert re.fullmatch(r"1:\S{44}", first)
    assert len(b64decode(first.partition(":")[2])) == 32
    assert second.startswith("8:")
    full = ",".join(f"{number}:x" for number in range(32))
    assert "all key ids are in use" in here({"PBEM_KEYS": full}, "keys", "new").output


def test_the_database_is_migrated(here, environ, house):
    assert here(environ, "migrate").output == "the database is up to date\n"


def test_letters_are_listed_shown_and_read_again(here, environ, house):
    raw, service = b"From: a@example.org\r\n\r\nhelp\r\n", "play@cards.example.org"
    house.doorstep.store(raw, service, (service,), "smtp")
    with house.services.uow() as uow:
        [letter] = uow.letters.unread(10)
        trace = 'Traceback (most recent call last):\n  File "x.py", line 1, in x\nValueError: QS\n'
        uow.letters.shunt(letter, trace)
        uow.commit()

    assert re.search(rf"\b{letter}\b.* shunted ", here(environ, "letters", "list").output)
    assert str(letter) in here(environ, "letters", "list", "--shunted").output
    shown = here(environ, "letters", "show", str(letter)).output
    assert "x.py" in shown
    assert "ValueError" in shown
    assert "QS" not in shown
    assert "ValueError: QS" in here(environ, "letters", "show", str(letter), "--message").output
    assert "help" in here(environ, "letters", "show", str(letter), "--raw").output
    assert "will be read again" in here(environ, "letters", "retry", str(letter)).output
    assert here(environ, "letters", "retry", str(letter)).exit_code == 1
    assert here(environ, "letters", "list", "--shunted").output == ""
    assert here(environ, "letters", "show", "999").exit_code == 1


def test_a_letter_becomes_a_case_in_which_nobody_is_named(here, environ, house, tmp_path):
    raw = b"From: Zoe <zoe.private@secret.example>\r\n\r\nhelp\r\nYours, Zoe Private\r\n"
    house.doorstep.store(raw, "play@cards.example.org", ("play@cards.example.org",), "smtp")
    with house.services.uow() as uow:
        [letter] = uow.letters.unread(10)

    made = here(environ, "letters", "case", str(letter), str(tmp_path))

    assert made.exit_code == 0, made.output
    assert here(environ, "conformance", "mail", str(tmp_path)).output == "1 passed, 0 failed\n"
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir()).lower()
    assert not any(word in written for word in (b"zoe", b"private", b"secret", b"cards.example"))
    assert here(environ, "letters", "case", "999", str(tmp_path)).exit_code == 1


def test_games_are_replayed_and_verified(here, environ, house):
    code = begin_game(house)

    everything = here(environ, "replay", "--all")
    assert everything.exit_code == 0
    assert re.fullmatch(r"1 game, [1-9]\d* passed, 0 failed\n", everything.output)
    assert here(environ, "replay", code).exit_code == 0
    verified = here(environ, "verify", code.lower())
    assert verified.exit_code == 0
    assert "root over all deals: holds" in verified.output
    assert "there is no game ZZZZ" in here(environ, "verify", "ZZZZ").output
    assert here(environ, "replay").exit_code == 2


def test_a_game_whose_secret_was_exchanged_does_not_verify(here, environ, house):
    code = begin_game(house)
    with house.services.uow() as uow:
        row = uow.games.by_code(code)
        forged = uow.games.locked(row.id)
        uow.games.save(type(forged)(**{**_fields(forged), "root": "0" * 64}))
        uow.commit()

    verified = here(environ, "verify", code)

    assert verified.exit_code == 1
    assert "root over all deals: DOES NOT HOLD" in verified.output


def _fields(row) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


def test_presets_are_listed_and_told_in_plain_words(here):
    listed = here({}, "rules", "list").output
    assert "nomination_whist" in listed
    assert re.search(r"^bust_4 .*, 4 players$", listed, re.MULTILINE)
    assert not re.search(r"(\b\d+) to \1 players", listed)
    shown = here({}, "rules", "show", "Nomination Whist", "--players", "5")
    assert shown.output.startswith("Nomination Whist")
    assert re.search(r"\(\d+\) deals with \(\d+\) tricks in all", shown.output)
    assert "did you mean nomination_whist" in here({}, "rules", "show", "nominatoin").output
    assert "`pbem rules list`" in here({}, "rules", "show", "xyzzy").output
    assert "not for 20" in here({}, "rules", "show", "blackout", "--players", "20").output


def test_mails_with_known_answers_are_read_as_they_say(here):
    done = here({}, "conformance", "mail", str(CASES / "letters"))

    assert re.search(r"^\d+ passed, 0 failed$", done.output.splitlines()[-1])
    assert done.exit_code == 0


@pytest.mark.parametrize("kind", ["scoring", "play"])
def test_all_shared_cases_hold(here, kind, tmp_path):
    done = here({}, "conformance", kind, str(CASES / f"{kind}_cases.yaml"))

    assert re.fullmatch(r"\d{3} passed, 0 failed\n", done.output)
    assert done.exit_code == 0
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("id: x")
    assert "is no list of cases" in here({}, "conformance", kind, str(wrong)).output


def test_a_mail_that_is_not_there_has_failed(here, tmp_path):
    assert "has no cases.yaml" in here({}, "conformance", "mail", str(tmp_path)).output
    cases = "service_domain: cards.example.org\ncases: [{file: gone.eml}]\n"
    (tmp_path / "cases.yaml").write_text(cases)

    done = here({}, "conformance", "mail", str(tmp_path))

    assert done.output == "gone.eml: there is no such file\n0 passed, 1 failed\n"
    assert done.exit_code == 1


STRANGE = """
- {id: good, system: basic, inputs: {bid: 2, tricks: 2, hand_size: 5}, points: 12}
- {id: wrong, system: basic, inputs: {bid: 2, tricks: 2, hand_size: 5}, points: 13}
- {id: strange, system: bezique, inputs: {bid: 1, tricks: 1, hand_size: 2}, points: 1}
- {id: half, system: basic, inputs: {}, points: 1}
- 7
"""


def test_a_case_that_cannot_be_read_has_failed_and_the_others_run(here, tmp_path):
    cases = tmp_path / "cases.yaml"
    cases.write_text(STRANGE)

    done = here({}, "conformance", "scoring", str(cases))

    *failures, last = done.output.splitlines()
    assert last == "1 passed, 4 failed"
    wrong, strange, half, number = failures
    assert wrong == "wrong: expected 13, found 12"
    assert strange == "strange: not known: bezique"
    assert half.startswith("half: no case of this format (KeyError: ")
    assert number.startswith("case 5: no case of this format (TypeError: ")
    assert done.exit_code == 1


def test_the_doctor_finds_what_does_not_answer(here, environ, house):
    ill = {**environ, "PBEM_REDIS_URL": "redis://127.0.0.1:9/0"}

    found = here(ill, "doctor")

    assert found.exit_code == 1
    assert "broker: Redis does not answer" in found.output
    assert "mail server: Nobody listens at 127.0.0.1:9." in found.output
    assert "database" not in found.output
    assert "2 to mend" in found.output
    assert "configuration: PBEM_KEYS is not set." in here({}, "doctor").output
    at_provider = {**ill, "PBEM_SERVICE_ADDRESS": "me@gmail.com"}
    assert "Set PBEM_OWN_DOMAIN=no." in here(at_provider, "doctor").output
    half = {**ill, "PBEM_MAILGUN_KEYS": f"{'a' * 24},{'a' * 24}"}
    assert "webhooks: A key of PBEM_MAILGUN_KEYS stands there twice." in here(half, "doctor").output
