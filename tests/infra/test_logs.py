"""Log lines hold nothing that opens something."""

import json
import logging

import pytest
import structlog

from pbem import signing
from pbem.chance import SystemChance
from pbem.logs import redacted, set_up_logs
from pbem.rules.moves import Position
from pbem.signing import Keys

KEYS = Keys.of((1, b"1" * 32))
HERE = Position(3, 2)


def secrets_of_the_service() -> dict[str, str]:
    return {
        "reply address": signing.reply_token(KEYS, "seat", 7, HERE, 0),
        "short link": signing.short_token(KEYS, 7, HERE, 0),
        "signed link": signing.signed(KEYS, "sign-in", {"player": 7}),
        "join code": SystemChance().join_code(),
        "password": "pbem:hush",
    }


@pytest.fixture
def restored():
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def test_secrets_are_struck_out_of_a_line():
    known = secrets_of_the_service()
    line = (
        f"mail to play+{known['reply address']}@cards.example.org"
        f" GET /t/{known['short link']} GET /in/{known['signed link']}"
        f" join {known['join code']} postgresql://{known['password']}@db/pbem"
    )

    struck = redacted(line)

    assert [name for name, secret in known.items() if secret in struck] == []
    assert "@cards.example.org" in struck
    assert redacted(line.upper()).count("[...]") >= 2


def test_plain_words_stay():
    line = "letter 812 of table K7Q2 from 203.0.113.9 was read in 0.012 s at 2026-03-03T08:14:00Z"

    assert redacted(line) == line


@pytest.mark.parametrize("style", ["json", "console"])
@pytest.mark.usefixtures("restored")
def test_every_logger_of_the_process_is_redacted_with_its_traceback(capsys, style):
    set_up_logs("info", style)
    known = secrets_of_the_service()["reply address"]

    logging.getLogger("some.library").info("to %s", known)
    structlog.get_logger("pbem.test").info("sent", address=known)
    try:
        raise ValueError(known)
    except ValueError:
        logging.getLogger("some.library").exception("failed")

    written = capsys.readouterr().err
    assert known not in written
    assert written.count("[...]") >= 3
    assert "ValueError" in written
    if style == "json":
        events = [json.loads(line)["event"] for line in written.splitlines()]
        assert events == ["to [...]", "sent", "failed"]
