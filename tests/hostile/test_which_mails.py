"""Which mails come, and when: letters through the door, mails from the real post office."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbem.app import own_addresses
from pbem.mailout.post import Delivered, Refused
from pbem.orders.orders import MainAddress, RemoveAddress
from tests.hostile.front import Front, Person, Table
from tests.hostile.test_reach import second_address, until_on_turn
from tests.journeys.town import Mail

AFTERNOON = datetime(2027, 3, 2, 14, 0, tzinfo=UTC)
"""Three in the afternoon at Berlin, on a Tuesday."""


@pytest.fixture
def front(front: Front) -> Front:
    front.clock.time = AFTERNOON
    return front


def until(front: Front, day: int, hour: int) -> None:
    """Let time go by up to an hour of a day of March, the clock being looked at all along."""
    aim = datetime(2027, 3, day, hour, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    while front.clock.time < aim:
        front.clock.time = min(front.clock.time + timedelta(minutes=30), aim.astimezone(UTC))
        front.tick()
        front.run()


def newest(table: Table, person: Person) -> Mail:
    """Return the newest mail of this table that offers an answer."""
    mails = reversed(table.front.mails(person.email))
    return next(mail for mail in mails if table.code in mail.subject and mail.answers())


def answer(table: Table) -> None:
    """Let whoever is on turn at this table answer."""
    mail = newest(table, person := table.on_turn())
    assert person.reply(mail.answers()[-1], mail).verdict == "applied"


def play_to(table: Table, person: Person) -> None:
    """Let the others answer until it is this person's turn."""
    while table.on_turn() is not person:
        answer(table)
    person.new()


def others_answer(table: Table, person: Person) -> None:
    """Let the person answer, and all others until it is their turn again."""
    answer(table)
    while table.on_turn() is not person:
        answer(table)


def with_digests(front: Front) -> tuple[list[Table], Person]:
    """Return two tables at which it is somebody's turn who wants one mail a day."""
    tables = [Table(front, "Alice", "Bob", "Carol"), Table(front, "Alice", "Dan", "Eve")]
    alice = tables[1].people[0] = tables[0].people[0]
    for table in tables:
        play_to(table, alice)
    wants(alice, "mails digest")
    for table in tables:
        others_answer(table, alice)
    return tables, alice


def wants(person: Person, line: str) -> None:
    person.reply(line)
    person.new()


def test_a_day_of_digests_with_several_games(front: Front):
    tables = [Table(front, "Alice", "Bob", "Carol"), Table(front, "Alice", "Dan", "Eve")]
    tables.append(Table(front, "Alice", "Frank", "Grace"))
    for table in tables:
        table.people[0] = tables[0].people[0]
    alice = tables[0].people[0]
    for table in tables[:2]:
        play_to(table, alice)
    play_to(tables[2], alice)
    answer(tables[2])
    wants(alice, "mails digest")
    alice.new()
    others_answer(tables[0], alice)
    others_answer(tables[1], alice)
    answer(tables[2])
    assert tables[2].on_turn() is not alice

    until(front, 3, 6)
    assert not any(mail.asks for mail in alice.new())
    until(front, 3, 8)

    mails = alice.new()
    digests = [mail for mail in mails if mail.subject == "Oh Hell: your tables today"]
    assert len(digests) == 1
    digest = " ".join(digests[0].text.split())
    assert digest.startswith("Alice, (2) tables wait for you; the first by Wed 3 March")
    for table in tables:
        assert digest.count(f"Table {table.code}, deal") == 1
    assert digest.count("/t/") == 3
    asked = [mail for mail in mails if mail.asks and mail not in digests]
    assert sorted(mail.subject.split()[2].strip(",") for mail in asked) == sorted(
        table.code for table in tables[:2]
    )
    for table in tables[:2]:
        assert table.on_turn() is alice
        mail = next(one for one in asked if table.code in one.subject)
        assert alice.reply(mail.answers()[-1], mail).verdict == "applied"
    front.assert_nothing_blew_up()


def test_a_reply_to_a_digest_plays_nothing(front: Front):
    tables, alice = with_digests(front)
    until(front, 3, 8)
    digest = next(mail for mail in alice.new() if "today" in mail.subject)
    before = [table.seq for table in tables]

    assert digest.reply_to == "None"
    alice.write("2")

    assert [table.seq for table in tables] == before
    assert "refused" in alice.last.first_line or "was refused" in alice.last.text


def test_a_turn_comes_at_once_where_the_digest_would_come_too_late(front: Front):
    table = Table(front, "Alice", "Bob", "Carol")
    alice = table.people[0]
    play_to(table, alice)
    wants(alice, "mails digest")
    front.clock.time = datetime(2027, 3, 3, 8, 0, tzinfo=UTC)

    others_answer(table, alice)

    assert [mail.asks for mail in alice.new()] == [True]


def test_every_turn_is_told_of_once_to_whoever_wants_that(front: Front):
    table = Table(front, "Alice", "Bob", "Carol")
    alice = table.people[0]
    wants(alice, "mails every turn")
    play_to(table, alice)
    answer(table)
    alice.new()
    bob = table.on_turn()
    answer(table)
    front.clock.wait(minutes=3)
    front.run()

    mails = alice.new()
    assert len(mails) == 1
    assert f"{bob.name}" in mails[0].text
    front.clock.wait(minutes=3)
    front.run()
    assert alice.new() == []


def test_one_who_wants_ends_of_deals_is_still_reminded_when_time_runs_short(front: Front):
    table = Table(front, "Alice", "Bob", "Carol")
    alice = table.people[0]
    wants(alice, "mails deals")
    play_to(table, alice)
    front.run()
    others = [mail for mail in alice.new() if mail.asks]
    assert others == []

    front.clock.wait(hours=12, minutes=1)
    front.tick()
    front.run()

    [reminder] = alice.new()
    assert reminder.sender_name == "Oh Hell: reminder"
    assert alice.reply(reminder.answers()[0], reminder).verdict == "applied"


def test_turns_that_waited_come_at_once_when_another_choice_is_made(front: Front):
    tables, alice = with_digests(front)
    assert not any(mail.asks for mail in alice.new())

    alice.reply("mails my turns", newest(tables[0], alice))

    asked = [mail for mail in alice.new() if mail.asks]
    assert {table.code for table in tables} == {
        table.code for table in tables for mail in asked if table.code in mail.subject
    }


def test_at_night_no_mail_comes_to_one_who_sleeps(front: Front):
    table = Table(front, "Alice", "Bob", "Carol")
    alice = table.people[0]
    play_to(table, alice)
    wants(alice, "hours 8-21")
    until(front, 2, 22)
    alice.new()
    answer(table)
    assert len(alice.new()) <= 1, "an answer to what was just written comes at night too"
    while table.on_turn() is not alice:
        answer(table)
    until(front, 3, 7)
    assert alice.new() == []

    until(front, 3, 8)

    assert any(mail.asks for mail in alice.new())


def test_a_stopped_seat_gets_no_digest_and_no_reminder(front: Front):
    tables, alice = with_digests(front)
    for table in tables:
        alice.reply("stop", newest(table, alice))
    alice.new()

    until(front, 4, 12)

    assert alice.new() == []


def test_a_daily_mail_goes_to_the_main_address_of_its_moment(front: Front):
    _tables, alice = with_digests(front)
    front.run()
    with front.services.uow() as uow:
        [(player, _)] = uow.players.at(alice.email)
        uow.players.add_address(player.id, "new@home.example", proven=True)
        uow.commit()
    for change in (MainAddress("new@home.example"), RemoveAddress(alice.email)):
        assert own_addresses.change_by_page(front.services, player.id, change).done
    front.run()
    alice.new()

    until(front, 3, 8)

    assert alice.new() == []
    new = [mail.subject for mail in front.mails("new@home.example")]
    assert new.count("Oh Hell: your tables today") == 1


def test_a_reminder_that_bounces_goes_elsewhere_though_it_is_the_only_mail(front: Front):
    table = Table(front, "Alice", "Bob", "Carol")
    alice = table.people[0]
    second = second_address(front, alice)
    alice.reply("mails deals")
    until_on_turn(front, table, alice)
    gone = Refused(550, "5.1.1 no such user", of_recipient=True)
    front.server.answer = lambda to: gone if to == alice.email else Delivered("250")
    while table.on_turn() is alice and not front.mails(second):
        front.clock.wait(minutes=30)
        front.tick()
        front.run()

    [mail] = front.mails(second)
    assert table.on_turn() is alice
    assert mail.sender_name == "Oh Hell: reminder"
