"""The public list of games that were called off: complete, in order, and never changed."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.app import called_off, pages
from pbem.app.records import GameStatus
from pbem.orders.orders import NewGame
from pbem.rules import verifiable
from tests.app.house import House
from tests.store.rows import NOON, new_game
from tests.store.test_concurrency import WORKERS, together

DOC = Path(__file__).parents[2] / "docs" / "verifiable-deals.md"


def open_table(house: House, name: str) -> str:
    """Let somebody start a table that others have still to join; return its code."""
    order = NewGame("nomination_whist", players=4)
    created = pages.new_game(house.services, house.player(name).id, order)
    assert created.done is not None, created
    return created.done.text


def call_off(house: House, code: str) -> None:
    (starter,) = house.seats(code).values()
    assert house.letter(starter, "cancel", at=(1, 0)).verdict == "applied"


def test_two_games_called_off_at_once_make_two_rows_that_hang_together(uows):
    house = House(uows)
    codes = [open_table(house, name) for name in ("Alice", "Bob")]

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda code: call_off(house, code), codes))

    rows = called_off.listed(house.services)
    assert called_off.is_unbroken(rows)
    games = {house.game(code).id: house.game(code) for code in codes}
    assert {row.game_id for row in rows} == set(games)
    for row in rows:
        game = games[row.game_id]
        assert game.status is GameStatus.CANCELLED
        assert (row.commitment, row.root, row.at) == (game.commitment, None, game.ended_at)


def test_many_rows_at_the_same_moment_come_one_after_the_other(uows):
    def add(number):
        with uows() as uow:
            called_off.add(uow, new_game(uow, root="d" * 64 if number % 2 else None), NOON)
            uow.commit()

    together(add)

    with uows() as uow:
        rows = tuple(uow.called_off.all())
    assert [row.number for row in rows] == list(range(1, WORKERS + 1))
    assert called_off.is_unbroken(rows)


def test_a_game_that_is_not_called_off_after_all_is_not_listed(uows):
    with uows() as uow:
        called_off.add(uow, new_game(uow), NOON)

    with uows() as uow:
        assert uow.called_off.all() == []


@pytest.mark.parametrize(
    "change",
    [
        {"commitment": "a" * 64},
        {"root": "a" * 64},
        {"game_id": 77},
        {"number": 7},
        {"hash": "a" * 64},
    ],
)
def test_a_row_that_was_changed_is_seen(uow, change):
    for _ in range(3):
        called_off.add(uow, new_game(uow), NOON)
    rows = tuple(uow.called_off.all())
    assert called_off.is_unbroken(rows)

    assert not called_off.is_unbroken((rows[0], replace(rows[1], **change), rows[2]))
    assert not called_off.is_unbroken((rows[0], rows[2]))
    assert not called_off.is_unbroken(rows[1:])
    # Made to fit by itself, it does not fit the next one.
    forged = replace(rows[1], commitment="a" * 64)
    forged = replace(forged, hash=called_off.hash_of(forged))
    assert not called_off.is_unbroken((rows[0], forged, rows[2]))


def test_the_hash_of_a_row_is_that_of_the_documentation():
    made = verifiable.called_off(bytes(32), 1, 42, bytes(range(32)), bytes(32), 1772452800).hex()

    assert made == "a71d35b04f27e23141c5c59394330c447e4cb4359cd93ca68188ed0e3985a47d"
    assert made in DOC.read_text(encoding="utf-8")
