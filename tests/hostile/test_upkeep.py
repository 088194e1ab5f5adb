"""Faults inside: put aside with their traceback, shown without secrets, run again; others go on."""

import itertools
import random
import re
import traceback

import pytest
from click.testing import CliRunner

from pbem.app import clock, lobby, pages, seat_orders
from pbem.app.records import GameStatus, LetterState
from pbem.cli import commands
from pbem.cli import letters as cli_letters
from pbem.config import ConfigError, settings_from
from pbem.rules import judging
from tests.hostile.front import SERVICE, Front, Person, Table
from tests.infra.houses import environ_of

TOKEN = re.compile(r"(?<![a-z0-9])[a-z2-7]{26}(?![a-z0-9])")
LINK = re.compile(r"(?<![a-z])[bfgjklmnpqrtvwxyz]{20}(?![a-z])")


def secrets_of(front: Front, table: Table) -> set[str]:
    """Return what must not stand in logs: addresses, tokens and links of all mails so far."""
    found = {person.email for person in table.people}
    for raw in itertools.chain(*front.server.mails.values()):
        text = raw.decode().replace("=\r\n", "")
        found |= set(TOKEN.findall(text)) | set(LINK.findall(text))
    return found


def shell(front: Front, monkeypatch, *words: str):
    for name, value in environ_of(
        front.house.settings.database_url, "redis://127.0.0.1:9/0"
    ).items():
        monkeypatch.setenv(name, value)
    return CliRunner().invoke(commands, list(words))


@pytest.fixture
def broken_rules(monkeypatch):
    """Playing a certain answer makes the rules blow up, with all they know in the message."""
    whole = judging._bid

    def broken(game, deal, seat, move):
        if move.tricks == 1:
            raise RuntimeError(f"bug at {seat}: {deal.hands}")
        return whole(game, deal, seat, move)

    monkeypatch.setattr(judging, "_bid", broken)


def test_a_letter_that_blows_up_is_put_aside_shown_and_run_again(
    table, front, broken_rules, monkeypatch, caplog
):
    turn, other = table.on_turn(), table.other()
    to = turn.last.reply_to

    bad = turn.reply("1")
    good = other.reply("status")

    assert (bad.state, good.state) == (LetterState.SHUNTED, LetterState.DONE)
    listed = shell(front, monkeypatch, "letters", "list", "--shunted")
    assert str(bad.id) in listed.output
    assert str(good.id) not in [
        line.split()[0] for line in listed.output.splitlines() if line[:9].strip().isdigit()
    ]
    shown = shell(front, monkeypatch, "letters", "show", str(bad.id))
    assert "Traceback" in shown.output
    assert "RuntimeError" in shown.output
    assert "judging" in shown.output or "seat_orders" in shown.output
    hand = set(re.findall(r"Card\(.*?\)\)?", str(front.letter(bad.id).trace)))
    for text in (listed.output, shown.output, caplog.text):
        assert "Card(" not in text, text
        assert not [secret for secret in secrets_of(front, table) if secret in text]
    assert hand
    monkeypatch.undo()
    again = shell(front, monkeypatch, "letters", "retry", str(bad.id))
    assert again.exit_code == 0, again.output
    front.run()
    assert front.letter(bad.id).verdict == "applied"
    assert to


def test_a_shown_traceback_holds_nothing_of_what_its_faults_say():
    hand = "Card(QS)"
    said = f"the hand\n  {hand}\n\n    {hand}\nValueError: {hand}\nTraceback of a kind\n{hand}"
    try:
        try:
            raise RuntimeError(said)
        except RuntimeError as first:
            first.add_note(f"a note: {hand}")
            raise LookupError(said) from first
    except LookupError as fault:
        trace = "".join(traceback.format_exception(fault))

    places = cli_letters._places(trace)

    assert hand not in places
    assert "RuntimeError" in places
    assert places.splitlines()[-1] == "LookupError"
    assert "test_upkeep.py" in places


def test_what_is_too_large_for_the_database_is_put_aside_and_not_read_for_ever(
    table, front, monkeypatch
):
    from psycopg.errors import ProgramLimitExceeded
    from sqlalchemy.exc import OperationalError

    def too_large(*_):
        raise OperationalError("INSERT", {}, ProgramLimitExceeded("index row size exceeds maximum"))

    turn = table.on_turn()
    monkeypatch.setattr(judging, "_bid", too_large)

    assert turn.reply("0").state is LetterState.SHUNTED


def test_a_letter_that_blows_up_holds_up_no_other_of_its_seat(table, front, broken_rules):
    turn = table.on_turn()
    to = turn.last.reply_to
    ids = front.store(turn.raw("1", to), to) + front.store(turn.raw("0", to), to)

    front.run()

    assert front.letter(ids[0]).state is LetterState.SHUNTED
    assert front.letter(ids[1]).verdict == "applied"


def test_a_table_with_a_fault_stops_no_other_clock(front: Front, monkeypatch):
    one = Table(front, "Alice", "Bob", "Carol")
    two = Table(front, "Dan", "Erin", "Frank")
    front.clock.wait(hours=25)
    whole = clock.open_course

    def broken(services, uow, game_id):
        if game_id == one.row.id:
            raise RuntimeError("a bug")
        return whole(services, uow, game_id)

    monkeypatch.setattr(clock, "open_course", broken)
    before = two.seq

    with pytest.raises(ExceptionGroup):
        front.tick()

    assert two.seq > before


def test_an_invitation_with_a_fault_stops_no_clock(front: Front, monkeypatch):
    table = Table(front, "Alice", "Bob", "Carol")
    dan = Person(front, "Dan")
    dan.write("new nomination_whist with erin@home.example and 1 bot")
    dan.reply("yes")
    front.clock.wait(days=20)
    monkeypatch.setattr(lobby, "tell_starter", lambda *_: 1 // 0)
    before = table.seq

    with pytest.raises(ExceptionGroup):
        front.tick()

    assert table.seq > before


def test_a_table_of_bots_runs_to_its_end_without_mails(front: Front):
    alice = Person(front, "Alice")
    alice.write("practice")
    alice.reply("yes")
    with front.services.uow() as uow:
        [(player, _)] = uow.players.at(alice.email)
        [row] = uow.games.of_player(player.id)
    alice.reply("resign for good")
    alice.reply("stop")
    sent = len(front.server.tried)

    for _ in range(50):
        clock.go_on(front.services, row.id)
        front.run()

    ended = front.game(row.code)
    assert ended.status is GameStatus.OVER
    assert not ended.rated
    assert len(front.server.tried) == sent


LEAVING = ("stop", "back", "resign", "resign for good", "status")


@pytest.mark.parametrize("seed", range(6))
def test_whoever_leaves_and_comes_back_the_game_always_waits_for_somebody_or_is_over(front, seed):
    chance = random.Random(seed)
    table = Table(
        front,
        "Alice",
        "Bob",
        "Carol",
        preset="oh_hell_standard" if seed % 2 else "nomination_whist",
    )
    first = {person.name: front.mails(person.email)[-1] for person in table.people}
    for _ in range(60):
        person = chance.choice(table.people)
        if chance.random() < 0.35:
            person.reply(chance.choice(LEAVING), first[person.name])
        elif chance.random() < 0.2:
            front.clock.wait(hours=25)
            front.tick()
            front.run()
        elif table.row.status is GameStatus.RUNNING and waits(table):
            asked = table.on_turn()
            sight = pages.seat_sight(front.services, table.seat(asked).id).sight.view
            legal = sight.legal_bids or sight.legal_cards
            pages.act(
                front.services, table.seat(asked).id, str(chance.choice(legal)), sight.position
            )
            front.run()
        settle(table)
        row = table.row
        assert row.status is GameStatus.OVER or len(waits(table)) == 1
        for wait in waits(table):
            seat = next(
                seat for seat in front.seats(table.code).values() if seat.number == wait.seat
            )
            # A table stands still once all have stopped, and waits for one who may come back.
            people = front.seats(table.code).values()
            rests = all(one.stand_in for one in people) and not seat.resigned
            assert not seat.stand_in or rests
        if row.status is GameStatus.OVER:
            break
    for person in table.people:
        person.reply("resign for good", first[person.name])
    for _ in range(30):
        settle(table)
    assert table.row.status is GameStatus.OVER
    front.assert_nothing_blew_up()


def waits(table: Table):
    with table.front.services.uow() as uow:
        return uow.waits.of(table.row.id)


def settle(table: Table) -> None:
    """Let the bots go on, as the sweep has them do, until they need no more of it."""
    while paused := _paused(table):
        for game_id in paused:
            clock.go_on(table.front.services, game_id)


def _paused(table: Table) -> list[int]:
    with table.front.services.uow() as uow:
        return list(uow.games.paused(10))


def test_no_get_changes_a_row_or_even_tries_to(table: Table, front: Front):
    from sqlalchemy import event

    app = front.house.pages()
    client = app.test_client()
    paths = {
        "/",
        "/start",
        "/rules",
        "/healthz",
        "/metrics",
        "/join/NOPE",
        "/watch/NOPE",
        "/robots.txt",
    }
    for person in table.people:
        for mail in front.mails(person.email):
            text = mail.raw.decode().replace("=\r\n", "").replace("=3D", "=")
            paths |= {
                found.removeprefix("https://cards.example.org")
                for found in re.findall(r"https://cards\.example\.org(/[^\s\"<>]*)", text)
            }
            paths |= set(re.findall(r"https://cards\.example\.org(/[^\s\"<>]*)", text))
    paths |= {rule.rule for rule in app.url_map.iter_rules() if not rule.arguments}
    statements: list[str] = []
    event.listen(
        front.house.engine, "before_cursor_execute", lambda *given: statements.append(given[2])
    )

    codes = {
        path: client.get(path).status_code for path in sorted(paths) if not path.startswith("https")
    }

    assert sum(code == 200 for code in codes.values()) > 8, codes
    assert not [code for code in codes.values() if code >= 500], codes
    assert statements
    writes = [one for one in statements if not one.lstrip().upper().startswith("SELECT")]
    assert writes == []
    assert not [one for one in statements if "FOR UPDATE" in one]


def test_nothing_that_is_logged_in_a_game_tells_a_card_a_token_or_an_address(
    table, front, caplog, capsys
):
    from pbem.mailout.post import Refused, TryLater

    caplog.set_level("DEBUG")
    mallory = Person(front, "Mallory")
    for number in range(12):
        turn = table.on_turn()
        mallory.write("say hello", turn.answerable.reply_to)
        if number == 5:
            front.server.answer = lambda to: TryLater(451, f"<{to}>: busy")
            turn.reply("status")
        if number == 6:
            front.server.answer = lambda to: Refused(
                550, f"<{to}>: no such user", of_recipient=True
            )
            turn.reply("status")
        answer = table.front.mails(turn.email)[-1].answers()
        seat = table.seat(turn)
        sight = pages.seat_sight(front.services, seat.id).sight.view
        legal = sight.legal_bids or sight.legal_cards
        turn.reply(str(legal[0]), front.mails(turn.email)[0])
        pages.act(front.services, seat.id, str(legal[0]), sight.position)
        front.run()
        assert answer is not None

    text = caplog.text + "".join(capsys.readouterr())
    assert not [secret for secret in secrets_of(front, table) if secret in text]
    assert not re.search(r"Card\(|Suit\.|<?\b(?:10|[2-9TJQKA])[CDHS]\b", text)


@pytest.mark.parametrize(
    "change",
    [
        {"PBEM_KEYS": "1:c2VjcmV0LXRoYXQtaXMtdG9vLXNob3J0"},
        {"PBEM_KEYS": "c2VjcmV0LXRoYXQtaXMtdG9vLXNob3J0"},
        {"PBEM_KEYS": "1:not base64 hush"},
        {"PBEM_SMTP_URL": "smtps://user:hush@"},
        {"PBEM_SMTP_URL": "smtp://user:hush@mail.example.org"},
        {"PBEM_SMTP_URL": "smtps://user:hu/sh@mail.example.org:x"},
        {"PBEM_SMTP_URL": "smtps://hush@mail.example.org"},
        {"PBEM_DATABASE_URL": "mysql://user:hush@db/x"},
        {"PBEM_DATABASE_URL": "postgresql://user:hush@db:port/x"},
        {"PBEM_DATABASE_URL": "postgresql://user:hu@sh@db:x/[y"},
        {"PBEM_REDIS_URL": "http://:hush@redis"},
        {"PBEM_HOOK_KEYS": "hush"},
        {"PBEM_METRICS_TOKEN": "hush"},
        {"PBEM_OPERATOR_EMAIL": ""},
        {"PBEM_OPERATOR_NAME": "Erik\nBcc: x"},
        {"PBEM_BASE_URL": "https://user:hush@cards.example.org"},
        {"PBEM_SERVICE_ADDRESS": "play@"},
        {"PBEM_SERVICE_ADRESS": "play@cards.example.org"},
        {"PBEM_SMTP_LISTEN": "8025"},
        {"PBEM_MOVE_LIMIT": "nan"},
        {"PBEM_DELIMITER": "++"},
    ],
)
def test_a_half_written_configuration_is_refused_without_telling_secrets(change, monkeypatch):
    environ = environ_of("postgresql://u:p@127.0.0.1/x", "redis://127.0.0.1:9/0") | change

    with pytest.raises(ConfigError) as refused:
        settings_from(environ)

    said = str(refused.value) + repr(refused.value)
    assert any(name in said for name in change)
    for secret in ("hush", "hu/sh", "hu@sh", "c2VjcmV0"):
        assert secret not in said


def test_settings_and_house_show_no_secret_in_their_repr(front: Front):
    keys = environ_of("postgresql://u:hush@127.0.0.1/x", "redis://:hush@127.0.0.1:9/0") | {
        "PBEM_SMTP_URL": "smtps://user:hush@mail.example.org",
        "PBEM_HOOK_KEYS": "hush" * 8,
        "PBEM_METRICS_TOKEN": "hush" * 8,
    }

    said = repr(settings_from(keys)) + repr(front.house) + repr(front.office) + repr(front.reader)

    assert "hush" not in said
    assert "1" * 32 not in said


def test_records_of_letters_and_mails_show_no_content_in_their_repr(table: Table, front: Front):
    turn = table.on_turn()
    letter = turn.reply("status")
    with front.services.uow() as uow:
        notices = [uow.outbox.get(number) for number in range(1, 30)]
    said = repr(letter) + repr(notices) + repr(seat_orders)

    assert "From:" not in said
    assert SERVICE not in said or turn.email not in said
    assert not TOKEN.search(said), TOKEN.search(said)
