"""Mail that people have not asked for: few questions to strangers, and none after a complaint."""

import pytest

from pbem.app import own_addresses, pending_desk, signing_in
from pbem.orders.orders import AddAddress, RemoveAddress
from tests.hostile.front import Front, Person
from tests.hostile.test_lock_order import player_id
from tests.hostile.test_reach import address, complaint, mails_to
from tests.hostile.test_undelivered import sender_of


@pytest.fixture
def mallory(front: Front) -> Person:
    person = Person(front, "Mallory")
    person.write("practice")
    person.reply("yes")
    return person


def ask(front: Front, person: Person, email: str):
    """Say on the page that an address is one's own, and then that it is not."""
    own = player_id(front, person)
    outcome = own_addresses.change_by_page(front.services, own, AddAddress(email))
    front.run()
    own_addresses.change_by_page(front.services, own, RemoveAddress(email))
    return outcome.refused


def test_nobody_is_mailed_about_a_question_that_was_taken_back(front, mallory):
    own = player_id(front, mallory)
    for change in (AddAddress("v@w.example"), RemoveAddress("v@w.example")):
        assert own_addresses.change_by_page(front.services, own, change).done
    front.run()

    assert "v@w.example" not in front.server.mails


def test_addresses_that_are_added_and_removed_again_are_asked_five_times_a_day(front, mallory):
    refused = [ask(front, mallory, f"v{n}@w{n}.example") for n in range(4)]
    assert refused == [None] * 4

    mallory.write("address add w0@w.example\naddress add w1@w.example")
    mallory.reply("yes")

    assert "enough addresses were asked for you today" in " ".join(mallory.last.text.split())
    asked = [to for to, _ in front.server.tried if to.startswith(("v", "w"))]
    assert asked == [*(f"v{n}@w{n}.example" for n in range(4)), "w0@w.example"]
    assert ask(front, mallory, "v9@w9.example").why == "day"
    front.clock.wait(days=1)
    assert ask(front, mallory, "v9@w9.example") is None


@pytest.mark.parametrize("is_row_there", [True, False])
def test_whoever_complains_of_a_question_is_asked_no_other(front, mallory, is_row_there):
    vic = Person(front, "Vic")
    own = player_id(front, mallory)
    if is_row_there:
        own_addresses.change_by_page(front.services, own, AddAddress(vic.email))
        front.run()
    else:
        assert ask(front, mallory, vic.email) is None
    front.put(complaint(front.server.mails[vic.email][-1]), sender_of(front, vic.email))
    front.clock.wait(hours=2)

    assert ask(front, mallory, vic.email).why == "barred"
    assert pending_desk.ask_practice(front.services, vic.email)
    assert signing_in.ask_sign_in(front.services, vic.email)
    assert vic.write("practice").verdict == "limited"
    assert mails_to(front, vic) == 1


def test_whoever_plays_and_complains_gets_one_link_a_day_and_nothing_else(front, table):
    bob = table.people[1]
    front.put(complaint(front.server.mails[bob.email][-1]), sender_of(front, bob.email))
    before = mails_to(front, bob)
    for _ in range(3):
        front.clock.wait(minutes=2)
        assert signing_in.ask_sign_in(front.services, bob.email)
        assert pending_desk.ask_practice(front.services, bob.email)
        bob.write("help")
        bob.write("zone berlin")
    front.run()

    assert mails_to(front, bob) == before + 1
    assert "sign in" in bob.last.sender_name
    bob.reply("status", bob.answerable)
    assert address(front, bob).reach == "ok"


def test_a_complaint_of_ones_own_question_marks_the_address(front, table):
    bob = table.people[1]
    bob.write("zone berlin")
    front.put(complaint(front.server.mails[bob.email][-1]), sender_of(front, bob.email))

    assert address(front, bob).suppressed == "complaint"
