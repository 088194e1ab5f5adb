"""The zone of a player who has none is guessed from a letter, unless the letter says it."""

from dataclasses import replace

from pbem.app.packing import unpack_answer
from tests.app.house import House


def without_zone(house: House, player_id: int) -> None:
    with house.services.uow() as uow:
        player = uow.players.get(player_id)
        uow.players.save(replace(player, zone=None, zone_told=False))
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


def test_a_newcomer_has_a_zone_before_the_first_mail_and_is_told_of_it_once(house: House):
    house.to_service("new@home.example", "practice")
    pending = house.notices("confirm")[-1].facts["pending_id"]
    house.to_pending(pending, "new@home.example", "yes")
    with house.services.uow() as uow:
        ((player, _address),) = uow.players.at("new@home.example")
        row = uow.games.of_player(player.id)[0]
    assert (player.zone, player.zone_told) == ("Europe/Berlin", False)

    seat = house.seats(row.code)["New"]
    house.letter(seat, "hand")
    house.letter(seat, "hand")

    told = [unpack_answer(notice.facts["answer"]).zone_guess for notice in house.notices("answer")]
    assert told == ["Europe/Berlin", None]
