"""Choices of players, in columns of their own."""

import pytest
from hypothesis import HealthCheck, given, settings

from pbem.orders.choices import SETTINGS, USUAL, Choices, Choose, Hours
from tests.orders.test_choices import CHOICES

ALL = Choices("digest", 19, Hours(22, 6), "words", "only", "signed in")


def choose(uows, player_id: int, choices: Choices) -> None:
    for setting in SETTINGS:
        with uows() as uow:
            uow.players.choose(player_id, Choose(setting.name, setting.of(choices)))
            uow.commit()


def choices_of(uows, player_id: int) -> Choices:
    with uows() as uow:
        return uow.players.get(player_id).choices


@pytest.fixture
def player_id(uows) -> int:
    with uows() as uow:
        player = uow.players.add("Anna")
        uow.commit()
    return player.id


def test_whoever_has_chosen_nothing_has_what_is_usual(uows, player_id):
    assert choices_of(uows, player_id) == USUAL


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choices=CHOICES)
def test_all_choices_are_kept(uows, player_id, choices):
    choose(uows, player_id, choices)

    assert choices_of(uows, player_id) == choices


def test_saving_a_player_leaves_choices_that_were_made_meanwhile(uows, player_id):
    with uows() as uow:
        before = uow.players.get(player_id)
    choose(uows, player_id, ALL)

    with uows() as uow:
        uow.players.save(before)
        uow.commit()

    assert choices_of(uows, player_id) == ALL
