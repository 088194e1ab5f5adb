"""The zone of a player who has none is guessed from a letter, unless the letter says it."""

from dataclasses import replace

from tests.app.house import House


def without_zone(house: House, player_id: int) -> None:
    with house.services.uow() as uow:
        uow.players.save(replace(uow.players.get(player_id), zone=None))
        uow.commit()


def zone(house: House, player_id: int) -> str | None:
    with house.services.uow() as uow:
        return uow.players.get(player_id).zone


def test_a_zone_named_in_a_letter_is_not_overruled_by_the_date_of_the_letter(house: House):
    _, seats = house.table("Alice", "Bob", "Carol", "Dan")
    alice = seats["Alice"].player_id
    without_zone(house, alice)
    house.letter(seats["Alice"], "zone America/New_York")
    assert zone(house, alice) == "America/New_York"


def test_a_zone_is_guessed_from_the_date_of_a_letter(house: House):
    _, seats = house.table("Alice", "Bob", "Carol", "Dan")
    alice = seats["Alice"].player_id
    without_zone(house, alice)
    house.letter(seats["Alice"], "hand")
    assert zone(house, alice) is not None
