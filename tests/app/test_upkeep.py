"""Ringing for what was not rung, forgetting, delivery reports, zones and names."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbem.app import addresses, letters, upkeep
from pbem.app.incoming import Incoming, ToSeat
from pbem.app.naming import bot_names, name_fault, name_for, seemly
from pbem.app.notice_records import NoticeState
from pbem.app.telling import told
from pbem.app.zones import near_zones, zone_named, zone_of_offset
from pbem.orders.reading import is_order
from pbem.rules.moves import Position
from tests.app.house import START, House
from tests.app.test_moves import CAST, play_on
from tests.app.test_starting import invite_all, only_game


def stored(house: House, key: str, game_id: int | None = None) -> int:
    with house.services.uow() as uow:
        letter_id = uow.letters.add(
            raw=b"From: alice@home.example\r\n\r\nQS\r\n",
            recipient="play@cards.example.org",
            recipients=("play@cards.example.org",),
            lane=None,
            transport="smtp",
            key=key,
            at=house.clock.now(),
        )
        if game_id is not None:
            uow.letters.finish(letter_id, "applied", "", game_id=game_id)
        uow.commit()
    return letter_id


def test_the_sweep_rings_for_what_lies_about(house: House):
    house.table(*CAST)
    letter_id = stored(house, "one")
    house.bell.notice_ids.clear()

    upkeep.sweep(house.services)

    assert house.bell.letter_ids == [letter_id]
    assert set(house.bell.notice_ids) == {notice.id for notice in house.notices()}


def test_letters_are_forgotten_thirty_days_after_their_game(house: House):
    row, _seats = house.table(*CAST)
    letter_id = stored(house, "one", row.id)
    play_on(house, row.code, 10_000)
    house.clock.turn(house.services.policy.keep - timedelta(minutes=1))
    upkeep.forget(house.services)
    with house.services.uow() as uow:
        assert uow.letters.get(letter_id).raw  # type: ignore[union-attr]

    house.clock.turn(timedelta(minutes=2))
    assert upkeep.forget(house.services) > 0

    with house.services.uow() as uow:
        assert uow.letters.get(letter_id).raw == b""  # type: ignore[union-attr]


@pytest.mark.parametrize(("days", "acts_again"), [(364, False), (366, True)])
def test_a_copy_of_a_letter_is_known_for_a_year(house: House, days: int, acts_again: bool):
    with house.services.uow() as uow:
        assert uow.letters.first_time("a letter", house.clock.now())
        uow.commit()
    house.clock.turn(timedelta(days=days))

    upkeep.forget(house.services)

    with house.services.uow() as uow:
        assert uow.letters.first_time("a letter", house.clock.now()) is acts_again


def test_letters_of_running_games_are_kept(house: House):
    row, _seats = house.table(*CAST)
    letter_id = stored(house, "one", row.id)
    house.clock.turn(house.services.policy.keep * 10)

    upkeep.forget(house.services)

    with house.services.uow() as uow:
        assert uow.letters.get(letter_id).raw  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("reason", "failing"), [("hard 5.1.1", True), ("soft 5.2.2", False), ("", False)]
)
def test_only_a_lasting_failure_is_shown_to_the_table(house: House, reason: str, failing: bool):
    row, seats = house.table(*CAST)
    report = Incoming(
        kind="bounce",
        to=ToSeat(seats["Bob"].id, Position(0, 0)),
        sender=None,
        sender_name="",
        lines=(),
        unread=(),
        offset=None,
        key="report",
        message_id=None,
        reason=reason,
    )
    with house.services.uow() as uow:
        assert letters.take(house.services, uow, report).verdict == "bounce"
        uow.commit()

    with house.services.uow() as uow:
        unreachable = uow.seats.unreachable(row.id)
    assert (seats["Bob"].id in unreachable) is failing
    assert house.game(row.code).seq == row.seq


def test_addresses_are_compared_without_case_and_in_ascii_domains():
    key = addresses.address_key
    assert key("Anna@BÜCHER.example") == key("anna@xn--bcher-kva.example")
    assert key("anna@x.example") != key("anna@y.example")


def test_a_zone_is_found_by_name_city_or_offset():
    assert zone_named("europe/prague") == "Europe/Prague"
    assert zone_named("new york") == "America/New_York"
    assert zone_named("Atlantis") is None
    assert near_zones("Europe/Pragu") == ("Europe/Prague",)
    summer = datetime(2026, 7, 1, tzinfo=UTC)
    assert zone_of_offset(timedelta(hours=2), summer) == "Europe/Berlin"
    assert zone_of_offset(timedelta(hours=5, minutes=30), START) == "Asia/Kolkata"
    assert zone_of_offset(timedelta(minutes=7), START) is None


@pytest.mark.parametrize(
    ("name", "why"), [("Alice", "taken"), ("Two", "order"), ("12", "empty"), ("A" * 25, "long")]
)
def test_names_that_will_not_do(name: str, why: str):
    fault = name_fault(name, ["alice"])
    assert fault is not None
    assert fault.why == why


def test_names_are_cleaned_and_made_unique():
    assert seemly("Eve\r\nBcc: x@y.example <b>") == "Eve Bcc x y.example b"
    assert name_for("Alice Hill", "a@x.example", []) == "Alice Hill"
    assert name_for("2", "two@x.example", []) == "Guest"
    assert name_for("2", "two@x.example", ["Guest"]) != "Guest"


def test_bots_have_names_of_their_own():
    names = bot_names(12, ["Ada"])
    assert len({name.casefold() for name in names} | {"ada"}) == 13
    assert not any(is_order(name) for name in names)


def test_who_joined_is_no_news_once_the_game_has_begun(house: House):
    house.table(*CAST)

    (first, *_rest) = house.notices("lobby")

    with house.services.uow() as uow:
        assert told(uow, first, house.clock.now()) is None


def test_the_address_of_who_did_not_join_is_forgotten_with_the_invitation(house: House):
    invitations = invite_all(house)
    bob, carol = "bob@home.example", "carol@home.example"
    house.to_invitation(invitations[bob], bob, "no")
    house.to_invitation(invitations[carol], carol, "yes")
    for notice in house.notices("invitation"):
        with house.services.uow() as uow:
            uow.outbox.save(replace(notice, state=NoticeState.SENT, rendered=b"mail"))
            uow.commit()
    house.clock.turn(house.services.policy.invitation_lasts + timedelta(minutes=1))

    upkeep.forget(house.services)

    with house.services.uow() as uow:
        kept = {one.email for one in uow.invitations.of(only_game(house).id)}
    assert kept == {"", carol}
