"""Several addresses of one player: each is asked before it counts, and the old one is told."""

import pytest

from pbem.app import own_addresses, pages, pending_desk
from pbem.app.notice_records import Notice
from pbem.app.packing import unpack_answer
from pbem.app.people import known_at
from pbem.orders.orders import AddAddress, MainAddress, NewGame, RemoveAddress
from tests.app.house import House
from tests.app.test_moves import an_answer, on_turn

ALICE, OFFICE, NEW = "alice@home.example", "alice@office.example", "alice@new.example"


def question_to(house: House, email: str) -> int:
    asked = [one for one in house.notices("confirm") if one.email == email]
    pending_id = asked[-1].facts["pending_id"]
    assert isinstance(pending_id, int)
    return pending_id


def add(house: House, email: str, sender: str = ALICE) -> None:
    assert house.order(sender, f"address add {email}").verdict == "applied"
    assert house.to_pending(question_to(house, email), email, "yes").verdict == "applied"


def listed(house: House, player_id: int) -> list[tuple[str, str]]:
    found = own_addresses.of_player(house.services, player_id)
    return [(line.email, line.state) for line in found]


def told(house: House, email: str) -> list[str]:
    mails = [one for one in house.notices("service") if one.email == email]
    return [line.done.did for one in mails for line in answer(one) if line.done]


def answer(notice: Notice):
    return unpack_answer(notice.facts["answer"]).lines  # type: ignore[arg-type]


def test_an_address_counts_once_it_has_said_yes_and_the_old_one_is_told(house: House):
    row, seats = house.table("Alice", "Bob", "Carol")
    player = seats["Alice"].player_id or 0
    house.order(ALICE, f"address add {OFFICE}")
    assert listed(house, player) == [(ALICE, "main"), (OFFICE, "asked")]
    # Until then it is nobody's: whoever reads there may be somebody else.
    with house.services.uow() as uow:
        assert known_at(uow, OFFICE) == ()
    assert house.letter(seats["Alice"], "say hello", sender=OFFICE).verdict == "stranger"

    house.to_pending(question_to(house, OFFICE), OFFICE, "yes")

    assert listed(house, player) == [(ALICE, "main"), (OFFICE, "proven")]
    assert told(house, ALICE)[-1] == "address_added"
    assert house.letter(seats["Alice"], "say hello", sender=OFFICE).verdict == "applied"
    assert house.email_of(house.seats(row.code)["Alice"]) == ALICE


def test_moves_are_taken_from_any_address_that_counts(house: House):
    row, seats = house.table("Alice", "Bob", "Carol")
    add(house, OFFICE)
    seat = on_turn(house, seats)
    own = OFFICE if seat.name == "Alice" else ""
    before = house.game(row.code).seq

    assert house.letter(seat, an_answer(house, seat), sender=own).verdict == "applied"

    assert house.game(row.code).seq > before


def test_only_the_address_itself_says_yes_for_itself(house: House):
    player = house.player("Alice")
    house.order(ALICE, f"address add {OFFICE}")
    pending_id = question_to(house, OFFICE)

    assert house.to_pending(pending_id, ALICE, "yes").verdict == "stranger"
    assert listed(house, player.id) == [(ALICE, "main"), (OFFICE, "asked")]
    done = pending_desk.confirm(house.services, pending_id)

    assert isinstance(done, pending_desk.Confirmed)
    assert listed(house, player.id) == [(ALICE, "main"), (OFFICE, "proven")]
    assert pending_desk.confirm(house.services, pending_id) is None


def test_the_main_address_gets_the_mails_of_all_tables_also_of_new_ones(house: House):
    row, seats = house.table("Alice", "Bob", "Carol")
    player = seats["Alice"].player_id or 0
    add(house, OFFICE)

    house.order(OFFICE, f"address main {OFFICE}")

    assert house.email_of(house.seats(row.code)["Alice"]) == OFFICE
    assert told(house, ALICE)[-1] == "address_main"
    later = pages.new_game(house.services, player, NewGame("blackout", players=4))
    assert later.done is not None
    assert house.email_of(house.seats(later.done.text)["Alice"]) == OFFICE


def test_a_dead_address_is_replaced_from_another_one(house: House):
    row, seats = house.table("Alice", "Bob", "Carol")
    player = seats["Alice"].player_id or 0
    add(house, OFFICE)

    house.order(OFFICE, f"address remove {ALICE}")

    assert listed(house, player) == [(OFFICE, "main")]
    assert house.email_of(house.seats(row.code)["Alice"]) == OFFICE
    assert told(house, ALICE)[-1] == "address_removed"
    assert (
        house.letter(house.seats(row.code)["Alice"], "status", sender=ALICE).verdict == "stranger"
    )


def test_a_signed_in_player_replaces_a_dead_address_on_a_page(house: House):
    player = house.player("Alice")
    change = own_addresses.change_by_page

    assert change(house.services, player.id, AddAddress(NEW)).done is not None
    house.to_pending(question_to(house, NEW), NEW, "yes")
    assert change(house.services, player.id, MainAddress(NEW)).done is not None
    assert change(house.services, player.id, RemoveAddress(ALICE)).done is not None

    assert listed(house, player.id) == [(NEW, "main")]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (RemoveAddress(ALICE), "last"),
        (AddAddress("Alice@HOME.example"), "have"),
        (AddAddress("play@cards.example.org"), "service"),
        (RemoveAddress(OFFICE), "not_yours"),
        (MainAddress(OFFICE), "not_yours"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(house: House, order, why: str):
    player = house.player("Alice")

    outcome = own_addresses.change_by_page(house.services, player.id, order)

    assert getattr(outcome.refused, "why", None) == why
    assert listed(house, player.id) == [(ALICE, "main")]


def test_by_mail_too_the_last_address_is_refused_at_once(house: House):
    house.player("Alice")

    assert house.to_service(ALICE, f"address remove {ALICE}").verdict == "refused"

    assert house.notices("confirm") == []


def test_nobody_asks_the_world_whether_it_is_theirs(house: House):
    player = house.player("Alice")
    emails = [f"a{n}@else.example" for n in range(8)]

    outcomes = [
        own_addresses.change_by_page(house.services, player.id, AddAddress(email))
        for email in emails
    ]

    assert [outcome.done is not None for outcome in outcomes] == [True] * 4 + [False] * 4
    gone = own_addresses.change_by_page(house.services, player.id, RemoveAddress(emails[0]))
    assert gone.done is not None
    assert pending_desk.asked(house.services, question_to(house, emails[0])) is None


def test_an_address_is_not_asked_more_often_than_any_other(house: House):
    players = [house.player(f"P{n}") for n in range(8)]

    outcomes = [
        own_addresses.change_by_page(house.services, one.id, AddAddress(NEW)) for one in players
    ]

    assert sum(one.done is not None for one in outcomes) == house.services.policy.questions_an_hour


def test_the_owner_of_a_seat_may_take_in_the_address_that_somebody_wrote_from(house: House):
    _row, seats = house.table("Alice", "Bob", "Carol")
    alice = seats["Alice"]
    house.letter(alice, "say hello", sender=OFFICE)
    [warning] = house.notices("stranger")
    assert (warning.seat_id, warning.facts["foreign"]) == (alice.id, OFFICE)
    # A second one on the same day brings no other mail.
    house.letter(alice, "say hello", sender="bot@evil.example")
    assert len(house.notices("stranger")) == 1
    pending_id = warning.facts["pending_id"]
    assert isinstance(pending_id, int)

    assert house.to_pending(pending_id, OFFICE, "yes").verdict == "stranger"
    assert house.to_pending(pending_id, ALICE, "yes").verdict == "applied"
    house.to_pending(question_to(house, OFFICE), OFFICE, "yes")

    assert house.letter(alice, "say hello", sender=OFFICE).verdict == "applied"


def test_the_list_tells_which_address_is_what(house: House):
    house.player("Alice")
    add(house, OFFICE)

    house.to_service(ALICE, "address list")

    told = unpack_answer(house.notices("service")[-1].facts["answer"])  # type: ignore[arg-type]
    assert [(line.email, line.state) for line in told.addresses] == [
        (ALICE, "main"),
        (OFFICE, "proven"),
    ]
