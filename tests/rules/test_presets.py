"""The presets on offer: their names, their numbers of deals and tricks."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

from pbem.rules.options import Rules, rules_of
from pbem.rules.presets import (
    PRESETS,
    WELL_KNOWN,
    find_preset,
    near_presets,
    preset_rules,
    presets_called,
    title_of,
)
from pbem.rules.sizes import deal_sizes, is_open_ended

CASES = Path(__file__).parents[1] / "cases"
TABLE = yaml.safe_load((CASES / "preset_deals.yaml").read_text(encoding="utf-8"))
COURSES = yaml.safe_load((CASES / "preset_sequences.yaml").read_text(encoding="utf-8"))
TABLES = [(preset, players) for preset, row in TABLE.items() for players in row]


def test_no_name_is_cut_within_quotes():
    assert [title_of(one) for one in PRESETS if title_of(one).count('"') % 2] == []


def told(chosen: Rules) -> str:
    """Return deals and tricks as the table tells them."""
    sizes = deal_sizes(chosen)
    if is_open_ended(chosen):
        return f"open / {sizes[0] - 3 if chosen.bid_mode == 'bid_cards' else sizes[0]} each"
    if chosen.sequence == "upcard":
        return f"{len(sizes)} / {len(sizes)}..{sum(sizes)}"
    return f"{len(sizes)} / {sum(sizes)}"


def spelt_out(course: str) -> tuple[int, ...]:
    """Return the sizes of a course such as `7..2 2x1 2..7`."""
    sizes: list[int] = []
    for part in course.split():
        times, _, size = part.rpartition("x")
        first, _, last = size.partition("..")
        start, _, second = first.partition(",")
        begin, end = int(start), int(last or start)
        step = (int(second) - begin) if second else (1 if end >= begin else -1)
        sizes += list(range(begin, end + (1 if step > 0 else -1), step)) * int(times or 1)
    return tuple(sizes)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_deals_and_tricks_are_those_of_the_table(preset, players):
    chosen = preset_rules(preset, players)
    assert isinstance(chosen, Rules)

    assert told(chosen) == TABLE[preset][players]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_hands_grow_and_shrink_as_the_table_says(preset, players):
    chosen = preset_rules(preset, players)
    assert isinstance(chosen, Rules)
    course = COURSES[preset][players]

    if course.endswith("cards, open"):
        assert set(deal_sizes(chosen)) == {int(course.split()[0])}
    elif course != "by the upcard":
        assert deal_sizes(chosen) == spelt_out(course)


def test_all_versions_of_the_family_are_offered():
    assert len(PRESETS) >= 67
    assert set(PRESETS) == set(COURSES)


def test_how_sure_a_preset_is_and_whether_it_is_from_elsewhere_is_known():
    grades = Counter(preset.sure for preset in PRESETS.values())
    outside = {preset.id for preset in PRESETS.values() if preset.outside != "nothing"}

    assert set(grades) == {"high", "medium", "low"}
    assert {"wizard", "la_pocha", "ascenseur"} <= outside
    assert not outside & {"oh_hell_standard", "blackout", "nomination_whist"}


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
        ("Up & Down the River", "up_and_down_the_river"),
        ("up+down river", "up_and_down_the_river"),
        ("The Vanishing Whist", "oh_hell_standard"),
        ("vanishing whist", "oh_hell_standard"),
        ("Shit on your neighbours", "oh_hell_standard"),
        ("O\u2019Shay", "oh_hell_standard"),
        ("Juego de Daniel", "oh_hell_standard"),
        ("oh well", "oh_well"),
        ("Devils Bridge", "devils_bridge"),
        ("devil's bridge", "devils_bridge"),
        ("oh shit", "oh_shit"),
        ("oh pshaw", "oh_pshaw"),
        ("L'Ascenseur", "ascenseur"),
        ("Ascenseur", "ascenseur"),
        ("Podrid\u00e1", "la_podrida"),
        ("German bridges", "german_bridge"),
        ("99", "ninety_nine"),
        ("7 truf", "seven_truf"),
        ("Wizards", "wizard"),
        ("plump", "beredskap"),
    ],
)
def test_a_preset_is_found_by_any_of_its_names(text, preset):
    found = find_preset(text)

    assert found is not None
    assert found.id == preset


@pytest.mark.parametrize("text", ["", "poker", "nomination whisk"])
def test_what_is_no_name_finds_nothing(text):
    assert find_preset(text) is None


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.id)
def test_every_id_and_every_full_name_means_its_preset_alone(preset):
    assert find_preset(preset.id) is preset
    assert find_preset(preset.name) is preset
    assert find_preset(preset.name.upper()) is preset


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.id)
def test_every_other_name_finds_its_preset_among_others(preset):
    for name in preset.also:
        found = presets_called(name)
        assert preset in found or find_preset(name).id in PRESETS, name


@pytest.mark.parametrize(
    ("text", "presets"),
    [
        ("bust", {"bust_3", "bust_4", "bust_5", "bust_6"}),
        ("Judgement", {"oh_hell_standard", "kachuful"}),
        ("whist", {"nomination_whist", "romanian_whist", "ludopoli_whist"}),
        ("blackout with jokers", {"atkinson_blackout_5", "atkinson_blackout_6"}),
    ],
)
def test_a_name_of_several_presets_brings_them_all_and_settles_on_none(text, presets):
    assert {preset.id for preset in presets_called(text)} == presets
    assert find_preset(text) is None
    assert set(near_presets(text)) == presets


@pytest.mark.parametrize(
    ("text", "players", "preset"),
    [
        ("bust", 5, "bust_5"),
        ("blackout with jokers", 6, "atkinson_blackout_6"),
        ("pocha", 6, "la_pocha_36"),
        ("pocha", 8, "la_pocha"),
        ("blackout", 9, "blackout"),
    ],
)
def test_the_number_of_players_tells_namesakes_apart(text, players, preset):
    found = find_preset(text, players)

    assert found is not None
    assert found.id == preset


def test_the_well_known_are_offered_first():
    assert tuple(PRESETS.values())[: len(WELL_KNOWN)] == WELL_KNOWN


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
    made = rules_of(4, {"sequence": "constant", "deal_count": 3, "max_cards": 5})
    assert isinstance(made, Rules)

    assert deal_sizes(made) == (5, 5, 5)


def test_no_two_presets_have_one_title_and_short_ones_have_no_remarks():
    titles = [title_of(preset_id) for preset_id in PRESETS]

    assert len(set(titles)) == len(titles)
    assert title_of("oh_hell_standard") == "Oh Hell"
    assert title_of("blackout") == "Blackout"
    assert title_of("wuori") == "Oh Hell (David Wuori)"
    assert title_of("practice") == "Practice"
