"""Mails that come back: what the report is about is known by the address it comes to."""

import pytest

from pbem.app.records import InvitationState
from tests.hostile.front import SERVICE, Front, Person


def report(failed: str, status: str = "5.1.1") -> bytes:
    """Return a delivery report as mail servers write it (RFC 3464)."""
    return (
        f"From: MAILER-DAEMON@mx.example\r\nTo: {SERVICE}\r\nSubject: Undelivered\r\n"
        "Return-Path: <>\r\nMIME-Version: 1.0\r\nMessage-ID: <dsn@mx.example>\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example\r\n\r\n"
        f"Final-Recipient: rfc822; {failed}\r\nAction: failed\r\nStatus: {status}\r\n"
        "--b--\r\n"
    ).encode()


def sender_of(front: Front, recipient: str) -> str:
    """Return the envelope sender of the newest mail to somebody."""
    taken = [to for to, _ in front.server.tried]
    assert len(taken) == len(front.server.senders)
    return front.server.senders[len(taken) - 1 - taken[::-1].index(recipient)]


@pytest.fixture
def alice(front: Front) -> Person:
    """She has asked Bob and Carol to a table."""
    alice = Person(front, "Alice")
    alice.write("new nomination whist with bob@home.example, carol@home.example")
    alice.reply("yes")
    return alice


def states(front: Front) -> dict[str, InvitationState]:
    with front.services.uow() as uow:
        return {one.email: one.state for one in uow.invitations.of(1)}


def test_the_starter_hears_which_address_failed_and_what_to_write_instead(front, alice):
    back_to = sender_of(front, "bob@home.example")
    assert back_to.startswith("bounce+")

    front.put(report("bob@home.example"), back_to)

    assert states(front) == {"bob@home.example": "undeliverable", "carol@home.example": "open"}
    mail = alice.last
    assert "(bob@home.example) does not arrive" in mail.first_line
    assert "<invite other@example.org>" in mail.text
    assert alice.reply("invite ben@home.example", mail).verdict == "applied"
    assert states(front)["ben@home.example"] == "open"


def test_the_same_address_asked_again_is_told_of_again(front, alice):
    front.put(report("bob@home.example"), sender_of(front, "bob@home.example"))
    alice.reply("invite bob@home.example")
    before = len(front.mails(alice.email))
    again = report("bob@home.example").replace(b"<dsn@", b"<dsn2@")

    front.put(again, sender_of(front, "bob@home.example"))

    assert len(front.mails(alice.email)) == before + 1


def test_a_passing_failure_ends_no_invitation(front, alice):
    front.put(report("bob@home.example", "4.2.2"), sender_of(front, "bob@home.example"))

    assert states(front)["bob@home.example"] == "open"


def test_a_report_ends_no_invitation_that_was_answered(front, alice):
    back_to = sender_of(front, "bob@home.example")
    Person(front, "Bob").reply("yes")

    front.put(report("bob@home.example"), back_to)

    assert states(front)["bob@home.example"] == "accepted"


def test_a_person_cannot_write_to_an_address_for_reports(front, alice):
    back_to = sender_of(front, "bob@home.example")

    assert Person(front, "Bob").write("yes", back_to).verdict == "nobody"
    assert states(front)["bob@home.example"] == "open"


def test_a_question_that_does_not_arrive_is_forgotten(front):
    stranger = Person(front, "Dora")
    stranger.write("practice")
    asked = stranger.last

    front.put(report(stranger.email), sender_of(front, stranger.email))

    assert stranger.reply("yes", asked).verdict == "refused"
    with front.services.uow() as uow:
        assert uow.players.at(stranger.email) == []


def test_mails_to_seats_still_come_back_to_their_seats(front, table):
    turn = table.on_turn()

    front.put(report(turn.email), sender_of(front, turn.email))

    with front.services.uow() as uow:
        [(_, address)] = uow.players.at(turn.email)
    assert address.failing == "hard 5.1.1"
