"""The presets on offer: their names, their numbers of deals and tricks."""

from pathlib import Path

import pytest
import yaml

from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, find_preset, near_presets, preset_rules
from pbem.rules.sizes import deal_sizes
from tests.rules.playing import rules

TABLE = yaml.safe_load(
    (Path(__file__).parents[1] / "cases" / "preset_deals.yaml").read_text(encoding="utf-8")
)
TABLES = [(preset, players) for preset, row in TABLE.items() for players in row]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_deals_and_tricks_are_those_of_the_table(preset, players):
    chosen = preset_rules(preset, players)
    assert isinstance(chosen, Rules)
    sizes = deal_sizes(chosen)

    assert f"{len(sizes)} / {sum(sizes)}" == TABLE[preset][players]


def test_exactly_the_presets_of_the_table_are_offered_to_exactly_its_numbers_of_players():
    offered = {preset.id: list(preset.players) for preset in PRESETS.values()}

    assert offered == {preset: list(row) for preset, row in TABLE.items()}


@pytest.mark.parametrize(
    ("text", "preset"),
    [
        ("nomination_whist", "nomination_whist"),
        ("Nomination Whist", "nomination_whist"),
        ("NOMINATION-WHIST", "nomination_whist"),
        ("nominationwhist", "nomination_whist"),
        ("contract whist", "nomination_whist"),
        ("oh hell", "oh_hell_standard"),
        ("Oh Hell!", "oh_hell_standard"),
        ("Gary's Game", "oh_hell_standard"),
        ("Blob", "blackout"),
        ("Oh Shit! (Brad Wilson)", "oh_shit"),
        ("up and down the river", "up_and_down_the_river"),
    ],
)
def test_a_preset_is_found_by_any_of_its_names(text, preset):
    found = find_preset(text)

    assert found is not None
    assert found.id == preset


@pytest.mark.parametrize("text", ["", "poker", "nomination whisk"])
def test_what_is_no_name_finds_nothing(text):
    assert find_preset(text) is None


def test_a_misspelt_name_brings_near_ones_once_each():
    assert near_presets("nominaton whist")[0] == "nomination_whist"
    assert near_presets("get frd")[0] == "get_fred"
    assert len(set(near_presets("oh hel"))) == len(near_presets("oh hel"))
    assert near_presets("poker") == ()


def test_a_preset_for_more_players_than_the_pack_has_cards_for_is_refused():
    assert not isinstance(preset_rules("oh_pshaw", 40), Rules)


def test_sizes_of_an_open_game_are_those_of_its_longest_course():
    open_ended = Rules(4, sequence="constant", end="target", deal_limit=3)

    assert deal_sizes(open_ended) == (12, 12, 12)


def test_sizes_by_upcard_are_the_largest_there_can_be():
    assert deal_sizes(Rules(4, sequence="upcard", deal_out="all")) == (13,) * 13


def test_a_constant_sequence_has_as_many_deals_as_are_asked_for():
    assert deal_sizes(rules(4, sequence="constant", deal_count=3, max_cards=5)) == (5, 5, 5)
