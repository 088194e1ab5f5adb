"""What a player changes about themselves holds at once, also for what waits already."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from pbem.app import own_addresses, setting, signing_in
from pbem.mailout.post import Delivered, Refused
from pbem.orders.orders import MainAddress, RemoveAddress
from tests.hostile.front import Front, Person, Table
from tests.hostile.test_reach import address, fail, fresh, second_address
from tests.hostile.test_revoking import links
from tests.hostile.test_undelivered import report, sender_of
from tests.hostile.test_which_mails import answer, others_answer, play_to, wants, with_digests

NEW = "new@home.example"
HOME = "https://cards.example.org"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def player_of(front: Front, person: Person) -> int:
    with front.services.uow() as uow:
        return uow.players.at(person.email)[0][0].id


def leave_address(front: Front, person: Person) -> int:
    """Let all mails of a person go to another address, and remove the one they had."""
    player_id = player_of(front, person)
    with front.services.uow() as uow:
        uow.players.add_address(player_id, NEW, proven=True)
        uow.commit()
    for order in (MainAddress(NEW), RemoveAddress(person.email)):
        outcome = own_addresses.change_by_page(front.services, player_id, order)
    assert outcome.done is not None
    assert outcome.done.did == "address_voided"
    front.run()
    return player_id


def test_mails_that_went_to_a_removed_address_open_nothing_any_more(front: Front, table: Table):
    alice = table.people[0]
    play_to(table, alice)
    old = alice.answerable
    old_links = links(old)
    pages = front.house.pages().test_client()
    assert {pages.get(link).status_code for link in old_links} == {200}

    leave_address(front, alice)

    assert {pages.get(link).status_code for link in old_links} <= {404, 410}
    assert front.door.accepts(old.reply_to) == "revoked"
    # The question is open still, and can be answered where the mails go now.
    [*_, asks] = front.mails(NEW)
    assert asks.reply_to != old.reply_to
    alice.email = NEW
    before = table.seq
    assert alice.reply(asks.answers()[-1], asks).verdict == "applied"
    assert table.seq > before


@pytest.mark.parametrize("line", ["zone berlin", "address add b2@home.example"])
def test_a_yes_to_a_question_shows_that_mail_arrives(front: Front, table: Table, line: str):
    bob = table.people[1]
    fail(front, bob, "5.1.1")
    assert address(front, bob).reach == "suppressed"
    front.clock.wait(minutes=2)

    bob.write(line)
    bob.reply("yes", [one for one in front.mails(bob.email) if "confirm" in one.sender_name][-1])

    assert address(front, bob).reach == "ok"


@pytest.mark.parametrize("line", ["zone los angeles", "hours 0-6"])
def test_a_reminder_and_what_waits_come_by_the_clock_that_was_just_told(front: Front, line: str):
    table = Table(front, "Alice", "Bob", "Carol")
    alice = table.people[0]
    with front.services.uow() as uow:
        player = uow.players.at(alice.email)[0][0]
        uow.players.save(replace(player, zone="UTC", zone_told=True))
        uow.commit()
    wants(alice, "hours 8-21")
    play_to(table, alice)
    front.clock.time = front.clock.time.replace(hour=22, minute=0) + timedelta(days=1)
    answer(table)
    while table.on_turn() is not alice:
        answer(table)
    seen = len(front.mails(alice.email))
    with front.services.uow() as uow:
        [before] = [wait.remind_at for wait in uow.waits.of(table.row.id)]

    zone = ZoneInfo("America/Los_Angeles") if "zone" in line else ZoneInfo("UTC")
    if "zone" in line:
        assert setting.set_zone_of(front.services, player.id, "Los Angeles") is None
    else:
        alice.write(line)
        alice.reply("yes")
        seen = len(front.mails(alice.email))

    with front.services.uow() as uow:
        [after] = [wait.remind_at for wait in uow.waits.of(table.row.id)]
    assert after != before
    while len(front.mails(alice.email)) == seen:
        front.clock.wait(minutes=30)
        front.tick()
        front.run()
    hour = front.clock.time.astimezone(zone).hour
    assert (8 <= hour < 21) if "zone" in line else hour < 6


def test_the_daily_mail_that_waits_moves_to_the_hour_that_was_just_told(front: Front):
    tables, alice = with_digests(front)

    for line in ("digest 12", "digest 9", "digest 12"):
        wants(alice, line)
    others_answer(tables[0], alice)
    alice.new()

    came = []
    for _ in range(48):
        front.clock.wait(minutes=30)
        front.tick()
        front.run()
        hour = front.clock.time.astimezone(ZoneInfo("Europe/Berlin")).hour
        came += [hour for mail in alice.new() if "tables" in mail.sender_name]
    assert came == [12]


@pytest.mark.parametrize("how", ["revoke", "remove"])
def test_a_leaked_mail_holds_nothing_of_its_owner_once_it_was_made_void(front: Front, how: str):
    tables = [Table(front, "Alice", "Bob", "Carol"), Table(front, "Alice", "Dan", "Eve")]
    alice = tables[1].people[0] = tables[0].people[0]
    player_id = player_of(front, alice)
    stop_all = front.office.outside.stop_all_link(player_id).removeprefix(HOME)
    back_to = sender_of(front, alice.email)
    pages = front.house.pages().test_client()
    assert pages.get(stop_all).status_code == 200

    if how == "revoke":
        alice.reply("revoke")
    else:
        leave_address(front, alice)

    for page in (pages.get(stop_all), pages.post(stop_all, data=ONE_CLICK)):
        assert page.status_code == 410
        assert "stop all" in page.text
    assert all(table.seat(alice).mails for table in tables)
    with front.services.uow() as uow:
        fresh = front.office.outside.stop_all_link(player_id, uow.players.generation(player_id)[0])
    assert pages.get(fresh.removeprefix(HOME)).status_code == 200
    if how == "remove":
        assert front.door.accepts(back_to) == "unknown"


def test_reports_about_mails_that_are_void_count_for_a_week_and_never_for_good(
    front: Front, table: Table
):
    bob = table.people[1]
    old = sender_of(front, bob.email)
    bob.reply("revoke")

    front.put(fresh(report(bob.email, "5.1.1")), old)
    assert (address(front, bob).reach, address(front, bob).failures) == ("failing", 1)
    front.clock.wait(days=8)
    front.put(fresh(report(bob.email, "5.1.1")), old)
    assert address(front, bob).failures == 1

    bob.reply("revoke")
    assert front.door.accepts(old) == "unknown"
    front.put(fresh(report(bob.email, "5.1.1")), sender_of(front, bob.email))
    assert address(front, bob).reach == "suppressed"


@pytest.mark.parametrize("typed", ["straße", "ſtrasse", "straſſe", "\u212aim", "STRASSE", "Kim"])
def test_a_sign_in_goes_to_the_address_as_it_was_proven_or_to_somebody_else(
    front: Front, typed: str
):
    own = "kim" if typed.lower().endswith("im") else "strasse"
    victim = Person(front, "Vic")
    victim.email = f"{own}@home.example"
    victim.write("practice")
    victim.reply("yes")
    player_id, tried = player_of(front, victim), len(front.server.tried)

    signing_in.ask_sign_in(front.services, f"{typed}@home.example")
    front.run()

    [(to, _)] = front.server.tried[tried:]
    with front.services.uow() as uow:
        known = [one.id for one, _ in uow.players.at(to)]
    assert known == ([player_id] if to == victim.email else [])
    assert typed.isascii() <= (to == victim.email)


def test_what_is_refused_at_a_dead_address_goes_to_another_one(front: Front, table: Table):
    bob = table.people[1]
    second = second_address(front, bob)
    gone = Refused(550, "5.1.1 no such user", of_recipient=True)
    front.server.answer = lambda to: gone if to == bob.email else Delivered("250")

    bob.reply("scores")

    [mail] = front.mails(second)
    assert mail.sender_name == "Oh Hell: answer" or mail.asks
    assert "does not arrive" in " ".join(mail.text.split())
    assert [to for to, _ in front.server.tried].count(second) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hours 25-3", "from (0) to (23)"),
        ("hours 8-8", "not the first once more"),
        ("digest 99", "from (0) to (23)"),
    ],
)
def test_hours_that_there_are_not_are_told_with_those_there_are(table: Table, line: str, told: str):
    alice = table.people[0]

    alice.reply(line)

    text = " ".join(alice.last.text.split())
    assert told in text
    assert "Did you mean" in text
