"""A letter that begins a game and asks for more brings one mail: the first of that game."""

import pytest

from pbem.app import pages
from pbem.app.packing import unpack_answer
from pbem.app.records import GameStatus
from pbem.mailout.compose import words
from pbem.orders.orders import NewGame
from tests.app.house import House
from tests.mailout.build import OUTSIDE

BOB = "bob@home.example"


@pytest.fixture
def code(house: House) -> str:
    """The code of a table that begins as soon as one more sits down."""
    alice = house.player("Alice")
    made = pages.new_game(house.services, alice.id, NewGame("blackout", players=3, bots=1))
    assert made.done is not None
    return house.game(made.done.text).join_code


def to_bob(house: House) -> list:
    """Return the mails that wait for Bob, but for the question whether he wrote."""
    with house.services.uow() as uow:
        bob = {player.id for player, _ in uow.players.at(BOB)}
    found = [one for one in house.notices() if one.player_id in bob or one.email == BOB]
    return [one for one in found if one.kind not in {"confirm", "invitation"}]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["zone Tokyo"], ["joined", "zone"]),
        (["join {code}"], ["joined", "TableClosed"]),
        (["games"], ["joined", "shown"]),
        (["join {code}", "games"], ["joined", "TableClosed", None]),
    ],
)
def test_the_first_mail_tells_what_became_of_the_other_lines(house: House, code, lines, told):
    house.order(BOB, f"join {code}", *(line.format(code=code) for line in lines))

    (mail,) = to_bob(house)

    assert mail.kind == "start"
    answer = unpack_answer((mail.facts or {})["answer"])
    assert [
        line.done.did if line.done else type(line.refused).__name__ if line.refused else None
        for line in answer.lines
    ] == told


@pytest.mark.parametrize("first", [[], ["as Bob"]])
def test_who_only_joined_gets_the_plain_first_mail(house: House, code, first):
    house.order(BOB, *first, f"join {code}")

    (mail,) = to_bob(house)

    assert mail.kind == "start"
    assert "answer" not in (mail.facts or {})


def test_a_table_that_waits_for_more_answers_by_itself(house: House):
    alice = house.player("Alice")
    made = pages.new_game(house.services, alice.id, NewGame("blackout", players=4, bots=1))
    code = house.game(made.done.text).join_code

    house.order(BOB, f"join {code}", "zone Tokyo")

    assert [mail.kind for mail in to_bob(house)] == ["service"]


def test_practice_and_more_brings_one_mail(house: House):
    with house.services.uow() as uow:
        uow.players.bar_invitations("eve@home.example")
        uow.commit()
    house.order(BOB, "practice", "new blackout with eve@home.example and 1 bot")

    (mail,) = to_bob(house)

    assert mail.kind == "start"
    assert unpack_answer((mail.facts or {})["answer"]).lines[1].refused is not None


@pytest.mark.parametrize("line", ["practice", "join {code}"])
def test_who_was_asked_to_a_table_and_plays_at_another_gets_one_mail(house: House, code, line):
    host = house.player("Host", "host@home.example")
    order = NewGame("blackout", players=3, invited=(BOB,))
    pages.new_game(house.services, host.id, order)
    (asked,) = house.notices("invitation")

    house.to_invitation(asked.facts["invitation_id"], BOB, line.format(code=code), "help")

    (mail,) = to_bob(house)
    assert mail.kind == "start"
    assert unpack_answer((mail.facts or {})["answer"]).sections == ("help",)
    with house.services.uow() as uow:
        assert uow.games.of_player(mail.player_id)[0].status is GameStatus.RUNNING


def test_it_can_be_read(house: House, code):
    from pbem.app.telling import told

    house.order(BOB, f"join {code}", f"join {code}")
    (mail,) = to_bob(house)
    with house.services.uow() as uow:
        said = words(told(uow, mail, house.clock.now()), OUTSIDE)

    assert "refused" in " ".join(said.outcomes)
    assert "<join" in said.outcomes[0] or "Line 1" in said.outcomes[0]
