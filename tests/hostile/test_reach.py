"""Whether mail reaches people: failures are counted, seen at the table, and mended."""

import itertools
from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.app.notice_records import NoticeState
from pbem.config_senders import Senders
from pbem.mailout.post import Delivered, Refused, TryLater
from tests.hostile.front import SERVICE, Front, Person, Table
from tests.hostile.test_undelivered import report, sender_of

_numbers = itertools.count(1)


def fresh(raw: bytes) -> bytes:
    """The same report, written once more by its server."""
    return raw.replace(b"<dsn@", b"<dsn%d@" % next(_numbers))


def address(front: Front, person: Person):
    with front.services.uow() as uow:
        return uow.players.at(person.email)[0][1]


def fail(front: Front, person: Person, status: str, times: int = 1) -> None:
    for _ in range(times):
        front.put(fresh(report(person.email, status)), sender_of(front, person.email))


def complaint(mail: bytes, recipient: str = "", mail_from: str = "") -> bytes:
    """Return a complaint as large providers send it (RFC 5965), with what they do not strike out."""
    header = mail.partition(b"\r\n\r\n")[0].replace(b"To: ", b"X-Struck-Out: ", 1)
    told = (f"Original-Rcpt-To: {recipient}\r\n" if recipient else "") + (
        f"Original-Mail-From: <{mail_from}>\r\n" if mail_from else ""
    )
    return (
        f"From: feedback@provider.example\r\nTo: {SERVICE}\r\nSubject: complaint\r\n"
        f"Message-ID: <arf{next(_numbers)}@provider.example>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nThis is a complaint.\r\n"
        "--b\r\nContent-Type: message/feedback-report\r\n\r\n"
        f"Feedback-Type: abuse\r\nUser-Agent: x\r\nVersion: 1\r\n{told}\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\n"
    ).encode() + (header + b"\r\n\r\nstruck out\r\n--b--\r\n")


def pass_turns(front: Front, table: Table, turns: int) -> None:
    """Let people play on the pages, of which no letter comes."""
    from pbem.app import pages

    for _ in range(turns):
        person = table.on_turn()
        seat = table.seat(person)
        view = pages.seat_sight(front.services, seat.id).sight.view
        line = str(view.legal_bids[-1]) if view.wants == "bid" else str(view.legal_cards[-1])
        assert pages.act(front.services, seat.id, line, view.position).refused is None


def mails_to(front: Front, person: Person) -> int:
    return sum(to == person.email for to, _ in front.server.tried)


def until_on_turn(front: Front, table: Table, person: Person) -> None:
    pass_turns(front, table, 1)
    while table.on_turn() is not person:
        pass_turns(front, table, 1)
    front.run()


def test_a_missing_mailbox_gets_no_mail_any_more_until_its_owner_writes(front, table):
    bob = table.people[1]
    until_on_turn(front, table, bob)
    fail(front, bob, "5.1.1")
    assert address(front, bob).reach == "suppressed"
    before = mails_to(front, bob)

    until_on_turn(front, table, bob)
    assert mails_to(front, bob) == before
    with front.services.uow() as uow:
        kept = [uow.outbox.get(one) for one in range(1, 60)]
    assert NoticeState.SUPPRESSED in {one.state for one in kept if one is not None}

    bob.reply("status")

    assert address(front, bob).reach == "ok"
    assert mails_to(front, bob) == before + 1


def test_five_passing_failures_in_a_row_suppress_and_an_answer_begins_the_row_anew(front, table):
    bob = table.people[1]
    fail(front, bob, "5.2.2", 4)
    assert (address(front, bob).reach, address(front, bob).failures) == ("failing", 4)

    bob.reply("status")
    assert (address(front, bob).reach, address(front, bob).failures) == ("ok", 0)

    fail(front, bob, "5.7.1", 4)
    assert address(front, bob).suppressed is None
    fail(front, bob, "4.4.7")
    assert address(front, bob).suppressed == "soft"


def test_a_report_counts_once_and_one_that_mail_waits_counts_nothing(front, table):
    bob = table.people[1]
    back_to = sender_of(front, bob.email)
    once = fresh(report(bob.email, "5.2.2"))
    for copy in (once, b"X-Seen: 1\r\n" + once, once.replace(b"It could", b"This could")):
        front.put(copy, back_to)
    assert address(front, bob).failures == 1

    waits = report(bob.email, "4.4.1").replace(b"Action: failed", b"Action: delayed")
    front.put(fresh(waits), back_to)
    assert address(front, bob).failures == 1


def test_reports_about_one_mail_count_once(front, table):
    bob = table.people[1]
    back_to = sender_of(front, bob.email)
    about = front.server.mails[bob.email][-1].partition(b"\r\n\r\n")[0]
    end = b"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n" + about + b"\r\n--b--\r\n"
    for _ in range(6):
        front.put(fresh(report(bob.email, "5.2.2")).replace(b"--b--\r\n", end), back_to)

    assert address(front, bob).failures == 1


def test_a_report_that_nobody_can_read_counts_for_whom_it_came_back(front, table):
    bob = table.people[1]
    raw = (
        f"From: MAILER-DAEMON@mx.example\r\nTo: {SERVICE}\r\nReturn-Path: <>\r\n"
        "Message-ID: <odd@mx.example>\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
    ).encode() + b"\xff\xfe--b\r\nnothing that is known\r\n"

    front.put(raw, sender_of(front, bob.email))

    assert address(front, bob).failures == 1


@pytest.mark.parametrize("how", ["message_id", "mail_from", "bounce"])
def test_a_complaint_ends_the_mails_at_once_though_it_names_no_address(front, table, how):
    bob = table.people[1]
    mail, sender = front.server.mails[bob.email][-1], sender_of(front, bob.email)
    if how == "mail_from":
        mail = mail.replace(b"Message-ID: <t.", b"Message-ID: <gone.")
    raw = complaint(mail, mail_from=sender if how == "mail_from" else "")

    front.put(raw, sender if how == "bounce" else SERVICE)

    assert address(front, bob).suppressed == "complaint"
    fail(front, bob, "5.1.1")
    assert address(front, bob).suppressed == "complaint"
    bob.reply("status")
    assert address(front, bob).reach == "ok"


def test_nobody_complains_in_the_name_of_others(front, table):
    alice, bob, _ = table.people
    forged = front.server.mails[bob.email][-1].replace(b"Message-ID: <t.", b"Message-ID: <t.X")

    front.put(complaint(forged, recipient=bob.email), SERVICE)
    # Nor with a mail of one's own.
    front.put(complaint(front.server.mails[alice.email][-1], recipient=bob.email), SERVICE)

    assert address(front, bob).reach == "ok"
    assert address(front, alice).suppressed == "complaint"


def about(raw: bytes, mail: bytes) -> bytes:
    """Return a delivery report with the header of the mail that it is about."""
    header = mail.partition(b"\r\n\r\n")[0]
    end = b"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n" + header + b"\r\n--b--\r\n"
    return raw.replace(b"--b--\r\n", end)


@pytest.mark.parametrize("to", ["service", "reply"])
def test_a_report_that_knows_no_more_than_the_id_of_a_mail_changes_nothing(front, table, to):
    bob = table.people[1]
    mail, back_to = front.server.mails[bob.email][-1], sender_of(front, bob.email)
    where = SERVICE if to == "service" else bob.answerable.reply_to

    assert front.put(about(fresh(report("x@y.example")), mail), where).verdict == "bounce"
    assert address(front, bob).reach == "ok"
    # Nor does it use up what the mail server of Bob has to say of the same mail.
    front.put(about(fresh(report(bob.email)), mail), back_to)

    assert address(front, bob).suppressed == "hard"


def test_a_complaint_that_the_named_provider_has_not_sent_is_nobodys(front, table):
    bob = table.people[1]
    mail = front.server.mails[bob.email][-1]
    senders = Senders(servers=("mx.cards.example.org",))
    front.reader = replace(front.reader, senders=senders)
    found = (
        b"Authentication-Results: mx.cards.example.org; dmarc=%s header.from=provider.example\r\n"
    )

    front.put(found % b"fail" + complaint(mail), SERVICE)
    assert address(front, bob).reach == "ok"

    front.put(found % b"pass" + complaint(mail), SERVICE)
    assert address(front, bob).suppressed == "complaint"


def test_the_table_sees_whom_mail_does_not_reach_and_since_when(front, table):
    alice, bob, _ = table.people
    since = front.clock.now()
    fail(front, bob, "5.1.1")
    front.clock.wait(days=2)

    alice.reply("status")

    day = f"{since:%a} {since.day} "
    assert f"Mail does not reach Bob (since {day}" in " ".join(alice.last.text.split())


def second_address(front: Front, person: Person) -> str:
    with front.services.uow() as uow:
        [(player, _)] = uow.players.at(person.email)
        uow.players.add_address(player.id, "second@home.example", proven=True)
        uow.players.add_address(player.id, "unproven@home.example", proven=False)
        uow.commit()
    return "second@home.example"


@pytest.mark.parametrize("how", ["report", "reply"])
def test_another_proven_address_gets_the_question_and_is_told_why(front, table, how):
    alice, bob, _ = table.people
    second = second_address(front, bob)
    if how == "report":
        until_on_turn(front, table, bob)
        fail(front, bob, "5.1.1")
    else:
        gone = Refused(550, "5.1.1 no such user", of_recipient=True)
        front.server.answer = lambda to: gone if to == bob.email else Delivered("250")
        until_on_turn(front, table, bob)

    [mail] = front.mails(second)
    assert mail.answers()
    told = " ".join(mail.text.split())
    assert f"Mail to your address ({bob.email}) does not arrive, so it comes here." in told
    assert "unproven@home.example" not in front.server.mails
    alice.reply("status")
    assert "does not reach" not in alice.last.text


def test_mail_that_is_given_up_after_two_days_counts_once(front, table):
    bob = table.people[1]
    full = TryLater(452, "4.2.2 mailbox full")
    front.server.answer = lambda to: full if to == bob.email else Delivered("250")
    bob.reply("status")
    for _ in range(12):
        front.clock.wait(hours=7)
        front.run()

    assert address(front, bob).failures == 1
    assert address(front, bob).suppressed is None
    front.server.answer = lambda _: Delivered("250")
    front.clock.wait(hours=7)
    bob.reply("status")
    assert address(front, bob).reach == "ok"


def test_our_own_server_out_of_reach_is_no_failure_of_theirs(front, table):
    bob = table.people[1]
    front.server.answer = lambda _: TryLater(0, "no network")
    bob.reply("status")
    for _ in range(60):
        front.clock.wait(hours=1)
        front.run()

    assert address(front, bob).reach == "ok"


def test_whoever_asks_for_a_sign_in_gets_one_where_other_mail_does_not_go(front, table):
    from pbem.app import signing_in

    bob = table.people[1]
    fail(front, bob, "5.1.1")
    front.clock.time += timedelta(minutes=1)
    before = mails_to(front, bob)

    assert signing_in.ask_sign_in(front.services, bob.email)
    front.run()

    assert mails_to(front, bob) == before + 1
    with front.services.uow() as uow:
        [found] = [
            one for n in range(1, 90) if (one := uow.outbox.get(n)) and one.kind == "sign_in"
        ]
    signing_in.sign_in(front.services, found.facts["pending_id"])
    assert address(front, bob).reach == "ok"
