"""Players, addresses, games, seats and invitations."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from pbem.app.records import Address, GameStatus, Invitation, InvitationState, Player
from pbem.signing import Keys
from pbem.store import uow_factory
from pbem.store.work import NoSuchRowError
from tests.store.rows import DAY, HOUR, NOON, game_row, new_game, new_seat, rules, waits_of


def test_a_player_is_kept_and_changed(uow):
    alice = uow.players.add("Alice", zone="Europe/Prague", locale="cs")

    uow.players.save(replace(alice, name="Alice B.", zone_told=True))

    assert uow.players.get(alice.id) == Player(
        alice.id, "Alice B.", "Europe/Prague", zone_told=True, locale="cs"
    )


def test_an_address_is_kept_as_given_and_changed(uow):
    alice = uow.players.add("Alice")
    address = uow.players.add_address(alice.id, "Alice@Example.org", proven=False)
    assert address == Address(address.id, alice.id, "Alice@Example.org")

    uow.players.save_address(replace(address, proven=True, failing="550 no such user"))

    changed = Address(address.id, alice.id, "Alice@Example.org", True, "550 no such user")
    assert uow.players.address(address.id) == changed
    assert uow.players.addresses(alice.id) == [changed]


@pytest.mark.parametrize(
    "spelling", ["alice@example.org", "ALICE@EXAMPLE.ORG", " Alice@example.org"]
)
def test_an_address_is_found_in_any_spelling(uow, spelling):
    alice = uow.players.add("Alice")
    address = uow.players.add_address(alice.id, "Alice@Example.org", proven=True)

    assert uow.players.at(spelling) == [(alice, address)]
    assert uow.players.at("alice+oh@example.org") == []


def test_an_address_with_an_international_domain_is_found_by_its_ascii_form(uow):
    alice = uow.players.add("Alice")
    address = uow.players.add_address(alice.id, "alice@Bücher.example", proven=True)

    assert uow.players.at("alice@xn--bcher-kva.example") == [(alice, address)]


def test_two_players_may_share_a_mailbox(uow):
    alice, bob = uow.players.add("Alice"), uow.players.add("Bob")
    for player in (alice, bob):
        uow.players.add_address(player.id, "home@example.org", proven=True)

    assert [player for player, _ in uow.players.at("home@example.org")] == [alice, bob]


def test_a_barred_address_is_known_in_any_spelling_and_kept_as_a_hash_only(uow):
    uow.players.bar_invitations("Dave@example.org")
    uow.players.bar_invitations("dave@EXAMPLE.org")

    assert uow.players.is_barred("DAVE@example.org")
    assert not uow.players.is_barred("carol@example.org")
    rows = uow._connection.execute(text("SELECT * FROM barred")).all()
    assert len(rows) == 1
    assert "dave" not in str(rows)


def test_a_barred_address_stays_barred_when_keys_change(engine):
    with uow_factory(engine, Keys.of((1, b"1" * 32)))() as uow:
        uow.players.bar_invitations("dave@example.org")
        uow.commit()

    with uow_factory(engine, Keys.of((2, b"2" * 32), (1, b"1" * 32)))() as uow:
        assert uow.players.is_barred("dave@example.org")


def test_names_that_no_database_takes_are_kept_without_what_cannot_be_kept(uow):
    player = uow.players.add("Al\0ice\ud800")

    assert uow.players.get(player.id).name == "Al\ufffdice\ufffd"


def test_who_does_not_exist_is_a_fault(uow):
    for ask in (uow.players.get, uow.players.address, uow.games.get, uow.games.locked):
        with pytest.raises(NoSuchRowError):
            ask(4711)
    with pytest.raises(NoSuchRowError):
        uow.players.save(Player(4711, "Nobody"))


def test_a_game_is_kept_and_changed(uow):
    starter = uow.players.add("Alice")
    row = uow.games.add(game_row(starter_id=starter.id, status=GameStatus.OPEN), b"s" * 32)
    changed = replace(
        row,
        status=GameStatus.OVER,
        rules=rules("oh_pshaw", 5),
        preset="oh_pshaw",
        limit=2 * DAY,
        seq=17,
        root="r" * 64,
        rated=False,
        started_at=NOON + HOUR,
        ended_at=NOON + DAY,
    )

    uow.games.save(changed)

    assert uow.games.get(row.id) == uow.games.locked(row.id) == changed


def test_a_game_is_found_by_each_of_its_codes(uow):
    row = new_game(uow)

    assert uow.games.by_code(row.code) == row
    assert uow.games.by_join_code(row.join_code) == row
    assert uow.games.by_watch_code(row.watch_code) == row
    assert uow.games.by_code(row.join_code) is None
    assert uow.games.by_join_code(row.watch_code) is None
    assert uow.games.by_watch_code(row.code) is None


def test_the_secret_of_a_game_comes_back_and_is_not_in_its_row(uow):
    row = uow.games.add(game_row(), b"the secret of this game is this!")

    assert uow.games.secret(row.id) == b"the secret of this game is this!"
    (stored,) = uow._connection.execute(text("SELECT * FROM games")).all()
    assert b"the secret" not in b"".join(one for one in stored if isinstance(one, bytes))


def test_games_of_a_player_are_those_started_and_those_sat_in_newest_first(uow):
    alice, bob = uow.players.add("Alice"), uow.players.add("Bob")
    started = new_game(uow, starter_id=alice.id)
    sat_in = new_game(uow, starter_id=bob.id)
    new_seat(uow, sat_in.id, player_id=alice.id)
    new_game(uow, starter_id=bob.id)

    assert uow.games.of_player(alice.id) == [sat_in, started]


def test_games_that_have_a_log_are_listed(uow):
    begun = [new_game(uow), new_game(uow, status=GameStatus.OVER)]
    for row in begun:
        uow.games.save(replace(row, seq=3))
    new_game(uow, status=GameStatus.OPEN)

    assert uow.games.kept() == [row.id for row in begun]


def test_running_games_that_wait_for_nobody_are_paused(uow):
    paused, waiting, over = (
        new_game(uow, status=status)
        for status in (GameStatus.RUNNING, GameStatus.RUNNING, GameStatus.OVER)
    )
    uow.waits.replace(waiting.id, waits_of(waiting.id, NOON))

    assert uow.games.paused(9) == [paused.id]
    assert over.status is GameStatus.OVER


def test_a_seat_is_kept_and_changed(uow):
    row = new_game(uow)
    alice = uow.players.add("Alice")
    address = uow.players.add_address(alice.id, "alice@example.org", proven=True)
    seat = new_seat(uow, row.id, player_id=alice.id, address_id=address.id, seed="blue whale")
    assert not seat.is_bot
    changed = replace(
        seat,
        number=2,
        generation=1,
        stand_in=True,
        resigned=True,
        mails=False,
        greeted=True,
        name="Al",
    )

    uow.seats.save(changed)
    assert uow.seats.get(seat.id) == changed


def test_seats_stand_by_number_and_before_the_start_by_id(uow):
    row = new_game(uow)
    alice, bob, carol = (new_seat(uow, row.id, name) for name in ("Alice", "Bob", "Carol"))
    assert uow.seats.of(row.id) == (alice, bob, carol)

    seated = [replace(seat, number=2 - place) for place, seat in enumerate((alice, bob, carol))]
    for seat in seated:
        uow.seats.save(seat)

    assert uow.seats.of(row.id) == tuple(reversed(seated))


def test_an_invitation_is_kept_and_changed(uow):
    row, alice = new_game(uow), uow.players.add("Alice")
    invitation = uow.invitations.add(
        Invitation(0, row.id, "dave@example.org", alice.id, InvitationState.OPEN, NOON + DAY)
    )
    changed = replace(invitation, state=InvitationState.DECLINED, generation=1)

    uow.invitations.save(changed)

    assert uow.invitations.get(invitation.id) == changed
    assert uow.invitations.of(row.id) == [changed]
    assert uow.invitations.get(4711) is None


def test_invitations_that_nobody_answered_are_counted_from_a_moment_on(uow):
    row, alice, bob = new_game(uow), uow.players.add("Alice"), uow.players.add("Bob")
    for inviter in (alice, bob):
        for state in InvitationState:
            uow.invitations.add(
                Invitation(0, row.id, "d@example.org", inviter.id, state, NOON + DAY)
            )

    # Open ones, and those that ended without an answer: open, expired.
    assert uow.invitations.unanswered(alice.id, NOON - DAY) == 2
    assert uow.invitations.unanswered(alice.id, NOON + HOUR) == 0


def test_open_invitations_expire_the_oldest_first(uow):
    row, alice = new_game(uow), uow.players.add("Alice")
    late, early, later = (
        uow.invitations.add(
            Invitation(
                0, row.id, "d@example.org", alice.id, InvitationState.OPEN, NOON + count * DAY
            )
        )
        for count in (2, 1, 3)
    )
    answered = uow.invitations.add(
        Invitation(0, row.id, "e@example.org", alice.id, InvitationState.ACCEPTED, NOON)
    )

    assert answered.state is InvitationState.ACCEPTED
    assert uow.invitations.expired(NOON + 2 * DAY, 10) == [early, late]
    assert uow.invitations.expired(NOON + 3 * DAY, 2) == [early, late]
    assert uow.invitations.expired(NOON + 3 * DAY, 3) == [early, late, later]


def test_moments_come_back_in_utc_and_must_have_an_offset(uow):
    prague = datetime.fromisoformat("2026-03-02T13:00:00+01:00")
    row = new_game(uow, created_at=prague)

    stored = uow.games.get(row.id).created_at
    assert (stored, stored.tzinfo) == (prague, UTC)
    with pytest.raises(Exception, match="without an offset"):
        new_game(uow, created_at=datetime(2026, 3, 2))  # noqa: DTZ001 - that is the fault
