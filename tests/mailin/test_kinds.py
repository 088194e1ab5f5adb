"""Machines, our own mail and reports are known by their headers, and people are not taken for them."""

import pytest

from pbem.app.incoming import ToNobody
from pbem.mailin.bounces import report_of
from pbem.mailin.headers import parse
from tests.mailin.letters import REPLY, SEAT, TOKEN, letter, multipart, taken

BOUNCE = f"bounce+{TOKEN}@cards.example.org"


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied\n",
        "Auto-Submitted: Auto-Generated; x=y\n",
        "X-Autoreply: yes\n",
        "X-Autorespond: vacation\n",
        "Precedence: bulk\n",
        "Precedence: Junk\n",
        "Precedence: auto_reply\n",
        "Return-Path: <>\n",
    ],
)
def test_an_automatic_answer_is_no_order(headers):
    incoming = taken(letter(headers=headers))

    assert (incoming.kind, incoming.lines) == ("auto_reply", ())


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: no\n",
        "Auto-Submitted: no (a person)\n".replace(" (a person)", ""),
        "X-Auto-Response-Suppress: All\n",
        "Precedence: first-class\n",
        "Return-Path: <alice@example.com>\n",
        "X-Loop: somebody@else.example\n",
        "List-Unsubscribe: <mailto:x@example.com>\n",
        "Return-Path: <alice@example.com>\nReturn-Path: <>\n",
        "List-Id: <k7q2.tables.cards.example.org>\n",
    ],
)
def test_a_person_is_not_taken_for_a_machine(headers):
    assert taken(letter(headers=headers)).lines == ("bid 2",)


@pytest.mark.parametrize(
    "changes",
    [
        {"headers": "X-Loop: PLAY@cards.example.org\n"},
        {"sender": "Oh Hell <play@cards.example.org>"},
        {"sender": f"Oh Hell <{REPLY}>"},
        {"sender": "x <bounce+abc@cards.example.org>"},
        {"message_id": "<t.K7Q2.41@cards.example.org>"},
        {"headers": "List-Id: Friends <friends.lists.example.org>\n"},
        {"headers": "List-Post: <mailto:friends@lists.example.org>\n"},
    ],
)
def test_our_own_mail_and_lists_are_loops(changes):
    assert taken(letter(**changes)).kind == "loop"


def test_a_player_of_our_own_domain_is_no_loop():
    raw = letter(sender="Alice <alice@cards.example.org>", message_id="<1@cards.example.org>")

    assert taken(raw).lines == ("bid 2",)


def test_a_loop_is_known_before_an_automatic_answer():
    headers = "X-Loop: play@cards.example.org\nAuto-Submitted: auto-generated\n"

    assert taken(letter(headers=headers)).kind == "loop"


def report(status: str, action: str = "failed") -> bytes:
    return multipart(
        "report; report-type=delivery-status",
        ("text/plain", "bid 2"),
        (
            "message/delivery-status",
            f"Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; bob@example.com\nAction: {action}\nStatus: {status}\n",
        ),
    )


@pytest.mark.parametrize(
    ("status", "action", "reason"),
    [
        ("5.1.1", "failed", "hard 5.1.1"),
        ("5.0.0", "failed", "hard 5.0.0"),
        ("5.4.4 (host unknown)", "failed", "hard 5.4.4"),
        ("5.2.2", "failed", "soft 5.2.2"),
        ("5.7.1", "failed", "soft 5.7.1"),
        ("4.4.1", "delayed", "soft 4.4.1"),
        ("4.4.7", "failed", "soft 4.4.7"),
        ("2.0.0", "delivered", "soft 2.0.0"),
        ("junk", "failed", "hard"),
    ],
)
def test_a_delivery_report_is_graded(status, action, reason):
    incoming = taken(report(status, action), BOUNCE)

    assert (incoming.kind, incoming.reason, incoming.to) == ("bounce", reason, SEAT)
    assert report_of(parse(report(status, action))).recipient == "bob@example.com"


@pytest.mark.parametrize(
    "raw",
    [
        letter("I could not deliver it.", sender="MAILER-DAEMON@mx.example.com"),
        letter("", sender="x@example.com", headers="X-Failed-Recipients: bob@example.com\n"),
        letter("", sender="postmaster@example.com", headers="Return-Path: <>\n"),
        letter(b"\xff\xfe\0", sender="mailer-daemon@example.com", kind="multipart/report"),
    ],
)
def test_a_bounce_without_a_report_is_told_by_its_bounce_address(raw):
    incoming = taken(raw, BOUNCE)

    assert (incoming.kind, incoming.to) == ("bounce", SEAT)
    assert incoming.reason == "soft"


NULL = "Return-Path: <>\n"
REPORT = "multipart/report; report-type=delivery-status; boundary=b"


@pytest.mark.parametrize(
    "raw",
    [
        letter("Not here.", sender="Mail <noreply@example.com>", headers=NULL),
        letter("Not here.", sender="system@example.com", headers=NULL),
        letter(
            "Not here.", sender="no-reply@example.com",
            headers=f"{NULL}Auto-Submitted: auto-replied\n",
        ),
        letter("Not here.", headers=NULL).replace(b"From: Alice <alice@example.com>\n", b""),
        letter("Not here.").replace(b"From: Alice <alice@example.com>\n", b""),
        letter("--b\n\nx\n" * 70, sender="mailer-daemon@x.example", kind=REPORT, headers=NULL),
        letter("--b\n\nx\n" * 70, sender="mx@x.example", kind=REPORT),
        letter(b"x" * 11_000_000, sender="mx@x.example", headers=NULL),
    ],
    ids=[
        "noreply", "system", "noreply auto", "no From, null path", "no From", "70 parts",
        "70 parts, no path", "11 MB",
    ],
)  # fmt: skip
def test_whatever_comes_back_to_a_bounce_address_is_counted(raw):
    incoming = taken(raw, BOUNCE)

    assert (incoming.kind, incoming.reason, incoming.to) == ("bounce", "soft", SEAT)
    assert incoming.about is not None
    assert incoming.about.is_failure
    assert taken(raw, BOUNCE.replace("a", "b", 1)).to == ToNobody("unknown")
    assert taken(raw).kind != "bounce"


@pytest.mark.parametrize("path", [NULL, ""])
def test_the_holiday_note_of_a_person_is_no_bounce(path):
    raw = letter("I am away.", headers=f"{path}Auto-Submitted: auto-replied\n")

    incoming = taken(raw, BOUNCE)

    assert (incoming.kind, incoming.to) == ("auto_reply", ToNobody("unknown"))


def test_orders_sent_to_a_bounce_address_are_for_nobody():
    incoming = taken(letter(), BOUNCE)

    assert incoming.to == ToNobody("unknown")


def test_a_report_inside_a_forwarded_mail_makes_no_report():
    inner = "From: x@example.com\nContent-Type: text/calendar; method=REPLY\n\nMETHOD:REPLY\n"
    raw = multipart("mixed", ("text/plain", "bid 2"), ("message/rfc822", inner))

    assert taken(raw).lines == ("bid 2",)


@pytest.mark.parametrize(
    "calendar",
    [
        ("text/calendar; method=REPLY", "BEGIN:VCALENDAR"),
        ("text/calendar", "BEGIN:VCALENDAR\nMETHOD:REPLY"),
        ("message/disposition-notification", "Disposition: manual-action"),
    ],
)
def test_receipts_and_calendar_answers_are_no_orders(calendar):
    assert taken(multipart("mixed", ("text/plain", "status"), calendar)).kind == "receipt"
