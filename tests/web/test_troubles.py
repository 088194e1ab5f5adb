"""A player whose mail does not arrive sees so on every page, and mends it by a button."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pbem.app.reach import note_failure
from tests.web.visitors import page_of, press, text_of

SINCE = datetime(2026, 3, 2, 9, tzinfo=UTC)


def address_of(house, seat):
    with house.services.uow() as uow:
        return uow.players.address(seat.address_id)


def fails(house, seat, grade: str, said: str) -> None:
    with house.services.uow() as uow:
        note_failure(uow, uow.players.address(seat.address_id), grade, said, SINCE)
        uow.commit()


@pytest.mark.parametrize(
    ("grade", "said", "why"),
    [
        ("hard", "hard 5.1.1", "has not got such a mailbox"),
        ("complaint", "complaint", "was called unwanted"),
        ("soft", "soft 5.2.2", "the mailbox may be full"),
        ("hard", "553 5.6.7 only ASCII", "letters beyond plain English ones"),
    ],
)
def test_the_player_sees_what_happened_and_mends_it_and_others_see_since_when(
    site, house, grade, said, why
):
    row, seats = house.table("Alice", "Bob", "Carol")
    fails(house, seats["Bob"], grade, said)
    bob, alice = site.owner(seats["Bob"]), site.owner(seats["Alice"])
    page = page_of(bob.get("/games"))

    told = text_of(page)
    assert f"Mail to {address_of(house, seats['Bob']).email} has not arrived since Mon 2" in told
    assert why in told
    assert why in text_of(page_of(bob.get(f"/g/{row.code}")))
    others = text_of(page_of(alice.get(f"/g/{row.code}")))
    # A failure that may pass is for its owner to know.
    assert ("no mail since Mon 2 March" in others) is (grade != "soft")
    assert why not in others

    press(bob, page, "Send mails to this address again")

    assert address_of(house, seats["Bob"]).reach == "ok"
    assert why not in text_of(page_of(bob.get("/games")))


def test_nobody_mends_the_address_of_others(site, house):
    _, seats = house.table("Alice", "Bob", "Carol")
    for name in ("Alice", "Bob"):
        fails(house, seats[name], "complaint", "complaint")
    alice = site.owner(seats["Alice"])
    page = page_of(alice.get("/games"))
    form = page.xpath("//form[contains(@action, '/address/')]")[0]
    token = form.xpath(".//input[@name='form_token']/@value")[0]
    other = f"/address/{seats['Bob'].address_id}/again"

    assert alice.post(other, data={"form_token": token}).status_code == 400
    assert site.stranger().post(other, data={"form_token": token}).status_code == 401
    assert address_of(house, seats["Bob"]).suppressed == "complaint"


def test_a_player_with_another_address_is_reached(site, house):
    row, seats = house.table("Alice", "Bob", "Carol")
    fails(house, seats["Bob"], "hard", "hard 5.1.1")
    with house.services.uow() as uow:
        second = uow.players.add_address(seats["Bob"].player_id, "b@two.example", proven=True)
        uow.players.save_address(replace(second, proven=True))
        uow.commit()

    assert "no mail since" not in text_of(page_of(site.owner(seats["Alice"]).get(f"/g/{row.code}")))
