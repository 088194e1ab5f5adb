"""From what one remembers to the nearest versions."""

import pytest

from pbem.rules.finding import MOST, PIECES, Wanted, nearest
from pbem.rules.options import Rules, rules_of
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.traits import traits


def wanted(cards=None, players=None, **pieces: str) -> Wanted:
    values = {piece: frozenset(words.split()) for piece, words in pieces.items()}
    return Wanted(cards=cards, players=players, **values)


def first(remembered: Wanted) -> str:
    return nearest(remembered)[0].preset


def test_seven_down_and_up_with_a_hook_and_ten_for_a_hit_is_nomination_whist():
    remembered = wanted(7, direction="down_up", hook="hook", hit="ten_and_tricks ten")

    match = nearest(remembered)[0]
    assert match.preset == "nomination_whist"
    assert match.fits == ("cards", "direction", "hook", "hit")
    assert match.differs == ()


@pytest.mark.parametrize(
    ("remembered", "preset"),
    [
        (wanted(10, direction="down_up", hook="hook", miss="nothing"), "blackout"),
        (wanted(10, direction="down_up", hook="hook", miss="tricks"), "oh_hell_pagat"),
        (wanted(direction="up", hit="twenty_and_ten_each"), "wizard"),
        (wanted(direction="up", hook="free", hit="ten"), "british_oh_hell"),
        (wanted(10, direction="down_up", trumps="fixed"), "oh_shit"),
        (wanted(13, direction="up", trumps="rotating"), "kachuful"),
        (wanted(direction="up_down", hook="must"), "cooperative"),
        (wanted(hit="ten_and_five_each", miss="five_each"), "la_pocha"),
        (wanted(13, direction="same", trumps="none"), "boerenbridge"),
        (wanted(direction="down", hook="hook", players=5), "diminishing_bridge"),
        (wanted(7, direction="down", players=5), "seven_six_five"),
    ],
)
def test_pieces_lead_to_the_version_that_has_them(remembered, preset):
    assert first(remembered) == preset


def test_nothing_remembered_finds_nothing():
    assert nearest(Wanted()) == ()
    assert nearest(Wanted(players=4)) == ()


def test_only_versions_for_so_many_players_are_found():
    found = nearest(wanted(hook="hook", players=9))

    assert found
    assert all(9 in PRESETS[match.preset].players for match in found)
    assert nearest(wanted(hook="hook", players=30)) == ()


def test_what_differs_is_said_with_how_it_is():
    found = nearest(wanted(7, direction="down_up", hook="free"))[0]

    assert found.fits
    assert found.differs
    assert set(found.fits) | set(found.differs) == {"cards", "direction", "hook"}


def test_nearly_as_many_cards_are_nearer_than_far_fewer():
    found = [match.has.cards for match in nearest(wanted(9, direction="up_down", hook="hook"))]

    assert abs(found[0] - 9) == min(abs(cards - 9) for cards in found)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.id)
def test_every_version_fits_its_own_traits_in_every_piece(preset):
    for players in preset.players:
        chosen = preset_rules(preset.id, players)
        assert isinstance(chosen, Rules)
        own = traits(chosen)
        remembered = Wanted(
            cards=own.cards,
            players=players,
            **{piece: frozenset({getattr(own, piece)}) for piece in PIECES if piece != "cards"},
        )
        found = nearest(remembered)
        assert 0 < len(found) <= MOST
        assert found[0].differs == ()


@pytest.mark.parametrize(
    ("options", "has"),
    [
        ({"scoring": "basic"}, ("ten_and_tricks", "tricks")),
        ({"scoring": "basic", "scoring_params": {"bonus": 5}}, ("five_and_tricks", "tricks")),
        ({"scoring": "exact_penalty"}, ("ten_and_tricks", "bid")),
        ({"scoring": "squares"}, ("ten_and_square", "square_each")),
        ({"scoring": "tens_difference"}, ("ten_each", "ten_each")),
        ({"scoring": "five_plus_ten"}, ("five_and_ten_each", "five_and_five_each")),
        ({"scoring": "wizard"}, ("twenty_and_ten_each", "ten_each")),
        ({"scoring": "binary"}, ("ten", "nothing")),
        ({"scoring": "scratch"}, ("other", "other")),
    ],
)
def test_points_are_read_off_what_a_deal_scores(options, has):
    chosen = rules_of(4, options)
    assert isinstance(chosen, Rules)

    assert (traits(chosen).hit, traits(chosen).miss) == has


def test_a_list_of_sizes_goes_the_way_it_goes():
    def way(*sizes: int) -> str:
        chosen = rules_of(4, {"sequence": "list", "sequence_list": sizes})
        assert isinstance(chosen, Rules)
        return traits(chosen).direction

    assert way(1, 2, 2, 3) == "up"
    assert way(3, 1, 3) == "down_up"
    assert way(1, 3, 3, 1) == "up_down"
    assert way(5, 5) == "same"
    assert way(1, 2, 1, 2) == "other"
