"""A page asks the database as often for a full table or many games as for few."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event

from pbem.app import pages


@pytest.fixture
def store_url(database_url: str) -> str:
    return database_url


@contextmanager
def counted(engine) -> Iterator[list[str]]:
    """Collect the statements that are sent to the database meanwhile."""
    sent: list[str] = []

    def note(_connection, _cursor, statement, *_rest) -> None:
        sent.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def _statements(house, look) -> int:
    # What is kept in the process is made first: it is read once, not once a page.
    look()
    with counted(house.engine) as sent:
        look()
    return len(sent)


def test_looking_at_a_table_costs_the_same_with_three_and_with_seven(house):
    _, few = house.table("Alice", "Bob", "Carol", preset="blackout")
    names = ("Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
    _, many = house.table(*names, preset="blackout")

    costs = [
        _statements(house, lambda seat=seat: pages.seat_sight(house.services, seat.id))
        for seat in (few["Alice"], many["Dan"])
    ]

    assert costs[0] == costs[1]
    assert costs[0] > 0


def test_a_list_of_games_costs_the_same_for_one_and_for_nine(house):
    player = house.player("Kim")
    look = lambda: pages.my_games(house.services, player.id)  # noqa: E731 - a call to be repeated
    pages.practise(house.services, player.id)
    one = _statements(house, look)
    for _ in range(8):
        pages.practise(house.services, player.id)

    assert len(look()) == 9
    assert _statements(house, look) == one == 3


def test_a_table_still_tells_whom_mail_does_not_reach_and_whose_turn_it_is(house, site):
    row, seats = house.table("Alice", "Bob", "Carol")
    with house.services.uow() as uow:
        address = uow.players.address(seats["Bob"].address_id)
        uow.players.save_address(replace(address, failing="550 no such user"))
        uow.commit()

    sight = pages.seat_sight(house.services, seats["Alice"].id).sight
    lost = [place.name for place in sight.places if place.unreachable]
    turns = {
        name: [line.your_turn for line in pages.my_games(house.services, seat.player_id)]
        for name, seat in seats.items()
    }

    assert lost == ["Bob"]
    assert turns == {name: [site.on_turn(seats).name == name] for name in seats}
    (line,) = pages.my_games(house.services, seats["Alice"].player_id)
    assert (line.code, line.deal) == (row.code, 1)
