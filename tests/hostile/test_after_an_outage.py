"""The mail server is away while games go on: then each player gets one mail, of what is so now."""

from dataclasses import replace
from datetime import timedelta

from pbem.app import pages
from pbem.app.looking import happened_since, look
from pbem.app.notice_records import NoticeState
from pbem.mailout.post import Delivered, TryLater
from pbem.show import happenings
from pbem.show.names import Company
from pbem.show.reader import Reader
from tests.hostile.front import Front, Person, Table
from tests.hostile.test_reach import pass_turns


def told_up_to(front: Front, table: Table) -> dict[str, int]:
    with front.services.uow() as uow:
        return {one.name: uow.outbox.told_up_to(table.seat(one).id) for one in table.people}


def expected(front: Front, table: Table, name: str, after: int) -> list[str]:
    """What happened at the table after an event, as a mail tells it to a seat."""
    with front.services.uow() as uow:
        seat = front.seats(table.code)[name]
        sight = look(uow, table.row, seat)
        happened = happened_since(uow, table.row, after, seat.number)
    company = Company(sight.names, sight.seat)
    return list(happenings.since(Reader("en"), happened, sight.view, company))


def go_through_an_outage(front: Front, table: Table) -> None:
    """A day on which people play on the pages and by letters, and no mail leaves the house."""
    front.server.answer = lambda _: TryLater(0, "no network")
    for hour in range(30):
        if hour % 2 == 0:
            pass_turns(front, table, 2)
        if hour == 13:
            talker = table.people[2]
            pages.act(front.services, table.seat(talker).id, "say Hello out there", (0, 0))
        if hour in (7, 8, 20):
            table.people[0].reply("status" if hour == 7 else "scores")
        front.clock.wait(minutes=55)
        front.tick()
        front.run()
    # Nobody moves for a while: who is on turn is reminded.
    for _ in range(7):
        front.clock.wait(hours=2)
        front.tick()
        front.run()


def test_after_an_outage_each_player_gets_one_mail_of_all_that_happened(front: Front):
    table = Table(front, "Alice", "Bob", "Carol", preset="nomination_whist")
    front.run()
    before, began = told_up_to(front, table), table.seq
    had = {one.name: len(front.mails(one.email)) for one in table.people}
    go_through_an_outage(front, table)
    assert table.seq > began + 30
    made = sum(len(raws) for raws in front.server.mails.values())
    assert made == sum(had.values())

    front.server.answer = lambda _: Delivered("250")
    front.clock.wait(hours=1)
    front.tick()
    front.run()

    for one in table.people:
        mails = front.mails(one.email)[had[one.name] :]
        assert len(mails) == 1, one.name
        text = " ".join(mails[0].text.split())
        lines = [
            " ".join(line.split()) for line in expected(front, table, one.name, before[one.name])
        ]
        assert lines
        assert all(line in text for line in lines), one.name
        assert (
            "You wrote: (Hello out there)" if one.name == "Carol" else "Hello out there"
        ) in text
    turn = table.on_turn()
    assert turn.last.answers()
    assert table.answer().verdict == "applied"
    assert front.later() == [] or all(one.tries == 0 for one in front.later())


def test_answers_to_letters_of_an_outage_come_in_one_mail(front: Front, table: Table):
    alice = table.people[0]
    front.run()
    had = len(front.mails(alice.email))
    front.server.answer = lambda _: TryLater(0, "no network")
    alice.reply("scores")
    front.clock.wait(minutes=2)
    alice.reply("play the ace of nothing")
    front.clock.wait(minutes=2)
    front.run()

    front.server.answer = lambda _: Delivered("250")
    front.clock.wait(hours=1)
    front.run()

    [mail] = front.mails(alice.email)[had:]
    assert "scores" in mail.text
    assert "Nothing was taken from another of your mails" in " ".join(mail.text.split())


def test_later_tries_of_a_question_that_stands_send_the_same_bytes(front: Front, table: Table):
    front.run()
    front.server.answer = lambda _: TryLater(0, "no network")
    pass_turns(front, table, 1)
    turn = table.on_turn()
    front.run()
    for _ in range(4):
        front.clock.wait(minutes=40)
        front.run()

    tries = [raw for to, raw in front.server.tried if to == turn.email][-4:]
    assert len(set(tries)) == 1


def test_a_second_mail_to_a_seat_waits_for_the_one_that_is_under_way(front: Front, table: Table):
    front.run()
    pass_turns(front, table, 1)
    turn = table.on_turn()
    seat = table.seat(turn)
    seen = []

    def deliver(raw: bytes, sender: str, recipient: str):
        if recipient == turn.email and not seen:
            seen.append(raw)
            # While it is under way another mail to the same seat comes up.
            turn.front.door.store(
                turn.raw("status", turn.answerable.reply_to),
                turn.answerable.reply_to,
                (turn.answerable.reply_to,),
                "lmtp",
            )
            for letter in front.unread():
                front.reader.read(letter)
            for notice in front.due():
                front.office.send(notice)
        return front.server(raw, sender, recipient)

    had = len(front.mails(turn.email))
    office = replace(front.office, deliver=deliver)
    for notice in front.due():
        office.send(notice)
    assert len(front.mails(turn.email)) == had + 1
    front.clock.wait(seconds=30)
    front.run()

    assert len(front.mails(turn.email)) == had + 2
    with front.services.uow() as uow:
        states = {uow.outbox.get(n).state for n in range(1, 40) if uow.outbox.get(n)}
        assert uow.outbox.waiting(seat.game_id, seat.id) == []
    assert NoticeState.WAITING not in states or front.later()


def hours(front: Front, count: int) -> None:
    for _ in range(count):
        front.clock.wait(hours=1)
        front.tick()
        front.run()


def test_an_outage_of_days_loses_no_invitation_and_no_turn(front: Front, table: Table):
    with front.services.uow() as uow:
        uow.games.save(replace(uow.games.by_code(table.code), limit=timedelta(days=7)))
        uow.commit()
    host = Person(front, "Frank")
    host.write("new nomination whist for 4")
    host.reply("yes")
    front.server.answer = lambda _: TryLater(0, "no network")
    host.reply("invite ben@home.example")
    pass_turns(front, table, 1)
    person = table.on_turn()
    person.new()
    hours(front, 60)
    assert not front.mails("ben@home.example")

    front.server.answer = lambda _: Delivered("250")
    hours(front, 2)

    assert len(front.mails("ben@home.example")) == 1
    assert table.on_turn() is person
    assert person.last.answers()


def test_the_starter_hears_of_an_invitation_that_was_given_up(front: Front):
    host = Person(front, "Frank")
    host.write("new nomination whist for 4")
    host.reply("yes")
    full = TryLater(452, "4.2.2 mailbox full")
    front.server.answer = lambda to: full if to.startswith("ben") else Delivered("250")
    host.reply("invite ben@home.example")
    front.run()
    host.new()
    with front.services.uow() as uow:
        [ben] = [one for n in (1, 2) if (one := uow.invitations.get(n))]
    front.clock.time = ben.expires_at
    # The mail is given up before the clock has struck.
    front.run()

    assert "(ben@home.example) does not arrive" in host.last.first_line
