"""Letters from which nothing is taken: their writer gets one answer that helps, machines get none."""

import pytest

from pbem.mailin.limits import MAX_BYTES, head_alone
from tests.hostile.front import SERVICE, Front, Table

QUOTE = "> Alice, your bid: <0>, <1>.\n> bid 0\n"


def headers(turn, to: str, kind: str, number: int = 1) -> bytes:
    return (
        f"From: {turn.email}\r\nTo: {to}\r\nMessage-ID: <{number}@home.example>\r\n"
        f"MIME-Version: 1.0\r\nContent-Type: {kind}\r\n"
    ).encode()


def parts(*parts: tuple[str, str]) -> bytes:
    return "".join(
        f"--b\r\nContent-Type: {kind}\r\n\r\n{text}\r\n" for kind, text in parts
    ).encode()


ENCRYPTED = (
    (
        'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
        parts(("application/pgp-encrypted", "Version: 1"), ("application/octet-stream", "x")),
    ),
    ("application/pkcs7-mime; smime-type=enveloped-data", b"MIAGCSqGSIb3DQEHA6CAMIA="),
    ("text/plain", b"-----BEGIN PGP MESSAGE-----\r\n\r\nbid 2\r\n-----END PGP MESSAGE-----\r\n"),
    ("multipart/mixed; boundary=b", parts(("application/ms-tnef; name=winmail.dat", "eJ8+"))),
)
EMPTY = (
    *(("encrypted", kind, body, "encrypted") for kind, body in ENCRYPTED),
    ("inline", "text/plain", f"{QUOTE}bid 1\n{QUOTE}".encode(), "between quoted lines"),
    ("inline", "text/plain", f"{QUOTE}\nbid 1\n\n{QUOTE}".encode(), "between quoted lines"),
    ("forwarded", "text/plain", b"Begin forwarded message:\n\nbid 1\n", "forwarded"),
    ("nothing", "text/plain", QUOTE.encode(), "nothing above"),
    ("no_order", "text/plain", b"pass\n", "not understood"),
)
UNREADABLE = (
    ("malformed", "multipart/mixed", b"bid 1\r\n", "could not be read"),
    ("malformed", "multipart/mixed; boundary*=idna''%ff%c3", b"bid 1\r\n", "could not be read"),
    (
        "too_big",
        "multipart/mixed; boundary=b",
        parts(*[("text/plain", "bid 1")] * 65),
        "too big",
    ),
)
AUTOMATIC = b"Auto-Submitted: auto-replied\r\n"


@pytest.mark.parametrize(("why", "kind", "body", "told"), EMPTY)
def test_the_writer_is_told_once_an_hour_why_nothing_was_taken(table, front, why, kind, body, told):
    turn, before = table.on_turn(), table.seq
    to = turn.last.reply_to
    sent = len(front.server.tried)

    letter = front.put(headers(turn, to, kind) + b"\r\n" + body, to)
    again = front.put(headers(turn, to, kind) + b"X-Again: 1\r\n\r\n" + body, to)
    front.put(headers(turn, to, kind, 2) + b"\r\n" + body, to)

    assert (letter.verdict, letter.reason) == ("empty", why)
    assert again.verdict == "duplicate"
    assert (table.seq, len(front.server.tried)) == (before, sent + 1)
    assert told in " ".join(turn.last.text.split())
    assert b"\nAuto-Submitted: auto-replied" in turn.last.raw.replace(b"\r", b"")
    assert f"\nX-Loop: {SERVICE}".encode() in turn.last.raw.replace(b"\r", b"")


@pytest.mark.parametrize(("verdict", "kind", "body", "told"), UNREADABLE)
def test_the_owner_of_a_seat_is_told_once_an_hour_what_could_not_be_read(
    table, front, verdict, kind, body, told
):
    turn, before = table.on_turn(), table.seq
    to = turn.last.reply_to
    sent = len(front.server.tried)

    for number in range(3):
        letter = front.put(headers(turn, to, kind, number) + b"\r\n" + body, to)
        assert letter.verdict == verdict
        assert letter.reason

    assert (table.seq, len(front.server.tried)) == (before, sent + 1)
    assert told in " ".join(turn.last.text.split())
    front.clock.wait(hours=1)
    front.put(headers(turn, to, kind, 9) + b"\r\n" + body, to)
    assert len(front.server.tried) == sent + 2


def test_the_owner_of_a_seat_is_told_of_a_letter_of_which_only_the_header_was_kept(table, front):
    turn, before = table.on_turn(), table.seq
    to, sent = turn.last.reply_to, len(front.server.tried)

    for number in range(3):
        big = headers(turn, to, "text/plain", number) + b"\r\nbid 1\r\n" + b"x" * MAX_BYTES
        letter = front.put(head_alone(big), to)
        assert (letter.verdict, letter.reason) == ("too_big", "bytes")
    foreign = head_alone(big.replace(turn.email.encode(), b"mallory@home.example"))
    assert front.put(foreign, to).verdict == "stranger"

    assert (table.seq, len(front.server.tried)) == (before, sent + 1)
    assert "too big" in " ".join(turn.last.text.split())


@pytest.mark.parametrize(("verdict", "kind", "body", "told"), UNREADABLE)
def test_nobody_else_is_told_of_what_could_not_be_read(table, front, verdict, kind, body, told):
    turn, before = table.on_turn(), table.seq
    to, sent = turn.last.reply_to, len(front.server.tried)
    own = headers(turn, to, kind)

    automatic = front.put(own + AUTOMATIC + b"\r\n" + body, to)
    foreign = own.replace(turn.email.encode(), b"mallory@home.example")
    stranger = front.put(foreign + b"\r\n" + body, to)
    service = front.put(headers(turn, SERVICE, kind) + b"\r\n" + body, SERVICE)

    assert automatic.verdict in {verdict, "auto_reply"}
    assert stranger.verdict == "stranger"
    assert service.verdict == verdict
    assert (table.seq, len(front.server.tried)) == (before, sent)


REPORTS = (
    (
        "bounce",
        'multipart/report; report-type="delivery-status"; boundary=b',
        "message/delivery-status",
    ),
    (
        "bounce",
        "multipart/report; report-type=feedback-report; boundary=b",
        "message/feedback-report",
    ),
    (
        "receipt",
        "multipart/report; report-type=disposition-notification; boundary=b",
        "message/disposition-notification",
    ),
    ("receipt", "multipart/mixed; boundary=b", "text/calendar; method=REPLY"),
)


@pytest.mark.parametrize(("verdict", "kind", "inner"), REPORTS)
def test_reports_and_receipts_are_never_answered(table, front, verdict, kind, inner):
    turn, before = table.on_turn(), table.seq
    to, answer, sent = turn.last.reply_to, turn.last.answers()[-1], len(front.server.tried)
    body = parts(("text/plain", answer), (inner, "Status: 5.1.1"))

    for place in (to, SERVICE):
        letter = front.put(headers(turn, place, kind) + b"\r\n" + body, place)
        assert letter.verdict == verdict

    assert (table.seq, len(front.server.tried)) == (before, sent)


def test_a_player_gets_no_more_answers_an_hour_than_the_limit(table: Table, front: Front):
    turn, limit = table.other(), front.services.policy.answers_an_hour
    sent = len(front.server.tried)

    letters = [turn.reply("status") for _ in range(limit + 3)]

    assert {letter.verdict for letter in letters} == {"applied"}
    assert len(front.server.tried) == sent + limit
    front.clock.wait(hours=1)
    turn.reply("status")
    assert len(front.server.tried) == sent + limit + 1


def test_a_move_is_carried_out_when_the_answers_are_used_up(table: Table, front: Front):
    turn = table.on_turn()
    answer, before = turn.last.answers()[-1], table.seq
    asks = turn.answerable
    for _ in range(front.services.policy.answers_an_hour + 1):
        turn.reply("status", asks)

    assert turn.reply(answer, asks).verdict == "applied"

    assert table.seq == before + 1
