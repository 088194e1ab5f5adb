"""How long games are: counted, not felt."""

import pytest

from pbem.rules.length import Length, Span, length
from pbem.rules.options import Rules, rules_of
from pbem.rules.presets import PRESETS, preset_rules


def long(players: int = 4, **options: object) -> Length:
    made = rules_of(players, options)
    assert isinstance(made, Rules), made
    return length(made)


def of(preset: str, players: int = 4) -> Length:
    made = preset_rules(preset, players)
    assert isinstance(made, Rules)
    return length(made)


def exactly(count: int) -> Span:
    return Span(count, count)


def test_a_common_game_has_a_bid_a_deal_and_a_card_a_trick():
    assert of("nomination_whist").deals == exactly(13)
    assert of("nomination_whist").tricks == exactly(55)
    assert of("nomination_whist").answers == exactly(13 + 55)


@pytest.mark.parametrize(
    ("options", "measured"),
    [
        ({"sequence": "down_up", "max_cards": 10}, 189),
        ({"sequence": "down_up", "max_cards": 7}, 101),
        ({"sequence": "up_down", "max_cards": 7}, 92),
        ({"sequence": "up", "max_cards": 10}, 97),
        ({"sequence": "up", "max_cards": 7}, 52),
        ({"sequence": "up_down", "max_cards": 7, "step": 2}, 48),
    ],
)
def test_what_simulated_people_took_lies_within_the_estimate(options, measured):
    days = long(**options).days

    assert days.most is not None
    assert days.least < measured < days.most


def test_days_follow_from_the_looks_into_the_mail():
    # 13 bids and 55 cards, each a round of four people of half a look.
    assert of("nomination_whist").days == Span(68, 136)


def test_nobody_answers_more_than_once_a_look_however_many_bots_there_are():
    made = preset_rules("nomination_whist", 4)
    assert isinstance(made, Rules)

    assert length(made, people=1).days == length(made, people=2).days == Span(34, 68)


def test_bids_shown_together_take_one_look_of_all():
    together = long(sequence="up", max_cards=4, bid_mode="simultaneous", hook="free")

    assert together.answers == exactly(4 + 10)
    assert together.days == Span(12, 4 + 2 * 10)


def test_cards_on_foreheads_are_played_unasked():
    assert long(max_cards=3, forehead="all_one_card").answers == exactly(5 + 9 - 2)
    assert long(max_cards=3, forehead="final_one_card").answers == exactly(5 + 9 - 1)


def test_deals_without_a_bidding_ask_for_cards_only():
    assert of("clag").deals == exactly(22)
    assert of("clag").answers == exactly(22 + 112 - 2)


def test_cards_laid_aside_are_a_bid_and_no_tricks():
    ninety_nine = of("ninety_nine", 3)

    assert ninety_nine.tricks == Span(9, 60 * 9)
    assert ninety_nine.answers == Span(1 + 9, 60 * (1 + 9))


def test_a_game_to_a_target_may_be_over_after_any_deal():
    assert of("oh_well").deals == Span(1, 60)
    assert long(sequence="constant", max_cards=5, end="target", deal_limit=7).tricks == Span(5, 35)


def test_repeated_rounds_have_no_end():
    assert of("cooperative").deals == Span(23, None)
    assert of("cooperative").days.most is None


def test_cards_turned_for_the_size_come_from_one_pack():
    # Four aces, four twos, four threes and a four at the least.
    upcard = of("cooperative_upcard")

    assert upcard.tricks.least == 4 * (1 + 2 + 3) + 4
    assert long(
        sequence="upcard", deal_out="all", trump_method="second_pack_upcard"
    ).tricks == Span(28, 4 * (13 + 12 + 11) + 10)


def test_each_dealer_names_trumps_once_a_round():
    assert long(sequence="up", max_cards=5, trump_method="dealer_names").answers == exactly(
        5 + 15 + 2
    )


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.id)
def test_every_preset_has_a_length_for_every_number_of_players(preset):
    for players in preset.players:
        found = of(preset.id, players)
        assert 0 < found.deals.least <= found.tricks.least
        assert 0 < found.days.least <= found.answers.least * players
