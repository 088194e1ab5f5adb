"""Whether a letter comes from the owner of a seat, whose table is locked."""

from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import event

from tests.store.rows import new_game, new_seat


def seated(uow):
    """Let Alice sit at a table that is locked and read; return her and her address."""
    alice = uow.players.add("Alice")
    address = uow.players.add_address(alice.id, "Alice@example.org", proven=True)
    game = new_game(uow)
    new_seat(uow, game.id, player_id=alice.id, address_id=address.id)
    new_seat(uow, game.id, "Bot")
    uow.games.locked(game.id)
    uow.seats.of(game.id)
    return alice, address


@contextmanager
def asked(uow):
    """Yield what the database is asked meanwhile."""
    statements = []

    def note(_connection, _cursor, statement, *_rest):
        statements.append(statement)

    event.listen(uow._connection, "before_cursor_execute", note)
    yield statements
    event.remove(uow._connection, "before_cursor_execute", note)


def test_the_owner_of_a_seat_is_known_by_the_address_of_its_mails_without_another_look(uow):
    alice, address = seated(uow)

    with asked(uow) as statements:
        assert uow.players.proven_at(alice.id, "ALICE@example.org") == (alice, address)
    assert statements == []

    assert uow.players.proven_at(alice.id, "bob@example.org") is None
    assert uow.players.proven_at(alice.id + 1, "alice@example.org") is None


def test_what_is_saved_of_an_owner_is_seen(uow):
    alice, address = seated(uow)
    uow.players.save_address(replace(address, failing="full"))
    uow.players.save(replace(alice, zone="Europe/Berlin"))

    player, found = uow.players.proven_at(alice.id, "alice@example.org")

    assert (player.zone, found.failing) == ("Europe/Berlin", "full")


def test_another_proven_address_of_an_owner_is_found(uow):
    alice, _address = seated(uow)
    other = uow.players.add_address(alice.id, "a@work.example", proven=True)
    uow.players.add_address(alice.id, "b@work.example", proven=False)

    assert uow.players.proven_at(alice.id, "a@work.example") == (alice, other)
    assert uow.players.proven_at(alice.id, "b@work.example") is None
